import { useNotify } from 'ra-core';
import { useState } from 'react';
import { type ProductsInput, ticketItemRoutes } from '#contract/sac/tickets/ticketItems.ts';
import type { TicketConflict } from '#contract/sac/tickets/ticketMoves.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { CallFailure } from '#data/http.ts';
import { useRefetch } from '#data/refetch.ts';
import { ticketWording } from '#data/session.ts';
import { useCommand } from '#data/useRoute.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { ticketConflictOf } from '../moves/useMoveSession.ts';

type Changes = Omit<ProductsInput, 'versao'>;

interface ChangeFailure {
  /** Set when another user was faster: who it was, and what changed. */
  conflict: TicketConflict | null;
  text: string;
  /** Error messages for the fields of the body. */
  fields: Readonly<Record<string, string>>;
  /** The error message of a changed line. */
  errorOf: (id: number) => string | undefined;
}

/** Sends additions, changes and removals of a ticket's products. The input is kept when the ticket changed meanwhile. */
export function useChangeProducts(ticket: Ticket, onDone: () => void) {
  const notify = useNotify();
  const refetch = useRefetch();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<ChangeFailure | null>(null);
  const command = useCommand();
  const send = async (changes: Changes) => {
    setSending(true);
    setFailure(null);
    const body = { versao: ticket.versao, ...changes };
    try {
      const { data } = await command(ticketItemRoutes.changeProducts, {
        params: { idTicket: ticket.id },
        body,
      });
      notify(ticketWording(data.message), { type: 'success' });
      onDone();
      void refetch(ticketItemRoutes.changeProducts);
    } catch (error) {
      setFailure(failureOf(error, changes));
    } finally {
      setSending(false);
    }
  };
  return { send, sending, failure, forget: () => setFailure(null) };
}

function failureOf(error: unknown, { alterados = [] }: Changes): ChangeFailure {
  const fields = error instanceof CallFailure ? error.fields : {};
  return {
    conflict: ticketConflictOf(error),
    text: errorText(error),
    fields,
    errorOf: (id) => {
      const start = `alterados.${alterados.findIndex((line) => line.id === id)}.`;
      return Object.entries(fields).find(([field]) => field.startsWith(start))?.[1];
    },
  };
}
