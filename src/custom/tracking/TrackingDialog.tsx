// To be written.
interface TrackingDialogProps {
  tipo: string;
  codigo: string;
  onClose: () => void;
}

/** 'Rastreio #{code}'. */
export function TrackingDialog(_: TrackingDialogProps) {
  return null;
}
