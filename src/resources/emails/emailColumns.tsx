import type { OutboxEmail } from '../../../contract/config/emails.ts';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
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
  { id: 'para', label: 'Para', width: 260, sortable: true, card: 'fact', render: ({ para }) => para },
  { id: 'assunto', label: 'Assunto', sortable: true, card: 'title', render: ({ assunto }) => assunto },
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
