import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { OpensTarget } from '#contract/rules/sales/showcase.ts';
import { createdAt, emptyObject, identity, instant, money, updatedAt, version } from '../columns.ts';
import { customers } from '../customers/customers.ts';
import { people } from '../people/people.ts';
import { orders } from './orders.ts';

/** A seller's goals for a month: value and margin, counted from invoiced orders (docs/domain.md 10). */
export const goals = pgTable(
  'goals',
  {
    id: identity(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** First day of the month. */
    month: date('month').notNull(),
    value: money('value').notNull(),
    margin: money('margin').notNull().default('0'),
    valueDone: money('value_done').notNull().default('0'),
    marginDone: money('margin_done').notNull().default('0'),
    countedAt: instant('counted_at'),
    version: version(),
  },
  (t) => [
    uniqueIndex('goals_person_month_key').on(t.personId, t.month),
    index('goals_month_idx').on(t.month),
  ],
);

/**
 * A collaborator's allowance for price concessions. The balance equals that of the last entry, and the row is locked for
 * writing.
 */
export const accounts = pgTable('accounts', {
  personId: integer('person_id')
    .primaryKey()
    .references(() => people.id),
  balance: money('balance').notNull().default('0'),
  version: version(),
});

/** An account's opening balance: one per person, booked as an entry on the day it was entered. */
export const accountOpenings = pgTable(
  'account_openings',
  {
    id: identity(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    asOf: date('as_of').notNull(),
    amount: money('amount').notNull(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [uniqueIndex('account_openings_person_key').on(t.personId)],
);

/** Entries of the current accounts (extrato). Append-only. */
export const accountEntries = pgTable(
  'account_entries',
  {
    id: identity(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    /** Signed: credits are positive. */
    amount: money('amount').notNull(),
    balance: money('balance').notNull(),
    description: text('description').notNull(),
    kind: text('kind').$type<'CREDITO' | 'DEBITO' | 'TRANSFERENCIA' | 'PEDIDO'>().notNull(),
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'set null' }),
    customerId: integer('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    /** The other side of a transfer. */
    otherPersonId: integer('other_person_id').references(() => people.id),
    authorId: integer('author_id').references(() => people.id),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    index('account_entries_person_idx').on(t.personId, t.at, t.id),
    index('account_entries_customer_idx').on(t.customerId, t.at),
  ],
);

/** Banners of the home page, by branch (0 for all) and period. */
export const banners = pgTable(
  'banners',
  {
    id: identity(),
    title: text('title').notNull(),
    text: text('text').notNull().default(''),
    imageId: text('image_id'),
    branchId: integer('branch_id').notNull().default(0),
    opens: jsonb('opens')
      .$type<OpensTarget>()
      .notNull()
      .default(emptyObject as never),
    startsOn: date('starts_on').notNull(),
    endsOn: date('ends_on').notNull(),
    position: integer('position').notNull().default(0),
    active: boolean('active').notNull().default(true),
    version: version(),
  },
  (t) => [index('banners_period_idx').on(t.endsOn, t.startsOn)],
);

/** Showcases (vitrines): products chosen by a rule. */
export const showcases = pgTable('showcases', {
  id: identity(),
  title: text('title').notNull(),
  subtitle: text('subtitle').notNull().default(''),
  branchId: integer('branch_id').notNull().default(0),
  /** Which products: by brand, class, campaign, or best-selling. */
  rule: jsonb('rule').$type<Record<string, unknown>>().notNull().default(emptyObject),
  opens: jsonb('opens')
    .$type<OpensTarget>()
    .notNull()
    .default(emptyObject as never),
  position: integer('position').notNull().default(0),
  active: boolean('active').notNull().default(true),
  version: version(),
});

/** Follow-up of customers: a type's board has stages, each with an entry rule stored as data (docs/domain.md 10). */
export const followUpTypes = pgTable('follow_up_types', {
  id: identity(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  active: boolean('active').notNull().default(true),
  /** Version of the board including its stages. */
  version: version(),
});
export const followUpStages = pgTable(
  'follow_up_stages',
  {
    id: identity(),
    typeId: integer('type_id')
      .notNull()
      .references(() => followUpTypes.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    color: text('color').notNull().default('informacao'),
    rule: jsonb('rule').$type<Record<string, unknown>>().notNull().default(emptyObject),
  },
  (t) => [index('follow_up_stages_type_idx').on(t.typeId, t.position)],
);

/** Entry points to product suggestions (`sugestoes/menus`). */
export const suggestionMenus = pgTable('suggestion_menus', {
  id: identity(),
  type: text('type').notNull().unique(),
  name: text('name').notNull(),
  position: integer('position').notNull().default(0),
  active: boolean('active').notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  version: version(),
});
