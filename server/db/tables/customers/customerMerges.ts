import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { identity, instant } from '../columns.ts';
import { people } from '../people/people.ts';

/** What went from one customer to another, so that exactly this goes back. */
export interface MovedRecords {
  /** Keys of the rows that went along, by table: their `id`, or the column that names them beside the customer. */
  moved: Readonly<Record<string, readonly (string | number)[]>>;
  /** External codes, by their source; those of a source that the other customer has one of stay, and lead on. */
  codes: readonly string[];
  /** Delivery addresses that the other customer had already, and which are no longer offered twice. */
  hidden: readonly number[];
  /** Records of the company's own types that referred to the customer, and in which places of their fields. */
  records: readonly { id: number; type: string; places: readonly string[] }[];
  /** What somebody had half-written about the customer. Absent in older merges. */
  drafts?: readonly string[];
}

/** What a merge wrote into the customer that stays, by column, so that what nobody changed since is taken back. */
export type MergedColumns = Readonly<Record<string, { before: unknown; after: unknown }>>;

/**
 * A customer that was merged into another one. Its row is gone, so that no list, sum or search can show it twice; the number leads on
 * from here. Neither number references `customers`: the one is gone, and the other may be merged itself.
 */
export const customerMerges = pgTable(
  'customer_merges',
  {
    id: identity(),
    fromId: integer('from_id').notNull(),
    toId: integer('to_id').notNull(),
    records: jsonb('records').$type<MovedRecords>().notNull(),
    /**
     * The row as it was, what of it the other customer had already, and what was written into that one. Kept only as long as it can be
     * taken back (`forgetMerged`), since it is the data of a person.
     */
    kept: jsonb('kept').$type<KeptOfMerged>(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    at: instant('at').notNull(),
    undoneById: integer('undone_by_id').references(() => people.id),
    undoneAt: instant('undone_at'),
  },
  (t) => [
    uniqueIndex('customer_merges_from_key').on(t.fromId).where(sql`undone_at is null`),
    index('customer_merges_to_idx').on(t.toId),
    index('customer_merges_kept_idx').on(t.at).where(sql`kept is not null`),
  ],
);

export interface KeptOfMerged {
  row: Readonly<Record<string, unknown>>;
  /** Whole rows, by table. */
  doubles: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  columns: MergedColumns;
}
