import type { TicketRow } from '#contract/sac/tickets.ts';
import { DueDialog } from '../due/DueDialog.tsx';
import { AssignDialog } from '../moves/AssignDialog.tsx';
import { PriorityDialog } from '../rail/PriorityFact.tsx';

export interface OpenCell {
  ticket: TicketRow;
  column: string;
  element: HTMLElement;
}

/** What changes a cell of the list in its place: the dialog that the ticket's own page has for it. */
export function CellEditor({ ticket, column, element, onClose }: OpenCell & { onClose: () => void }) {
  const Dialog = DIALOGS[column] ?? PriorityDialog;
  return <Dialog ticket={ticket} cell={element} onClose={onClose} />;
}

const DIALOGS: Readonly<Record<string, typeof AssignDialog | typeof DueDialog | undefined>> = {
  operador: AssignDialog,
  prazo: DueDialog,
};
