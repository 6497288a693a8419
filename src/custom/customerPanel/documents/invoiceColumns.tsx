import { CustomerInvoice } from '../../../../contract/callcenter/documents.ts';
import { formatCalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { formatMoney } from '../../../../contract/rules/format.ts';
import type { Column } from '../../../ui/components/DataTable/columns.ts';
import { fieldColumn } from '../../../ui/lists/fieldColumn.tsx';

export const INVOICE_COLUMNS: readonly Column<CustomerInvoice>[] = [
  fieldColumn(CustomerInvoice, 'numNf', {
    width: 110,
    sortable: true,
    card: 'title',
    render: ({ numNf }) => numNf,
  }),
  {
    id: 'dtSai',
    label: 'Saída',
    kind: 'date',
    width: 120,
    sortable: true,
    card: 'corner',
    render: ({ dtSai }) => formatCalendarDate(dtSai),
  },
  {
    id: 'vlTot',
    label: 'Valor',
    kind: 'number',
    width: 130,
    sortable: true,
    card: 'fact',
    render: ({ vlTot }) => formatMoney(vlTot, 2),
  },
  fieldColumn(CustomerInvoice, 'idFil', {
    minWidth: 140,
    sortable: true,
    card: 'fact',
    render: ({ filial }) => filial,
  }),
  fieldColumn(CustomerInvoice, 'observacao', {
    minWidth: 160,
    card: 'fact',
    render: ({ observacao }) => observacao || '—',
  }),
];
