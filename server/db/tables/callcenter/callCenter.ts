import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import type { CallOutcome, CallStatus } from '#contract/callcenter/agendas/incomingCalls.ts';
import type { CallOrigin, DialerStatus } from '#contract/catalogs/callCenter.ts';
import { createdAt, emptyObject, identity, instant, namedList, updatedAt, version } from '../columns.ts';
import { backwards, customers } from '../customers/customers.ts';
import { branches, representatives } from '../people/organization.ts';
import { people } from '../people/people.ts';
import { orders } from './orders.ts';

/**
 * A scheduled contact. Its situation is not stored: CUMPRIDA once finished, otherwise ATRASADA after its time, otherwise
 * PENDENTE (document 001 section 4).
 */
export const agendas = pgTable(
  'agendas',
  {
    id: identity(),
    /** A for a contact, C for collection (cobrança). */
    kind: text('kind').$type<'A' | 'C'>().notNull().default('A'),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
    /** Copied from the customer for scope conditions. */
    representativeId: integer('representative_id').references(() => representatives.id),
    /** The person who is to make the contact (`colaborador`). */
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'set null' }),
    subject: text('subject').notNull(),
    /** The subject as searches compare it, folded. */
    foldedSubject: text('folded_subject').generatedAlwaysAs(sql`public.fold_text(subject)`),
    description: text('description').notNull().default(''),
    scheduledAt: instant('scheduled_at').notNull(),
    finishedAt: instant('finished_at'),
    finishReasonId: integer('finish_reason_id'),
    finishNote: text('finish_note').notNull().default(''),
    dialerStatus: text('dialer_status').$type<DialerStatus>(),
    dialerUpdatedAt: instant('dialer_updated_at'),
    /** Who told the status; `null` where it was kept before that was. */
    dialerOrigin: text('dialer_origin').$type<CallOrigin>(),
    /** GO: created here; ERP: imported from there; AUTOMACAO: created by a rule. */
    origin: text('origin').$type<'GO' | 'ERP' | 'AUTOMACAO'>().notNull().default('GO'),
    externalId: text('external_id'),
    automationId: integer('automation_id'),
    createdById: integer('created_by_id').references(() => people.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    index('agendas_scheduled_idx').on(
      t.scheduledAt,
      t.id,
      t.kind,
      t.personId,
      t.branchId,
      t.customerId,
      t.finishedAt,
    ),
    index('agendas_person_idx').on(t.personId, t.scheduledAt, t.id, t.kind, t.finishedAt, t.customerId),
    index('agendas_customer_idx').on(t.customerId, t.kind, t.scheduledAt, t.id),
    index('agendas_branch_idx').on(t.branchId, t.scheduledAt, t.id, t.kind, t.personId),
    index('agendas_open_idx').on(t.scheduledAt, t.id, t.personId, t.branchId).where(sql`finished_at is null`),
    index('agendas_automation_idx').on(t.automationId).where(sql`automation_id is not null`),
    index('agendas_folded_subject_idx').using('gin', t.foldedSubject.op('gin_trgm_ops')),
    uniqueIndex('agendas_external_key').on(t.origin, t.externalId).where(sql`external_id is not null`),
  ],
);

/** Why a contact ended (`motivos-finalizacao`). */
export const agendaReasons = namedList('agenda_reasons');

/** What an automation selects and creates: contract/rules/automations. */
export const automations = pgTable('automations', {
  id: identity(),
  name: text('name').notNull(),
  active: boolean('active').notNull().default(true),
  rule: jsonb('rule').$type<Record<string, unknown>>().notNull().default(emptyObject),
  lastRunAt: instant('last_run_at'),
  lastMade: integer('last_made'),
  createdById: integer('created_by_id').references(() => people.id),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  version: version(),
});

/** How many contacts a seller can make per day; the parameter applies when there is no row. */
export const agendaCapacities = pgTable('agenda_capacities', {
  personId: integer('person_id')
    .primaryKey()
    .references(() => people.id, { onDelete: 'cascade' }),
  perDay: integer('per_day').notNull(),
  updatedAt: updatedAt(),
  version: version(),
});

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
    // Reports read a period of everybody's.
    index('service_records_started_idx').on(t.startedAt),
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

/** Signed messages of telephone systems that were taken, as long as their signature would be accepted. */
export const usedCallMessages = pgTable(
  'used_call_messages',
  {
    messageHash: text('message_hash').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('used_call_messages_expires_idx').on(t.expiresAt)],
);

/** Calls that the telephone system said were for somebody's line. */
export const incomingCalls = pgTable(
  'incoming_calls',
  {
    id: identity(),
    /** Whose line it was. */
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    line: text('line').notNull(),
    /** Names the call, so that what is told twice is one: the telephone system's own name for it, or the moment. */
    callKey: text('call_key').notNull(),
    /** As `normalizePhone` writes it; empty where it was withheld, or is forgotten. */
    number: text('number').notNull(),
    status: text('status').$type<CallStatus>().notNull(),
    /** Who it was, once the person said so. */
    customerId: integer('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    outcome: text('outcome').$type<CallOutcome>(),
    note: text('note').notNull().default(''),
    startedAt: instant('started_at').notNull(),
    answeredAt: instant('answered_at'),
    endedAt: instant('ended_at'),
    settledAt: instant('settled_at'),
    /** Who said what became of it, the last time: whose line it was, or who leads them. */
    settledById: integer('settled_by_id').references(() => people.id, { onDelete: 'set null' }),
    version: version(),
  },
  (t) => [
    unique('incoming_calls_call_key').on(t.personId, t.callKey),
    index('incoming_calls_person_idx').on(t.personId, t.startedAt),
    index('incoming_calls_customer_idx').on(t.customerId),
    index('incoming_calls_at_idx').on(t.startedAt, t.id),
    index('incoming_calls_number_idx').on(backwards(t.number)),
    // Numbers that led to nobody are forgotten, and what was noted of such calls.
    index('incoming_calls_started_idx')
      .on(t.startedAt)
      .where(sql`customer_id is null and (number <> '' or note <> '')`),
  ],
);
