import type { StalledRow } from '../../../contract/callcenter/orderRow.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { orderColumns } from '../../custom/orders/orderColumns.tsx';
import type { Column } from '../../ui/components/DataTable/columns.ts';

const SHOWN = ['id', 'colaborador', 'cliente', 'st', 'dtHorInc', 'dtVal', 'vlTot', 'emitente'];

/** As in the list of quotes, with the age after the customer. */
export const stalledColumns: readonly Column<StalledRow>[] = orderColumns
  .filter(({ id }) => SHOWN.includes(id))
  .flatMap((column): Column<StalledRow>[] =>
    column.id === 'st'
      ? [
          {
            id: 'dias',
            label: 'Parado há',
            width: 100,
            card: 'fact',
            render: ({ dias }) => formatCount(dias, 'dia', 'dias'),
          },
          { ...column, sortable: false },
        ]
      : [{ ...column, sortable: false }],
  );
