// To be written.
interface DeliveryAddressDialogProps {
  idCli: number;
  /** The chosen address, `null` for the customer's own. */
  value: number | null;
  /** Choosing, creating or removing: whoever holds the quote clears pickup, carriers and freight (document 002 section 4). */
  onChange: (id: number | null) => void;
  onClose: () => void;
}

/** 'Selecionar endereço de entrega *' (document 002 section 2). */
export function DeliveryAddressDialog(_: DeliveryAddressDialogProps) {
  return null;
}
