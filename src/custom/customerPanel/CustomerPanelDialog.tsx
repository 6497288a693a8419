// To be written.
interface CustomerPanelDialogProps {
  idCli: number;
  /** Key of the tab that opens first. */
  tab?: string;
  onClose: () => void;
}

/** The customer panel over another screen. */
export function CustomerPanelDialog(_: CustomerPanelDialogProps) {
  return null;
}
