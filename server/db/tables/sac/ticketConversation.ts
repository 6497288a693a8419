import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import {
  createdAt,
  emptyArray,
  emptyObject,
  identity,
  instant,
  personalGoneAt,
  updatedAt,
  version,
} from '../columns.ts';
import { branches, sectors } from '../people/organization.ts';
import { people } from '../people/people.ts';
import { files } from '../platform/platform.ts';
import { ticketItems, tickets } from './tickets.ts';

/** The conversation (histórico). Messages are HTML, cleaned when stored. */
export const ticketMessages = pgTable(
  'ticket_messages',
  {
    id: identity(),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    type: text('type').$type<'PUBLICO' | 'PRIVADO' | 'ENCAMINHAMENTO'>().notNull(),
    authorId: integer('author_id')
      .notNull()
      .references(() => people.id),
    html: text('html').notNull(),
    sectorId: integer('sector_id').references(() => sectors.id),
    attendantId: integer('attendant_id').references(() => people.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('ticket_messages_ticket_idx').on(
      t.ticketId,
      t.createdAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    // Reports read a period of all tickets.
    index('ticket_messages_created_idx').on(t.createdAt),
    // The week comes with the words, so that a search reads the newest messages of a common word and not all of them.
    index('ticket_messages_words_idx').using(
      'gin',
      sql`public.message_week(${t.createdAt})`,
      sql`public.message_words(${t.html})`,
    ),
  ],
);

/** The timeline (atividades): one entry per accepted event, written in its transaction. */
export const ticketEvents = pgTable(
  'ticket_events',
  {
    id: identity(),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    note: text('note').notNull().default(''),
    /** Hidden from people outside the company. */
    internal: boolean('internal').notNull().default(false),
    /** Whether the version counts the entry that people outside the company are shown. */
    noticed: boolean('noticed').notNull().default(true),
    personId: integer('person_id').references(() => people.id),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default(emptyObject),
    createdAt: createdAt(),
  },
  (t) => [
    index('ticket_events_ticket_idx').on(
      t.ticketId,
      t.createdAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    // Reports read a period of all tickets.
    index('ticket_events_created_idx').on(t.createdAt),
  ],
);

/** A file of a ticket, one of its lines, its messages or its extra fields. */
export const ticketAttachments = pgTable(
  'ticket_attachments',
  {
    id: identity(),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    itemId: integer('item_id').references(() => ticketItems.id, { onDelete: 'cascade' }),
    messageId: integer('message_id').references(() => ticketMessages.id, { onDelete: 'cascade' }),
    /** The key of the extra field that holds the file, by which it is read: it is no attachment of the conversation. */
    fieldKey: text('field_key'),
    /** Hidden from end consumers. */
    internal: boolean('internal').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    index('ticket_attachments_ticket_idx').on(t.ticketId),
    uniqueIndex('ticket_attachments_file_key').on(t.fileId),
  ],
);

/**
 * When each ticket was last updated, with the list's filter columns: the indexes for `dtAtualizacao` and `dtMovimentacao`,
 * kept apart from the many of `tickets`, so that a message writes five index entries instead of one in each of them
 * (docs/adr/0021-movements-apart.md). Only triggers of `tickets` write it. Columns have the same names as there, so that a
 * condition over `tickets` works on this table too when aliased to that name.
 */
export const ticketMovements = pgTable(
  'ticket_movements',
  {
    id: integer('id')
      .primaryKey()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    updatedAt: instant('updated_at').notNull(),
    /** The later of the ticket's `updated_at` and `internal_at`: the last movement as the company sees it. */
    movedAt: instant('moved_at').notNull(),
    archived: boolean('archived').notNull(),
    status: text('status').notNull(),
    typeId: integer('type_id').notNull(),
    customerId: integer('customer_id').notNull(),
    branchId: integer('branch_id').notNull(),
    representativeId: integer('representative_id'),
    regionId: integer('region_id'),
    sectorId: integer('sector_id'),
    operatorId: integer('operator_id'),
    carrierId: integer('carrier_id'),
    reasonId: integer('reason_id'),
    stepKey: text('step_key').notNull(),
    priority: text('priority').notNull().default('NORMAL'),
    dueAt: instant('due_at'),
    dueMinutes: integer('due_minutes'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => {
    const who = [t.representativeId, t.regionId, t.sectorId, t.operatorId, t.customerId] as const;
    const rest = [t.typeId, t.branchId, ...who, t.createdAt, t.dueAt, t.dueMinutes, t.stepKey] as const;
    return [
      index('ticket_movements_updated_idx').on(t.archived, t.updatedAt, t.id, t.status, ...rest),
      index('ticket_movements_status_idx').on(t.archived, t.status, t.updatedAt, t.id, ...rest),
      index('ticket_movements_moved_idx').on(t.archived, t.movedAt, t.id, t.status, ...rest),
      index('ticket_movements_status_moved_idx').on(t.archived, t.status, t.movedAt, t.id, ...rest),
    ];
  },
);

/** A ticket event that its customer has not been notified of yet; removed with the e-mail that reports it. */
export const ticketNews = pgTable(
  'ticket_news',
  {
    id: identity(),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    eventId: integer('event_id')
      .notNull()
      .references(() => ticketEvents.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('ticket_news_ticket_idx').on(t.ticketId),
    index('ticket_news_created_idx').on(t.createdAt),
    index('ticket_news_event_idx').on(t.eventId),
  ],
);

/** The question after the end of a ticket: how it was for whoever asked for it. Asked once a ticket, answered by a link. */
export const ticketSurveys = pgTable('ticket_surveys', {
  id: identity(),
  ticketId: integer('ticket_id')
    .notNull()
    .unique()
    .references(() => tickets.id, { onDelete: 'cascade' }),
  /** Where it was sent. */
  address: text('address').notNull(),
  askedAt: instant('asked_at').notNull(),
  /** 1 (very dissatisfied) to 5 (very satisfied). */
  mark: integer('mark'),
  comment: text('comment').notNull().default(''),
  /** The first answer; it may be changed for some days. */
  answeredAt: instant('answered_at'),
  personalGoneAt: personalGoneAt(),
  updatedAt: updatedAt(),
  version: version(),
});

/** Status of an e-mail address, in lowercase: unsubscribed, or failing delivery. */
export const mailAddresses = pgTable('mail_addresses', {
  address: text('address').primaryKey(),
  unsubscribedAt: instant('unsubscribed_at'),
  failingSince: instant('failing_since'),
  /** The response of the address's mail server. */
  failure: text('failure').notNull().default(''),
  updatedAt: updatedAt(),
  version: version(),
});

/** The state of a received e-mail. */
type ReceivedState = 'ESPERA' | 'NO_TICKET' | 'DESCARTADO' | 'A_PARTE';

/** Every incoming e-mail, once per Message-ID. */
export const receivedEmails = pgTable(
  'received_emails',
  {
    id: identity(),
    /** The sender's Message-ID, or the SHA-256 of the whole e-mail if it has none. */
    messageId: text('message_id').notNull(),
    /** Of sender, subject and body: another e-mail under the same id is another one. Empty for those from before. */
    contentHash: text('content_hash').notNull().default(''),
    state: text('state').$type<ReceivedState>().notNull(),
    /** A key of contract/config/emails.ts; empty if it went straight to its ticket. */
    reason: text('reason').notNull().default(''),
    /** Details about the reason, for human readers. */
    detail: text('detail').notNull().default(''),
    fromAddress: text('from_address').notNull().default(''),
    fromName: text('from_name').notNull().default(''),
    toAddresses: jsonb('to_addresses').$type<string[]>().notNull().default(emptyArray),
    subject: text('subject').notNull().default(''),
    /** The new part and the quoted part, as cleaned HTML. */
    html: text('html').notNull().default(''),
    quotedHtml: text('quoted_html').notNull().default(''),
    attachments: jsonb('attachments').$type<string[]>().notNull().default(emptyArray),
    /** Attachments that the console does not accept, each with the reason. */
    leftOut: jsonb('left_out').$type<string[]>().notNull().default(emptyArray),
    /** The branch whose reply address it was sent to. */
    branchId: integer('branch_id').references(() => branches.id),
    ticketId: integer('ticket_id').references(() => tickets.id, { onDelete: 'set null' }),
    /** The message created from it. */
    ticketMessageId: integer('ticket_message_id').references(() => ticketMessages.id, {
      onDelete: 'set null',
    }),
    /** The complete original, while a decision is pending; removed a month later. */
    fileId: uuid('file_id').references(() => files.id, { onDelete: 'set null' }),
    /** How often it was begun to be read while it is not read yet; 0 afterwards. */
    readAttempts: integer('read_attempts').notNull().default(0),
    receivedAt: instant('received_at').notNull().defaultNow(),
    decidedById: integer('decided_by_id').references(() => people.id),
    decidedAt: instant('decided_at'),
    version: version(),
  },
  (t) => [
    uniqueIndex('received_emails_content_key').on(t.messageId, t.contentHash),
    index('received_emails_state_idx').on(t.state, t.id.desc().nullsFirst()),
    index('received_emails_sender_idx').on(t.fromAddress, t.receivedAt),
    index('received_emails_ticket_idx').on(t.ticketId),
    index('received_emails_received_idx').on(t.receivedAt, t.id),
    uniqueIndex('received_emails_ticket_message_key').on(t.ticketMessageId),
    index('received_emails_file_idx').on(t.fileId).where(sql`file_id is not null`),
  ],
);
