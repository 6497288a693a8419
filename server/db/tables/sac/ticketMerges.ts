import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import type { TicketStatus } from '#contract/catalogs/ticketStatus.ts';
import { identity, instant } from '../columns.ts';
import { people } from '../people/people.ts';
import { tickets } from './tickets.ts';

/** A line as it stood when it went to the other ticket; the undoing finds it unchanged or is refused. */
export interface MovedLine {
  id: number;
  /** Its number on the ticket that it came from. */
  line: number;
  /** What its quantities and its decision were. */
  state: string;
}

/** The rows that went from one ticket to another or were written there, by id, so that exactly these go back. */
export interface MovedRows {
  lines: MovedLine[];
  messages: number[];
  attachments: number[];
  costs: number[];
  pickups: number[];
  /** The return invoice, if it went along. */
  returnInvoice: number | null;
  /** Invoices that the ticket was about as a whole. */
  invoices: number[];
  /** Those of them that the other ticket was not about yet. */
  addedInvoices: number[];
  /** Who follows the other ticket because of it. */
  followers: number[];
  /** What is in copy of it because of it. */
  copies: number[];
}

/** A merge takes half-written replies along as well, named by what all copies of one share. */
interface MergedRows extends MovedRows {
  drafts: string[];
}

/** What the ticket that got the rows looked like right afterwards; whatever has moved on since cannot be taken back. */
export interface StoodAt {
  typeId: number;
  stepKey: string;
  stepEnteredAt: string;
  returnInvoice: number | null;
  pickup: number | null;
}

/** What closing a merged ticket changed. */
interface ClosedFrom {
  status: TicketStatus;
  dueAt: string | null;
  dueMinutes: number | null;
  dueMinutesLeft: number | null;
  /** How it was put off until then, as JSON keeps it; absent if it was not. */
  snooze?: unknown;
}

/**
 * A ticket that was merged into another one: which rows went along, so that the merge can be taken back exactly. Holds numbers and
 * states only.
 */
export const ticketMerges = pgTable(
  'ticket_merges',
  {
    id: identity(),
    fromId: integer('from_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    toId: integer('to_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    moved: jsonb('moved').$type<MergedRows>().notNull(),
    stood: jsonb('stood').$type<StoodAt>().notNull(),
    closed: jsonb('closed').$type<ClosedFrom>().notNull(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    at: instant('at').notNull(),
    undoneById: integer('undone_by_id').references(() => people.id),
    undoneAt: instant('undone_at'),
  },
  (t) => [
    index('ticket_merges_from_idx').on(t.fromId).where(sql`undone_at is null`),
    index('ticket_merges_to_idx').on(t.toId).where(sql`undone_at is null`),
    index('ticket_merges_all_idx').on(t.fromId, t.toId),
  ],
);
