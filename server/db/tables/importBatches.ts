import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, emptyArray, identity, instant } from './columns.ts';
import { people } from './people.ts';

/** An uploaded sheet that was judged and not yet taken over: the two phases of an import. Swept after a day. */
export const importBatches = pgTable(
  'import_batches',
  {
    id: identity(),
    kind: text('kind').$type<'SUGESTOES'>().notNull(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    /** Each line with what was read or why it fails; the shape belongs to the kind. */
    lines: jsonb('lines').$type<Record<string, unknown>[]>().notNull().default(emptyArray),
    takenAt: instant('taken_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('import_batches_person_idx').on(t.personId, t.kind),
    index('import_batches_created_idx').on(t.createdAt),
  ],
);
