import { ticketPriority } from '#contract/catalogs/ticketPriority.ts';
import type { TicketStatus } from '#contract/catalogs/ticketStatus.ts';
import { field } from '#contract/field.ts';
import type { Output, Route } from '#contract/route.ts';
import { consumerWording } from '#contract/rules/consumerWording.ts';
import { isClosed, pausesDue } from '#contract/rules/tickets/ticketTransitions.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import { ticketCatalogRoutes } from '#contract/sac/tickets/ticketCatalog.ts';
import { TicketRow } from '#contract/sac/tickets.ts';
import { type CallInput, call } from '#data/call.ts';
import { branchZone, ticketWording } from '#data/session.ts';
import {
  CustomerLabel,
  customerOption,
  customerText,
} from '#src/resources/customers/shared/CustomerLabel.tsx';
import { representativeOptions } from '#src/resources/people/shared/salespeople.ts';
import type { ColumnPreferences } from '#ui/components/ColumnChooser/useColumnPreferences.ts';
import { type Column, STANDARD_DENSITY } from '#ui/components/DataTable/columns.ts';
import { LegendBadges, StatusChip } from '#ui/components/display/Chips.tsx';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import { type Filter, type FilterOption, laterOptions } from '#ui/components/FilterBar/filters.ts';
import { describedOptions, namedOptions } from '#ui/components/FilterBar/namedOptions.ts';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { oneOf, period, someOf } from '#ui/lists/filterKinds.ts';
import { chip } from '#ui/lists/shown.tsx';
import { DueDate } from './DueDate.tsx';
import { PriorityMark } from './shared/PriorityMark.tsx';
import { shownStatus } from './shared/ticketReader.ts';

/** The columns available to the list, in default order. `sortBy` uses the server's names (contract, TICKET_SORTS). */
export const ticketColumns: readonly Column<TicketRow>[] = [
  fieldColumn(TicketRow, 'id', { width: 86, sortable: true, hideable: false, card: 'corner' }),
  fieldColumn(TicketRow, 'cliente', {
    minWidth: 176,
    hideable: false,
    card: 'title',
    render: ({ cliente }) => (
      <CustomerLabel id={cliente.id} tradeName={cliente.fant} legalName={cliente.razSoc} />
    ),
  }),
  fieldColumn(TicketRow, 'status', {
    width: 178,
    sortable: true,
    card: 'fact',
    render: ({ status, arquivado, juntadoAo, prioridade, adiadoAte, filial }) => (
      <>
        <StatusChip value={status} catalog={shownStatus()} />
        <PriorityMark value={prioridade} />
        {adiadoAte !== null && (
          <SecondaryText style={{ fontSize: 12, marginLeft: 3 }}>
            {`Adiado até ${formatDateTime(adiadoAte, branchZone(filial.idFil))}`}
          </SecondaryText>
        )}
        {arquivado && (
          <SecondaryText style={{ fontSize: 12, marginLeft: 3 }}>
            {juntadoAo === null ? 'Arquivado' : `Juntado ao ${juntadoAo}`}
          </SecondaryText>
        )}
      </>
    ),
  }),
  fieldColumn(TicketRow, 'tipo', { label: 'Tipo', width: 124, sortable: true, card: 'fact' }),
  { id: 'etapa', label: 'Etapa', width: 148, render: ({ etapaAtual }) => etapaAtual.descricao },
  fieldColumn(TicketRow, 'operador', { label: 'Operador', width: 116 }),
  fieldColumn(TicketRow, 'prazo', {
    // Fits 'hoje às 11:55' and its alarm icon.
    width: 126,
    sortable: true,
    // The third fact of a card; for a consumer, who does not have this column, the creation date takes its place.
    card: 'fact',
    render: ({ prazo, status, vencendo }) => <DueDate value={prazo} status={status} soon={vencendo} short />,
  }),
  fieldColumn(TicketRow, 'adiadoAte', {
    width: 138,
    render: ({ adiadoAte, filial }) =>
      adiadoAte === null ? '—' : formatDateTime(adiadoAte, branchZone(filial.idFil)),
  }),
  fieldColumn(TicketRow, 'prioridade', { width: 112, hideOrder: 3, shown: chip(ticketPriority) }),
  // As the sort is called in the call.
  fieldColumn(TicketRow, 'datahora_criacao', {
    id: 'dtCriacao',
    width: 104,
    hideOrder: 2,
    sortable: true,
    card: 'fact',
  }),
  {
    id: 'legendas',
    label: 'Legendas',
    width: 190,
    hideOrder: 1,
    render: ({ cliente }) => (
      <LegendBadges
        oneLine
        codes={cliente.legendas.map(({ codigo }) => codigo)}
        blockReason={cliente.legendas.find(({ codigo }) => codigo === 'BD')?.texto ?? null}
      />
    ),
  },
  fieldColumn(TicketRow, 'datahora_atualizacao', { id: 'dtAtualizacao', width: 132, sortable: true }),
  fieldColumn(TicketRow, 'datahora_movimentacao', { id: 'dtMovimentacao', width: 150, sortable: true }),
  fieldColumn(TicketRow, 'setor', { label: 'Setor', width: 140 }),
  { id: 'filial', label: 'Filial', width: 200, render: ({ filial }) => filial.razSoc },
  fieldColumn(TicketRow, 'representante', { label: 'Representante', width: 170 }),
  fieldColumn(TicketRow, 'criador', { label: 'Criado por', width: 170 }),
];

const CHANGED_IN_PLACE: Readonly<Record<string, string | undefined>> = {
  operador: 'o operador',
  prazo: 'o prazo',
  prioridade: 'a prioridade',
};

/** The same for whoever may change who works on a ticket, how soon and until when, in the list itself. A paused clock stays. */
export const editableColumns = ticketColumns.map((column): Column<TicketRow> => {
  const what = CHANGED_IN_PLACE[column.id];
  if (!what) return column;
  return {
    ...column,
    edit: ({ id, status, arquivado }) =>
      arquivado ||
      isClosed(status as TicketStatus) ||
      (column.id === 'prazo' && pausesDue(status as TicketStatus))
        ? undefined
        : ticketWording(`Mudar ${what} do ticket ${id}`),
  };
});

/** The columns an end consumer needs. Their tickets are identified by type, since all belong to the same customer. */
const CONSUMER = new Set(['id', 'status', 'tipo', 'etapa', 'dtCriacao', 'dtAtualizacao']);

export const consumerColumns = ticketColumns
  .filter(({ id }) => CONSUMER.has(id))
  .map((column): Column<TicketRow> => {
    if (column.id === 'id') return { ...column, label: consumerWording(column.label), width: 104 };
    if (column.id === 'etapa') return { ...column, card: 'fact' };
    return column.id === 'tipo' ? { ...column, width: 320, hideable: false, card: 'title' } : column;
  });

/** What only the company knows of a ticket. */
const COMPANY = new Set(['operador', 'prioridade', 'adiadoAte', 'setor', 'dtMovimentacao']);

/** The columns for people outside the company who see more than their own tickets. */
export const outsideColumns = ticketColumns.filter(({ id }) => !COMPANY.has(id));

/** Compact; at 1280 px everything up to the due time is visible, and the rest is available in the column chooser. */
export const columnDefaults: ColumnPreferences = {
  order: [],
  hidden: [
    'prioridade',
    'adiadoAte',
    'dtAtualizacao',
    'dtMovimentacao',
    'setor',
    'filial',
    'representante',
    'criador',
  ],
  density: STANDARD_DENSITY,
};

interface FilterSources {
  staff: boolean;
  /** Whether the person works for the company. */
  company: boolean;
  canSearchCustomers: boolean;
}

/** The filters of document 000 section 3, with their options; staff also see the internal ones. */
export function ticketFilters({ staff, company, canSearchCustomers }: FilterSources): Filter[] {
  return [
    someOf('status', 'Situação', shownStatus()),
    filterFromRoute('tipo', 'Tipo', ticketCatalogRoutes.types, (types) =>
      types.map(({ chave, desc }) => ({ value: chave, label: desc })),
    ),
    period(field(TicketRow, 'datahora_criacao').label),
    ...(canSearchCustomers ? [customerFilter] : []),
    ...(staff
      ? [
          dueFilter,
          filterFromRoute('etapa', 'Etapa', ticketCatalogRoutes.steps, stepOptions),
          ...(company
            ? [
                someOf('prioridade', 'Prioridade', ticketPriority),
                filterFromRoute('operador', 'Operador', lookupRoutes.attendants, namedOptions),
                oneOf('adiado', 'Adiados', [
                  { value: 'true', label: 'Só os adiados' },
                  { value: 'false', label: 'Sem os adiados' },
                ]),
                oneOf('semOperador', 'Sem operador', [{ value: 'true', label: 'Só os que ninguém assumiu' }]),
                filterFromRoute('setor', 'Setor', lookupRoutes.sectors, describedOptions),
              ]
            : []),
          filterFromRoute('regiao', 'Região', lookupRoutes.regions, describedOptions),
          someOf('representante', 'Representante', representativeOptions('representante')),
          filterFromRoute('filial', 'Filial', lookupRoutes.branches, (branches) =>
            branches.map(({ idFil, fant, razSoc }) => ({ value: `${idFil}`, label: fant || razSoc })),
          ),
          filterFromRoute('transportadora', 'Transportadora', lookupRoutes.carriers, namedOptions),
          filterFromRoute('motivo', 'Motivo', ticketCatalogRoutes.types, (types) =>
            types.flatMap(({ desc, motivos }) =>
              (motivos?.itens ?? []).map(({ id, descricao }) => ({
                value: `${id}`,
                label: `${descricao} (${desc})`,
              })),
            ),
          ),
        ]
      : []),
    oneOf('arquivado', ticketWording('Tickets arquivados'), [
      { value: 'true', label: ticketWording('Só os tickets arquivados') },
    ]),
  ];
}

const filterFromRoute = <R extends Route>(
  key: string,
  label: string,
  route: R,
  read: (answer: Output<R>) => readonly FilterOption[],
): Filter => someOf(key, label, laterOptions(key, route, {} as CallInput<R>, read));

const dueFilter: Filter = oneOf('prazo', 'Prazo', [
  { value: 'ATRASADO', label: 'Atrasado' },
  { value: 'VENCENDO', label: 'Vencendo' },
  { value: 'NO_PRAZO', label: 'No prazo' },
]);

/** A step shared by several flows is a single option. */
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
    return itens.map(customerOption);
  },
  resolve: async (ids) => {
    const { get } = await customers();
    return Promise.all(
      ids.map(async (id) => {
        const { data } = await call(get, { params: { idCli: Number(id) } });
        // The code as it stands in the filter: that of a merged customer is answered with the one that stayed.
        return { value: id, label: customerText(data) };
      }),
    );
  },
};

/** Loaded with the first search; the list does not need it. */
const customers = async () => (await import('#contract/sac/customers.ts')).customerRoutes;
