import type { TicketInput } from '../../../../contract/rules/tickets/ticketInput.ts';
import type { AttachedFiles } from '../change/attachedFiles.ts';
import type { Known } from './known.ts';
import type { References } from './references.ts';
import type { RequestedLines } from './requestedLines.ts';

/** A ticket that everything has been checked of. */
export interface CheckedTicket extends Known {
  input: TicketInput;
  references: References;
  requested: RequestedLines;
  files: AttachedFiles;
}
