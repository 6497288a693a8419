// To be written.
import type { FreightChoice, FreightQuery } from './freightChoice.ts';

interface FreightDialogProps {
  query: FreightQuery;
  /** A carrier was selected: with what it asks and what is payable. */
  onSelect: (choice: FreightChoice) => void;
  onClose: () => void;
}

/** 'Calcular Frete - {tipo}' (document 002 section 2). */
export function FreightDialog(_: FreightDialogProps) {
  return null;
}
