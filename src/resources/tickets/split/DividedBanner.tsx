import Alert from '@mui/material/Alert';
import MuiLink from '@mui/material/Link';
import { Link } from 'react-router-dom';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { ownZone, ticketWording } from '#data/session.ts';
import { UndoSplit } from './UndoSplit.tsx';

/** The ticket that this one was divided from, and those that parts of it went to, each with the way there and back. */
export function DividedBanner({ ticket: { id, divisoes } }: { ticket: Ticket }) {
  return divisoes.map(({ id: other, assunto, papel, em, por, desfazerAte }) => (
    <Alert
      key={other}
      severity="info"
      sx={{ mb: 4 }}
      action={desfazerAte !== null && <UndoSplit part={papel === 'PARTE' ? other : id} />}
    >
      {ticketWording(
        papel === 'PARTE' ? 'Parte deste ticket foi para o ticket' : 'Este ticket veio da divisão do ticket',
      )}{' '}
      <MuiLink component={Link} to={`/tickets/${other}`} color="inherit">
        {other}
      </MuiLink>
      {` (${assunto}) em ${formatDateTime(em, ownZone())}`}
      {por && ` por ${por}`}.
    </Alert>
  ));
}
