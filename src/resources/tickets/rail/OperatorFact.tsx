import Button from '@mui/material/Button';
import { useState } from 'react';
import type { TicketStatus } from '#contract/catalogs/ticketStatus.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { useCan } from '#ui/shell/usePerson.ts';
import { AssignDialog } from '../moves/AssignDialog.tsx';

/** Who works on the ticket, and the dialog that gives it to somebody else. */
export function OperatorFact({ ticket }: { ticket: Ticket }) {
  const may = useCan().can('TICKETS_RESPONDER_INTERNO');
  const [open, setOpen] = useState(false);
  const isOpen = !isClosed(ticket.status as TicketStatus) && !ticket.arquivado;
  return (
    <>
      {ticket.operador?.nome ?? 'Ninguém assumiu'}{' '}
      {may && isOpen && (
        <Button
          size="small"
          aria-label="Mudar o operador"
          onClick={() => setOpen(true)}
          sx={{ p: 0, minWidth: 0, verticalAlign: 'baseline' }}
        >
          Mudar
        </Button>
      )}
      {open && <AssignDialog ticket={ticket} onClose={() => setOpen(false)} />}
    </>
  );
}
