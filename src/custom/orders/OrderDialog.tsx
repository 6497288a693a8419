// To be written.
interface OrderDialogProps {
  kind: 'ORCAMENTO' | 'PEDIDO';
  id: number;
  onClose: () => void;
  /** Something was done with it: lists that show it read again. */
  onChanged?: () => void;
}

/** 'Orçamento #{id}' or 'Pedido #{id}', read-only, with what may be done with it. */
export function OrderDialog(_: OrderDialogProps) {
  return null;
}
