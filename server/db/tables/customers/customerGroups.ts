import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, identity, instant, updatedAt, version } from '../columns.ts';
import { customers } from './customers.ts';

/** Customers that belong together. With fewer than two it is gone: its members' log and the audit tell of it. */
export const customerGroups = pgTable('customer_groups', {
  id: identity(),
  name: text('name').notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  version: version(),
});

/** Who stands in which group; a customer stands in one at most, whoever writes. */
export const customerGroupMembers = pgTable(
  'customer_group_members',
  {
    customerId: integer('customer_id')
      .primaryKey()
      .references(() => customers.id, { onDelete: 'cascade' }),
    groupId: integer('group_id')
      .notNull()
      .references(() => customerGroups.id),
    since: instant('since').notNull(),
  },
  (t) => [index('customer_group_members_group_idx').on(t.groupId)],
);
