import type { TimelineType } from '#contract/catalogs/timelineType.ts';
import type { Permission } from '#contract/permissions.ts';
import type { TicketRecord } from './lockTicket.ts';

interface UndoableEntry {
  /** That of the act, which its way back asks for again. */
  permission: Permission;
  /** The entry that the way back writes. */
  undone: TimelineType;
  /** The columns that it changes, where they are others than those of most. */
  returns?: readonly Returned[];
}

/** The columns that most undoable entries change. */
const RETURNED = ['operatorId', 'sectorId', 'status', 'priority', 'archived'] as const;
const CLOCK = ['dueAt', 'dueMinutes', 'dueMinutesLeft'] as const;
type Returned = (typeof RETURNED)[number] | (typeof CLOCK)[number];

/** The entries of a ticket whose change can be taken back as a whole. */
const UNDOABLE_ENTRIES = {
  ATRIBUICAO: { permission: 'TICKETS_RESPONDER_INTERNO', undone: 'ATRIBUICAO' },
  // The message stays in the conversation, where it was read; sector and person come back.
  ENCAMINHAMENTO: { permission: 'TICKETS_RESPONDER_INTERNO', undone: 'ATRIBUICAO' },
  PRIORIDADE: { permission: 'TICKETS_RESPONDER_INTERNO', undone: 'PRIORIDADE' },
  PRAZO: { permission: 'TICKETS_RESPONDER_INTERNO', undone: 'PRAZO', returns: CLOCK },
  ARQUIVAMENTO: { permission: 'TICKETS_ARQUIVAR', undone: 'DESARQUIVAMENTO' },
  DESARQUIVAMENTO: { permission: 'TICKETS_ARQUIVAR', undone: 'ARQUIVAMENTO' },
} as const satisfies Partial<Record<TimelineType, UndoableEntry>>;

export const undoableEntry = (type: string): UndoableEntry | undefined =>
  (UNDOABLE_ENTRIES as Partial<Record<string, UndoableEntry>>)[type];

export type StateBefore = Partial<Pick<TicketRecord, Returned>>;

/** What the ticket was before a change, for the way back; `null` where that would not bring all of it back. */
export function stateBefore(ticket: TicketRecord, type: TimelineType, set: object): StateBefore | null {
  const columns = Object.entries(set).flatMap(([column, value]) => (value === undefined ? [] : [column]));
  const entry = undoableEntry(type);
  if (!entry || columns.length === 0) return null;
  const returns: readonly string[] = entry.returns ?? RETURNED;
  const isReturned = (column: string): column is Returned => returns.includes(column);
  if (!columns.every(isReturned)) return null;
  return Object.fromEntries(columns.filter(isReturned).map((column) => [column, ticket[column]]));
}

/** What an entry keeps of the ticket before it, where moments are texts. */
export function keptBefore({ antes }: Record<string, unknown>): StateBefore | undefined {
  const before = antes as StateBefore | undefined;
  return before?.dueAt ? { ...before, dueAt: new Date(before.dueAt) } : before;
}

/** What letters about a change are found by while they have not left: the ticket as the change left it. */
export const actOf = ({ id, version }: Pick<TicketRecord, 'id' | 'version'>): string =>
  `ticket ${id} ${version}`;
