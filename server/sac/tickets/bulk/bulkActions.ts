import type { BulkAction } from '../../../../contract/sac/ticketBulk.ts';
import type { BulkWork } from '../../../jobs/bulkAction.ts';
import { assignRows } from './assign.ts';
import { forwardRows, noteRows } from './messages.ts';
import { advanceRows, archiveRows, reopenRows, unarchiveRows } from './moves.ts';
import { generatePickupsOf } from './pickups.ts';

/** What each action does, through the same functions as its single call. */
export const bulkActions: Record<BulkAction, BulkWork> = {
  atribuir: assignRows,
  encaminhar: forwardRows,
  'nota-privada': noteRows,
  avancar: advanceRows,
  arquivar: archiveRows,
  desarquivar: unarchiveRows,
  reabrir: reopenRows,
  'gerar-coletas': generatePickupsOf,
};
