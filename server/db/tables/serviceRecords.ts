import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, identity, instant, namedList, updatedAt, version } from './columns.ts';
import { customers } from './customers.ts';
import { orders } from './orders.ts';
import { people } from './people.ts';

/** Reasons for speaking with a customer (`motivos-atendimento`). */
export const serviceReasons = namedList('service_reasons');

/**
 * A conversation with a customer (atendimento). It is pending from its start until it is registered; an operator has at most
 * one pending conversation.
 */
export const serviceRecords = pgTable(
  'service_records',
  {
    id: identity(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'set null' }),
    agendaId: integer('agenda_id'),
    reasonId: integer('reason_id').references(() => serviceReasons.id),
    description: text('description').notNull().default(''),
    returnAt: instant('return_at'),
    quoteSituation: text('quote_situation').$type<'ABERTO' | 'PERDIDO'>(),
    lossReasonId: integer('loss_reason_id'),
    startedAt: instant('started_at').notNull().defaultNow(),
    /** `null` while it is pending. */
    registeredAt: instant('registered_at'),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    index('service_records_customer_idx').on(t.customerId, t.startedAt, t.id),
    index('service_records_person_idx').on(t.personId, t.startedAt, t.id),
    uniqueIndex('service_records_pending_key').on(t.personId).where(sql`registered_at is null`),
  ],
);

/** An operator's status: DISPONIVEL, EM_ATENDIMENTO, PAUSA, OFFLINE. */
export const operatorStatuses = pgTable('operator_statuses', {
  personId: integer('person_id')
    .primaryKey()
    .references(() => people.id, { onDelete: 'cascade' }),
  status: text('status').$type<'DISPONIVEL' | 'EM_ATENDIMENTO' | 'PAUSA' | 'OFFLINE'>().notNull(),
  updatedAt: updatedAt(),
  version: version(),
});

/** Calls sent to the dialer. */
export const dials = pgTable(
  'dials',
  {
    id: identity(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    /** Digits only. */
    number: text('number').notNull(),
    customerId: integer('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    agendaId: integer('agenda_id'),
    accepted: boolean('accepted').notNull(),
    /** The dialer's response, or why the call failed. */
    answer: text('answer').notNull().default(''),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [index('dials_person_idx').on(t.personId, t.at)],
);
