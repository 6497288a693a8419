// To be written.
interface TicketDialogProps {
  id: number;
  onClose: () => void;
}

/** 'Ticket #{id}' over another screen. */
export function TicketDialog(_: TicketDialogProps) {
  return null;
}
