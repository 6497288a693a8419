// To be written.
interface NewAgendaDialogProps {
  idCli?: number;
  idOrcamento?: number;
  onClose: () => void;
  onCreated?: (id: number) => void;
}

/** Schedules a contact with a customer. */
export function NewAgendaDialog(_: NewAgendaDialogProps) {
  return null;
}
