// To be written.
interface AgendaDialogProps {
  id: number;
  onClose: () => void;
  onChanged?: () => void;
}

/** 'Agenda {id}', with reschedule and finish. */
export function AgendaDialog(_: AgendaDialogProps) {
  return null;
}
