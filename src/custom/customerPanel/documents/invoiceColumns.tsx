import type { CustomerInvoice } from '../../../../contract/callcenter/documents.ts';
import { formatCalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { formatMoney } from '../../../../contract/rules/format.ts';
import type { Column } from '../../../ui/components/DataTable/columns.ts';

export const INVOICE_COLUMNS: readonly Column<CustomerInvoice>[] = [
  { id: 'numNf', label: 'Número', width: 110, sortable: true, card: 'title', render: ({ numNf }) => numNf },
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
  {
    id: 'idFil',
    label: 'Filial',
    minWidth: 140,
    sortable: true,
    card: 'fact',
    render: ({ filial }) => filial,
  },
  {
    id: 'observacao',
    label: 'Observação',
    minWidth: 160,
    card: 'fact',
    render: ({ observacao }) => observacao || '—',
  },
];
