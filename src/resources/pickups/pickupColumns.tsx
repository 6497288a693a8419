import { rowOf } from '../../../contract/catalogs/catalog.ts';
import { pickupStatus, pickupType } from '../../../contract/catalogs/transport.ts';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { PickupRow } from '../../../contract/sac/pickups.ts';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { StatusChip } from '../../ui/components/display/Chips.tsx';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';

export const pickupColumns: readonly Column<PickupRow>[] = [
  fieldColumn(PickupRow, 'id', {
    width: 84,
    sortable: true,
    defaultDirection: 'DESC',
    card: 'title',
    render: ({ id }) => id,
  }),
  fieldColumn(PickupRow, 'status', {
    width: 132,
    card: 'corner',
    render: ({ status }) => <StatusChip value={status} catalog={pickupStatus} />,
  }),
  {
    id: 'responsavel',
    label: 'Responsável',
    minWidth: 216,
    card: 'fact',
    render: ({ responsavel }) => responsavel.nome,
    second: ({ responsavel }) => rowOf(pickupType, responsavel.tipo).label,
  },
  {
    id: 'tickets',
    label: 'Tickets',
    minWidth: 220,
    card: 'fact',
    render: ({ totalTickets }) => formatCount(totalTickets, 'ticket', 'tickets'),
    second: ({ clientes }) => customersText(clientes),
  },
  fieldColumn(PickupRow, 'agendadaPara', {
    width: 124,
    card: 'fact',
    render: ({ agendadaPara }) => (agendadaPara ? formatCalendarDate(agendadaPara) : '—'),
  }),
  {
    id: 'dtCriacao',
    label: 'Gerada',
    kind: 'date',
    width: 124,
    sortable: true,
    render: ({ datahora_criacao }) => <RelativeDate value={datahora_criacao} />,
  },
];

const NAMED = 2;

/** The first names, and how many more there are. */
function customersText(names: readonly string[]): string {
  const rest = names.length - NAMED;
  return rest > 0 ? `${names.slice(0, NAMED).join(', ')} e mais ${rest}` : names.join(', ');
}
