import type { Output, Route } from '../../../contract/route.ts';
import { lookupRoutes } from '../../../contract/sac/lookups.ts';
import { ticketCatalogRoutes } from '../../../contract/sac/ticketCatalog.ts';
import {
  describedOptions,
  namedOptions,
  representativeOptions,
} from '../../custom/customers/lookupOptions.ts';
import { shownStatus } from '../../custom/tickets/shownStatus.ts';
import { type CallInput, call } from '../../dataProvider/call.ts';
import type { ChoiceFilter, Filter, FilterOption } from '../../ui/components/FilterBar/filters.ts';
import { laterOptions } from '../../ui/components/FilterBar/laterOptions.ts';

interface FilterSources {
  staff: boolean;
  canSearchCustomers: boolean;
}

/** The filters of document 000 section 3, each with its choices; staff see the internal ones. */
export function ticketFilters({ staff, canSearchCustomers }: FilterSources): Filter[] {
  return [
    choice(
      'status',
      'Situação',
      shownStatus().map(({ value, label }) => ({ value, label })),
    ),
    asked('tipo', 'Tipo', ticketCatalogRoutes.types, (types) =>
      types.map(({ chave, desc }) => ({ value: chave, label: desc })),
    ),
    { key: 'periodo', label: 'Criado', kind: 'dateRange', fromKey: 'dtIni', toKey: 'dtFim' },
    ...(canSearchCustomers ? [customerFilter] : []),
    ...(staff
      ? [
          dueFilter,
          asked('etapa', 'Etapa', ticketCatalogRoutes.steps, stepOptions),
          asked('operador', 'Operador', lookupRoutes.attendants, namedOptions),
          asked('setor', 'Setor', lookupRoutes.sectors, describedOptions),
          asked('regiao', 'Região', lookupRoutes.regions, describedOptions),
          choice('representante', 'Representante', representativeOptions('representante')),
          asked('filial', 'Filial', lookupRoutes.branches, (branches) =>
            branches.map(({ idFil, fant, razSoc }) => ({ value: `${idFil}`, label: fant || razSoc })),
          ),
          asked('transportadora', 'Transportadora', lookupRoutes.carriers, namedOptions),
          asked('motivo', 'Motivo', ticketCatalogRoutes.types, (types) =>
            types.flatMap(({ desc, motivos }) =>
              (motivos?.itens ?? []).map(({ id, descricao }) => ({
                value: `${id}`,
                label: `${descricao} (${desc})`,
              })),
            ),
          ),
        ]
      : []),
    {
      key: 'arquivado',
      label: 'Arquivados',
      kind: 'select',
      options: [{ value: 'true', label: 'Só os arquivados' }],
    },
  ];
}

const choice = (key: string, label: string, options: ChoiceFilter['options']): Filter => ({
  key,
  label,
  kind: 'multiselect',
  options,
});

const asked = <R extends Route>(
  key: string,
  label: string,
  route: R,
  read: (answer: Output<R>) => readonly FilterOption[],
): Filter => choice(key, label, laterOptions(key, route, {} as CallInput<R>, read));

const dueFilter: Filter = {
  key: 'prazo',
  label: 'Prazo',
  kind: 'select',
  options: [
    { value: 'ATRASADO', label: 'Atrasado' },
    { value: 'VENCENDO', label: 'Vencendo' },
    { value: 'NO_PRAZO', label: 'No prazo' },
  ],
};

/** A step that several flows have is one choice. */
const stepOptions = (steps: readonly { chave: string; descricao: string }[]) =>
  [...new Map(steps.map(({ chave, descricao }) => [chave, descricao]))].map(([value, label]) => ({
    value,
    label,
  }));

const customerFilter: Filter = {
  key: 'idCli',
  label: 'Cliente',
  kind: 'autocomplete',
  hint: 'Código, Razão Social, CNPJ...',
  load: async (q, signal) => {
    const { itens } = await call((await customers()).list, { query: { q, take: 10 } }, { signal });
    return itens.map(({ id, fant, razSoc }) => ({ value: id, label: `${id} - ${fant}`, second: razSoc }));
  },
  resolve: async (ids) => {
    const { get } = await customers();
    const found = await Promise.all(ids.map((id) => call(get, { params: { idCli: Number(id) } })));
    return found.map(({ data }) => ({ value: `${data.id}`, label: `${data.id} - ${data.fant}` }));
  },
};

/** Loaded with the first search: the list stands without them. */
const customers = async () => (await import('../../../contract/sac/customers.ts')).customerRoutes;
