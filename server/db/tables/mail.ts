import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, emptyArray, identity, instant, updatedAt, version } from './columns.ts';
import { branches } from './organization.ts';
import { people } from './people.ts';
import { files } from './platform.ts';
import { ticketEvents, ticketMessages } from './ticketConversation.ts';
import { tickets } from './tickets.ts';

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
    state: text('state').$type<ReceivedState>().notNull(),
    /** A key of contract/catalogs/mailReason.ts; empty if it went straight to its ticket. */
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
    receivedAt: instant('received_at').notNull().defaultNow(),
    decidedById: integer('decided_by_id').references(() => people.id),
    decidedAt: instant('decided_at'),
    version: version(),
  },
  (t) => [
    uniqueIndex('received_emails_message_key').on(t.messageId),
    index('received_emails_state_idx').on(t.state, t.id.desc().nullsFirst()),
    index('received_emails_sender_idx').on(t.fromAddress, t.receivedAt),
    index('received_emails_ticket_idx').on(t.ticketId),
    index('received_emails_received_idx').on(t.receivedAt, t.id),
    uniqueIndex('received_emails_ticket_message_key').on(t.ticketMessageId),
    index('received_emails_file_idx').on(t.fileId).where(sql`file_id is not null`),
  ],
);
