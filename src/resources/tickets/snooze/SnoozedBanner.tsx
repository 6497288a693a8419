import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { useEffect } from 'react';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { ticketSnoozeRoutes } from '#contract/sac/tickets/ticketSnoozes.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { useRefetch } from '#data/refetch.ts';
import { branchZone } from '#data/session.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { focusHeadingIfLost } from '#ui/shell/focus.ts';
import { useCan } from '#ui/shell/usePerson.ts';

/** Until when a ticket is put off, with the way back. */
export function SnoozedBanner({ ticket, until }: { ticket: Ticket; until: string }) {
  const { can } = useCan();
  const notify = useNotify();
  const refetch = useRefetch();
  const wake = useRouteCommand(ticketSnoozeRoutes.wake, {
    onSuccess: ({ data }) => notify(data.message, { type: 'success' }),
    onError: ({ message }) => notify(message, { type: 'error' }),
    // Somebody else may have brought it back, which is why it failed.
    onSettled: () => refetch(ticketSnoozeRoutes.wake),
  });
  // The button goes with it.
  useEffect(() => () => void setTimeout(focusHeadingIfLost), []);
  return (
    <Alert
      severity="info"
      sx={{ mb: 4 }}
      action={
        can('TICKETS_RESPONDER_INTERNO') && (
          <Button
            size="small"
            color="inherit"
            loading={wake.isPending}
            onClick={() => wake.mutate({ params: { idTicket: ticket.id }, body: { versao: ticket.versao } })}
          >
            Retomar
          </Button>
        )
      }
    >
      Adiado até {formatDateTime(until, branchZone(ticket.filial.idFil))}, ou até o cliente responder
      {ticket.adiadoPor && `, por ${ticket.adiadoPor}`}. O prazo continua correndo.
    </Alert>
  );
}
