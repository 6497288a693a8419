// To be written.
interface RequestPriceDialogProps {
  idOrcamento: number;
  item: { id: number; descricao: string; precoTabela: string; preco: string; quantidade: string };
  onClose: () => void;
  onRequested?: () => void;
}

/** Asks for a price below what the seller may give. */
export function RequestPriceDialog(_: RequestPriceDialogProps) {
  return null;
}
