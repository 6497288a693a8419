import { OutboxEmail } from '../../../contract/config/emails.ts';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';
import { EmailSituation } from './EmailSituation.tsx';

export const emailColumns: readonly Column<OutboxEmail>[] = [
  {
    id: 'criado',
    label: 'Escrito',
    kind: 'date',
    width: 150,
    sortable: true,
    card: 'fact',
    render: ({ criado }) => <RelativeDate value={criado} />,
  },
  fieldColumn(OutboxEmail, 'para', { width: 260, sortable: true, card: 'fact', render: ({ para }) => para }),
  fieldColumn(OutboxEmail, 'assunto', { sortable: true, card: 'title', render: ({ assunto }) => assunto }),
  {
    id: 'situacao',
    label: 'Situação',
    width: 170,
    card: 'corner',
    render: (email) => <EmailSituation email={email} />,
  },
  {
    id: 'enviado',
    label: 'Enviado',
    kind: 'date',
    width: 150,
    sortable: true,
    render: ({ enviado }) => (enviado ? <RelativeDate value={enviado} /> : '—'),
  },
];
