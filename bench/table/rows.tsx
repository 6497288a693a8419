import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { CustomerLabel } from '#src/resources/customers/shared/CustomerLabel.tsx';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { LegendBadges, StatusChip } from '#ui/components/display/Chips.tsx';
import { Money, RelativeDate } from '#ui/components/display/Texts.tsx';

interface Row {
  id: number;
  customer: string;
  legalName: string;
  status: string;
  opened: string;
  total: string;
  legends: string[];
}

const NEWEST = Date.parse('2026-11-21T12:00:00Z');
const TWO_HOURS = 7_200_000;

/** The same 500 tickets and the same seven cells for both tables. */
export const rows: Row[] = Array.from({ length: 500 }, (_, index) => ({
  id: 1000 + index,
  customer: `Padaria ${index}`,
  legalName: `Padaria ${index} Comércio de Alimentos Ltda`,
  status: ticketStatus[index % ticketStatus.length]?.value ?? 'ABERTO',
  opened: new Date(NEWEST - index * TWO_HOURS).toISOString(),
  total: `${100 + index}.50`,
  legends: index % 2 === 0 ? ['P', 'H'] : ['90'],
}));

export const columns: Column<Row>[] = [
  { id: 'id', label: 'Ticket', width: 90, sortable: true, render: (row) => `#${row.id}` },
  {
    id: 'status',
    label: 'Status',
    width: 190,
    render: (row) => <StatusChip value={row.status} catalog={ticketStatus} />,
  },
  {
    id: 'customer',
    label: 'Cliente',
    render: (row) => <CustomerLabel id={row.id} tradeName={row.customer} />,
    second: (row) => row.legalName,
  },
  { id: 'legends', label: 'Legendas', width: 110, render: (row) => <LegendBadges codes={row.legends} /> },
  { id: 'type', label: 'Tipo', width: 120, render: () => 'Devolução' },
  {
    id: 'opened',
    label: 'Abertura',
    kind: 'date',
    width: 130,
    render: (row) => <RelativeDate value={row.opened} />,
  },
  { id: 'total', label: 'Total', kind: 'number', width: 130, render: (row) => <Money value={row.total} /> },
];
