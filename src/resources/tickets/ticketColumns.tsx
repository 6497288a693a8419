import { ownWords } from '../../../contract/rules/ownWords.ts';
import { TicketRow } from '../../../contract/sac/tickets.ts';
import { CustomerLabel } from '../../custom/customers/CustomerLabel.tsx';
import { shownStatus } from '../../custom/tickets/shownStatus.ts';
import type { ColumnPreferences } from '../../ui/components/ColumnChooser/useColumnPreferences.ts';
import { type Column, STANDARD_DENSITY } from '../../ui/components/DataTable/columns.ts';
import { LegendBadges, StatusChip } from '../../ui/components/display/Chips.tsx';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { SecondaryText } from '../../ui/components/display/SecondaryText.ts';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';
import { DueDate } from './DueDate.tsx';

/** What the list can show, in its first order. `sortBy` are the server's names (contract, TICKET_SORTS). */
export const ticketColumns: readonly Column<TicketRow>[] = [
  fieldColumn(TicketRow, 'id', {
    width: 86,
    sortable: true,
    hideable: false,
    defaultDirection: 'DESC',
    card: 'corner',
    render: ({ id }) => id,
  }),
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
    render: ({ status, arquivado }) => (
      <>
        <StatusChip value={status} catalog={shownStatus()} />
        {arquivado && <SecondaryText style={{ fontSize: 12, marginLeft: 3 }}>Arquivado</SecondaryText>}
      </>
    ),
  }),
  {
    id: 'tipo',
    label: 'Tipo',
    width: 132,
    sortable: true,
    card: 'fact',
    render: ({ tipo }) => tipo.desc,
  },
  { id: 'etapa', label: 'Etapa', width: 170, render: ({ etapaAtual }) => etapaAtual.descricao },
  { id: 'operador', label: 'Operador', width: 160, render: ({ operador }) => operador?.nome ?? '—' },
  fieldColumn(TicketRow, 'prazo', {
    width: 102,
    sortable: true,
    defaultDirection: 'ASC',
    // The third fact of a card; a consumer, who has no such column, sees the day of creation there.
    card: 'fact',
    render: ({ prazo, status, vencendo }) => <DueDate value={prazo} status={status} soon={vencendo} short />,
  }),
  {
    id: 'dtCriacao',
    label: 'Criado',
    kind: 'date',
    width: 104,
    givesWay: 2,
    sortable: true,
    card: 'fact',
    render: ({ datahora_criacao }) => <RelativeDate value={datahora_criacao} />,
  },
  {
    id: 'legendas',
    label: 'Legendas',
    width: 118,
    givesWay: 1,
    render: ({ cliente }) => (
      <LegendBadges
        codes={cliente.legendas.map(({ codigo }) => codigo)}
        blockReason={cliente.legendas.find(({ codigo }) => codigo === 'BD')?.texto ?? null}
      />
    ),
  },
  {
    id: 'dtAtualizacao',
    label: 'Atualizado',
    kind: 'date',
    width: 120,
    sortable: true,
    render: ({ datahora_atualizacao }) => <RelativeDate value={datahora_atualizacao} />,
  },
  { id: 'setor', label: 'Setor', width: 140, render: ({ setor }) => setor?.desc ?? '—' },
  { id: 'filial', label: 'Filial', width: 200, render: ({ filial }) => filial.razSoc },
  {
    id: 'representante',
    label: 'Representante',
    width: 170,
    render: ({ representante }) => representante?.nome ?? '—',
  },
  { id: 'criador', label: 'Criado por', width: 170, render: ({ criador }) => criador.nome },
];

/** What an end consumer needs to know of an own ticket, which is named by its type: all are of one customer. */
const CONSUMER = new Set(['id', 'status', 'tipo', 'etapa', 'dtCriacao', 'dtAtualizacao']);
export const consumerColumns = ticketColumns
  .filter(({ id }) => CONSUMER.has(id))
  .map((column): Column<TicketRow> => {
    if (column.id === 'id') return { ...column, label: ownWords(column.label), width: 104 };
    if (column.id === 'etapa') return { ...column, card: 'fact' };
    return column.id === 'tipo' ? { ...column, width: 320, hideable: false, card: 'title' } : column;
  });

/** Dense; up to the due time all stands in sight at 1280 px, and the rest waits in the chooser. */
export const columnDefaults: ColumnPreferences = {
  order: [],
  hidden: ['dtAtualizacao', 'setor', 'filial', 'representante', 'criador'],
  density: STANDARD_DENSITY,
};
