import { OrderRow } from '#contract/callcenter/orders/orderRow.ts';
import { customizedStatuses, paymentLinkStatus } from '#contract/catalogs/orderStatus.ts';
import { formatCalendarDate, formatDate, formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { currentInitialLoad, ownZone } from '#data/session.ts';
import { CustomerLabel, CustomerPanelLink } from '#src/resources/customers/shared/CustomerLabel.tsx';
import type { ColumnPreferences } from '#ui/components/ColumnChooser/useColumnPreferences.ts';
import { type Column, STANDARD_DENSITY } from '#ui/components/DataTable/columns.ts';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { money } from '#ui/lists/shown.tsx';

const day = (value: string | null) => (value ? formatCalendarDate(value) : '—');

/** The payment link's status takes the place of the quote's, with its expiry as a tooltip (document 001 section 4). */
function Status({ row }: { row: OrderRow }) {
  const { st, linkPagamentoStatus, linkPagamento } = row;
  if (!linkPagamentoStatus || linkPagamentoStatus === 'CANCELADO') return <OrderStatusChip value={st} />;
  return (
    <span
      title={
        linkPagamento ? `Link válido até ${formatDateTime(linkPagamento.validade, ownZone())}` : undefined
      }
    >
      <StatusChip value={linkPagamentoStatus} catalog={paymentLinkStatus} />
    </span>
  );
}

const customer: Column<OrderRow> = {
  id: 'cliente',
  label: 'Cliente',
  minWidth: 200,
  card: 'fact',
  render: ({ cliente }) => (
    <CustomerPanelLink id={cliente.id}>
      <CustomerLabel id={cliente.id} tradeName={cliente.fant} legalName={cliente.razSoc} />
    </CustomerPanelLink>
  ),
};

/** The columns of document 001 section 2, in its order. */
export const orderColumns: readonly Column<OrderRow>[] = [
  fieldColumn(OrderRow, 'id', {
    width: 92,
    sortable: true,
    defaultDirection: 'DESC',
    hideable: false,
    card: 'title',
  }),
  fieldColumn(OrderRow, 'colaborador', { width: 160, hideOrder: 5 }),
  customer,
  fieldColumn(OrderRow, 'st', { width: 204, card: 'corner', render: (row) => <Status row={row} /> }),
  fieldColumn(OrderRow, 'dtHorInc', {
    label: 'Incluído',
    width: 116,
    hideOrder: 4,
    sortable: true,
    card: 'fact',
  }),
  {
    id: 'dtVal',
    label: 'Validade',
    kind: 'date',
    width: 108,
    hideOrder: 3,
    sortable: true,
    render: ({ dtVal, linkPagamento, linkPagamentoStatus }) =>
      linkPagamento && linkPagamentoStatus !== 'CANCELADO'
        ? formatDate(linkPagamento.validade, ownZone())
        : day(dtVal),
  },
  fieldColumn(OrderRow, 'grupo', { width: 84 }),
  fieldColumn(OrderRow, 'qtdeIt', { width: 72, hideOrder: 2, summed: true }),
  fieldColumn(OrderRow, 'vlTot', {
    label: 'Total',
    width: 132,
    sortable: true,
    defaultDirection: 'DESC',
    card: 'fact',
    summed: true,
    shown: money,
  }),
  fieldColumn(OrderRow, 'emitente', { width: 150, hideOrder: 1 }),
  { id: 'dtProgr', label: 'Programado', width: 108, render: ({ dtProgr }) => day(dtProgr) },
  fieldColumn(OrderRow, 'canal', {
    width: 120,
    render: ({ canal, liberadoPara }) => (liberadoPara ? `${canal} · em ${liberadoPara}` : canal),
  }),
];

/** The customer panel already identifies the customer. */
export const panelColumns = orderColumns.filter(
  ({ id }) => !['cliente', 'canal', 'dtProgr', 'grupo'].includes(id),
);

export const orderDefaults: ColumnPreferences = {
  order: [],
  hidden: ['grupo', 'dtProgr', 'canal'],
  density: STANDARD_DENSITY,
};

/** The statuses of quotes and orders with the company's names, colours and icons. */
export const ownOrderStatuses = () => customizedStatuses(currentInitialLoad()?.parametros.statusPedido);

/** One of the twenty statuses, with the company's name, colour and icon where the parameter `statusPedido` sets them. */
export const OrderStatusChip = ({ value }: { value: string }) => (
  <StatusChip value={value} catalog={ownOrderStatuses()} />
);
