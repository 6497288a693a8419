// To be written.
interface ServiceRecordDialogProps {
  idCli: number;
  idOrcamento?: number;
  onClose: () => void;
  onRegistered?: () => void;
}

/** Registers a conversation with a customer. */
export function ServiceRecordDialog(_: ServiceRecordDialogProps) {
  return null;
}
