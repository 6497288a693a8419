import Alert from '@mui/material/Alert';
import { useLocation } from 'react-router-dom';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { ownZone, ticketWording } from '#data/session.ts';
import { cameFrom } from './cameFrom.ts';
import { UndoMerge } from './UndoMerge.tsx';

/**
 * The tickets that were merged into this one: while it can be taken back, and for whoever came by the number of one of them.
 */
export function MergedBanner({ ticket: { id, juntados } }: { ticket: Ticket }) {
  const from = cameFrom(useLocation().state);
  const shown = juntados.filter((each) => each.desfazerAte !== null || each.id === from);
  return shown.map((each) => (
    <Alert
      key={each.id}
      severity="info"
      sx={{ mb: 4 }}
      action={each.desfazerAte !== null && <UndoMerge leading={id} ids={[each.id]} />}
    >
      {ticketWording(`O ticket ${each.id} (${each.assunto}) foi juntado a este em `)}
      {formatDateTime(each.em, ownZone())}
      {each.por && ` por ${each.por}`}.
    </Alert>
  ));
}
