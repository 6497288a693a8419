import { lookupRoutes } from '../../../contract/sac/lookups.ts';
import { ticketCatalogRoutes } from '../../../contract/sac/ticketCatalog.ts';
import { shownStatus } from '../../custom/tickets/shownStatus.ts';
import { call } from '../../dataProvider/call.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import type { Filter } from '../../ui/components/FilterBar/filters.ts';

interface FilterSources {
  staff: boolean;
  canSearchCustomers: boolean;
}

/** The filters of document 000 section 3, each with its choices; staff see the internal ones. */
export function useTicketFilters({ staff, canSearchCustomers }: FilterSources): Filter[] {
  const types = useRoute(ticketCatalogRoutes.types, {}).data ?? [];
  const enabled = { enabled: staff };
  const attendants = useRoute(lookupRoutes.attendants, {}, enabled).data ?? [];
  const representatives = useRoute(lookupRoutes.representatives, {}, enabled).data ?? [];
  const regions = useRoute(lookupRoutes.regions, {}, enabled).data ?? [];
  const sectors = useRoute(lookupRoutes.sectors, {}, enabled).data ?? [];
  const branches = useRoute(lookupRoutes.branches, {}, enabled).data ?? [];
  const carriers = useRoute(lookupRoutes.carriers, {}, enabled).data ?? [];
  const steps = useRoute(ticketCatalogRoutes.steps, {}, enabled).data ?? [];
  const named = (rows: { id: number; nome: string }[]) =>
    rows.map(({ id, nome }) => ({ value: `${id}`, label: nome }));
  const described = (rows: { id: number; desc: string }[]) =>
    rows.map(({ id, desc }) => ({ value: `${id}`, label: desc }));
  const choice = (key: string, label: string, options: { value: string; label: string }[]): Filter => ({
    key,
    label,
    kind: 'multiselect',
    options,
  });
  return [
    choice(
      'status',
      'Situação',
      shownStatus().map(({ value, label }) => ({ value, label })),
    ),
    choice(
      'tipo',
      'Tipo',
      types.map(({ chave, desc }) => ({ value: chave, label: desc })),
    ),
    { key: 'periodo', label: 'Criado', kind: 'dateRange', fromKey: 'dtIni', toKey: 'dtFim' },
    ...(canSearchCustomers ? [customerFilter] : []),
    ...(staff
      ? [
          dueFilter,
          choice('etapa', 'Etapa', stepOptions(steps)),
          choice('operador', 'Operador', named(attendants)),
          choice('setor', 'Setor', described(sectors)),
          choice('regiao', 'Região', described(regions)),
          choice('representante', 'Representante', named(representatives)),
          choice(
            'filial',
            'Filial',
            branches.map(({ idFil, fant, razSoc }) => ({ value: `${idFil}`, label: fant || razSoc })),
          ),
          choice('transportadora', 'Transportadora', named(carriers)),
          choice(
            'motivo',
            'Motivo',
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
