import { integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { identity, instant } from '../columns.ts';
import { people } from '../people/people.ts';

/**
 * Two registrations of whom somebody said that they are not the same customer. The numbers are those of that day and reference nothing:
 * either may be merged into a third since, which is then not the other one (`leadingCustomer`), and comes back when that is undone.
 */
export const distinctCustomers = pgTable(
  'distinct_customers',
  {
    id: identity(),
    /** The lower number of the two. */
    oneId: integer('one_id').notNull(),
    otherId: integer('other_id').notNull(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    at: instant('at').notNull(),
  },
  (t) => [uniqueIndex('distinct_customers_pair_key').on(t.oneId, t.otherId)],
);
