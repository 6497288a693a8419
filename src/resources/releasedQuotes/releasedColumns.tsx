import type { OrderRow } from '../../../contract/callcenter/orderRow.ts';
import { orderColumns } from '../../custom/orders/orderColumns.tsx';
import type { Column } from '../../ui/components/DataTable/columns.ts';

const SHOWN = ['id', 'colaborador', 'st', 'dtHorInc', 'dtVal', 'qtdeIt', 'vlTot', 'emitente'];
const WHERE: Readonly<Record<string, string>> = { B2B: 'Na loja', FV: 'Na força de vendas' };

/** As in the list of quotes, of one customer, with where each is. */
export const releasedColumns: readonly Column<OrderRow>[] = orderColumns
  .filter(({ id }) => SHOWN.includes(id))
  .flatMap((column): Column<OrderRow>[] => [
    { ...column, sortable: false },
    ...(column.id === 'id'
      ? [
          {
            id: 'liberadoPara',
            label: 'Liberado',
            width: 160,
            card: 'fact' as const,
            render: ({ liberadoPara }: OrderRow) =>
              liberadoPara ? (WHERE[liberadoPara] ?? liberadoPara) : '—',
          },
        ]
      : []),
  ]);
