import Button from '@mui/material/Button';
import { useState } from 'react';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { ticketPriority } from '#contract/catalogs/ticketPriority.ts';
import type { TicketStatus } from '#contract/catalogs/ticketStatus.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import { ticketMoveRoutes } from '#contract/sac/tickets/ticketMoves.ts';
import type { Ticket, TicketRow } from '#contract/sac/tickets.ts';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { useTicketUndo } from '../shared/useTicketUndo.ts';

/** The ticket's priority, and the dialog that changes it. */
export function PriorityFact({ ticket, prioridade }: { ticket: Ticket; prioridade: string }) {
  const may = useCan().can('TICKETS_RESPONDER_INTERNO');
  const [open, setOpen] = useState(false);
  const isOpen = !isClosed(ticket.status as TicketStatus) && !ticket.arquivado;
  return (
    <>
      {rowOf(ticketPriority, prioridade).label}{' '}
      {may && isOpen && (
        <Button
          size="small"
          aria-label="Mudar a prioridade"
          onClick={() => setOpen(true)}
          sx={{ p: 0, minWidth: 0, verticalAlign: 'baseline' }}
        >
          Mudar
        </Button>
      )}
      {open && <PriorityDialog ticket={ticket} onClose={() => setOpen(false)} />}
    </>
  );
}

interface PriorityDialogProps {
  ticket: Pick<TicketRow, 'id' | 'versao' | 'prioridade'>;
  /** The cell in whose place it is opened. */
  cell?: HTMLElement;
  onClose: () => void;
}

export function PriorityDialog({ ticket, cell, onClose }: PriorityDialogProps) {
  const offer = useTicketUndo();
  return (
    <CommandDialog
      route={ticketMoveRoutes.prioritize}
      params={{ idTicket: ticket.id }}
      record={ticket}
      name="este ticket"
      title={`Prioridade do ticket ${ticket.id}`}
      text="Só a empresa vê a prioridade; etapa, prazo e operador ficam como estão."
      confirmLabel="Salvar"
      cell={cell}
      sends="prioridade"
      onDone={(text, { data }) => {
        offer('prioritizeTicket', text, data);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
