import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, emptyArray, identity, instant, updatedAt, version } from './columns.ts';
import { branches } from './organization.ts';
import { people } from './people.ts';
import { files } from './platform.ts';
import { ticketEvents, ticketMessages } from './ticketConversation.ts';
import { tickets } from './tickets.ts';

/** An event of a ticket that its customer has not been told of; gone with the e-mail that tells it. */
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

/** What is known of an e-mail address, in small letters: what it does not want, and that nothing arrives there. */
export const mailAddresses = pgTable('mail_addresses', {
  address: text('address').primaryKey(),
  unsubscribedAt: instant('unsubscribed_at'),
  failingSince: instant('failing_since'),
  /** What the server of the address answered. */
  failure: text('failure').notNull().default(''),
  updatedAt: updatedAt(),
  version: version(),
});

/** What became of a received e-mail. */
type ReceivedState = 'ESPERA' | 'NO_TICKET' | 'DESCARTADO' | 'A_PARTE';

/** Every e-mail that came in, once by its Message-ID. */
export const receivedEmails = pgTable(
  'received_emails',
  {
    id: identity(),
    /** As its sender numbered it; of one without a number the SHA-256 of all of it. */
    messageId: text('message_id').notNull(),
    state: text('state').$type<ReceivedState>().notNull(),
    /** A key of contract/catalogs/mailReason.ts; empty for what went straight into its ticket. */
    reason: text('reason').notNull().default(''),
    /** More about the reason, for people. */
    detail: text('detail').notNull().default(''),
    fromAddress: text('from_address').notNull().default(''),
    fromName: text('from_name').notNull().default(''),
    toAddresses: jsonb('to_addresses').$type<string[]>().notNull().default(emptyArray),
    subject: text('subject').notNull().default(''),
    /** What is new in it, and what was quoted below: HTML, cleaned. */
    html: text('html').notNull().default(''),
    quotedHtml: text('quoted_html').notNull().default(''),
    attachments: jsonb('attachments').$type<string[]>().notNull().default(emptyArray),
    /** Attachments that the console does not take, each with its reason. */
    leftOut: jsonb('left_out').$type<string[]>().notNull().default(emptyArray),
    /** Whose reply address it was sent to. */
    branchId: integer('branch_id').references(() => branches.id),
    ticketId: integer('ticket_id').references(() => tickets.id, { onDelete: 'set null' }),
    /** What it became. */
    ticketMessageId: integer('ticket_message_id').references(() => ticketMessages.id, {
      onDelete: 'set null',
    }),
    /** All of it as it came, while somebody may still decide; gone a month later. */
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
