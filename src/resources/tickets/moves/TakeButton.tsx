import Button, { type ButtonProps } from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { OF_COLLEAGUE } from '#contract/rules/tickets/taking.ts';
import { ticketMoveRoutes } from '#contract/sac/tickets/ticketMoves.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import type { CallFailure } from '#data/http.ts';
import { useRefetch } from '#data/refetch.ts';
import { currentInitialLoad } from '#data/session.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { useTicketUndo } from '../shared/useTicketUndo.ts';

const CLOSED = new Set(ticketStatus.flatMap(({ value, closed }) => (closed ? [value as string] : [])));

/** 'Assumir': assigns the ticket to the person. Hidden for those who already have it or may not take it. */
export function TakeButton({ ticket, sx }: { ticket: Ticket; sx?: ButtonProps['sx'] }) {
  const { can } = useCan();
  const notify = useNotify();
  const refetch = useRefetch();
  const offer = useTicketUndo();
  const me = currentInitialLoad()?.colaborador;
  const [question, setQuestion] = useState<string | null>(null);
  const assign = useRouteCommand(ticketMoveRoutes.assign, {
    onSuccess: ({ data }) => {
      setQuestion(null);
      offer('assignTicket', data.message, data);
      void refetch(ticketMoveRoutes.assign);
    },
    onError: (failure: CallFailure) => {
      const asks = failure.code === OF_COLLEAGUE;
      setQuestion(asks ? failure.message : null);
      if (!asks) notify(errorText(failure), { type: 'error' });
    },
  });
  const mayTake =
    can('TICKETS_RESPONDER_INTERNO') &&
    ticket.acoes.responder &&
    ticket.operador?.id !== me?.id &&
    !CLOSED.has(ticket.status);
  if (!mayTake || !me) return null;
  const take = (part: { confirmar?: true } = {}) =>
    assign.mutate({ params: { idTicket: ticket.id }, body: { operador: me.id, ...part } });
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        loading={assign.isPending}
        onClick={() => take()}
        {...(sx && { sx })}
      >
        Assumir
      </Button>
      <ConfirmDialog
        open={question !== null}
        title="Assumir o ticket de um colega?"
        text={question}
        confirmLabel="Assumir"
        onConfirm={() => take({ confirmar: true })}
        onCancel={() => setQuestion(null)}
      />
    </>
  );
}
