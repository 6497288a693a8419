import type { TimelineType } from '#contract/catalogs/timelineType.ts';
import type { Permission } from '#contract/permissions.ts';
import type { TicketRecord } from './lockTicket.ts';

interface UndoableEntry {
  /** That of the act, which its way back asks for again. */
  permission: Permission;
  /** The entry that the way back writes. */
  undone: TimelineType;
}

/** The entries of a ticket whose change can be taken back as a whole. */
const UNDOABLE_ENTRIES = {
  ATRIBUICAO: { permission: 'TICKETS_RESPONDER_INTERNO', undone: 'ATRIBUICAO' },
  // The message stays in the conversation, where it was read; sector and person come back.
  ENCAMINHAMENTO: { permission: 'TICKETS_RESPONDER_INTERNO', undone: 'ATRIBUICAO' },
  PRIORIDADE: { permission: 'TICKETS_RESPONDER_INTERNO', undone: 'PRIORIDADE' },
  ARQUIVAMENTO: { permission: 'TICKETS_ARQUIVAR', undone: 'DESARQUIVAMENTO' },
  DESARQUIVAMENTO: { permission: 'TICKETS_ARQUIVAR', undone: 'ARQUIVAMENTO' },
} as const satisfies Partial<Record<TimelineType, UndoableEntry>>;

export const undoableEntry = (type: string): UndoableEntry | undefined =>
  (UNDOABLE_ENTRIES as Partial<Record<string, UndoableEntry>>)[type];

/** The columns that an undoable entry changes. */
const RETURNED = ['operatorId', 'sectorId', 'status', 'priority', 'archived'] as const;
export type StateBefore = Partial<Pick<TicketRecord, (typeof RETURNED)[number]>>;

const isReturned = (column: string): column is (typeof RETURNED)[number] =>
  RETURNED.some((each) => each === column);

/** What the ticket was before a change, for the way back; `null` where that would not bring all of it back. */
export function stateBefore(ticket: TicketRecord, type: TimelineType, set: object): StateBefore | null {
  const columns = Object.entries(set).flatMap(([column, value]) => (value === undefined ? [] : [column]));
  if (!undoableEntry(type) || columns.length === 0 || !columns.every(isReturned)) return null;
  return Object.fromEntries(columns.filter(isReturned).map((column) => [column, ticket[column]]));
}

/** What letters about a change are found by while they have not left: the ticket as the change left it. */
export const actOf = ({ id, version }: Pick<TicketRecord, 'id' | 'version'>): string =>
  `ticket ${id} ${version}`;
