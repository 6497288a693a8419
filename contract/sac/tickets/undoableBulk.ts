import type { BulkAction } from './ticketBulk.ts';

/** The bulk actions that `desfazer` takes back: as a whole, and of a macro what each ticket has a way back for. */
export const UNDOABLE_BULK: readonly BulkAction[] = [
  'atribuir',
  'distribuir',
  'encaminhar',
  'priorizar',
  'mudar-prazo',
  'arquivar',
  'desarquivar',
  'macro',
];
