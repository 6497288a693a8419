import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, emptyObject, identity, instant, updatedAt, version } from './columns.ts';
import { passwordResets, people } from './people.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** An uploaded file. Without `linkedAt` a day later it is an orphan, and swept. */
export const files = pgTable(
  'files',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    name: text('name').notNull(),
    mime: text('mime').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    /** Name in the store: random, never the user's. */
    storedAs: text('stored_as').notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => people.id),
    createdAt: createdAt(),
    linkedAt: instant('linked_at'),
  },
  (t) => [index('files_orphans_idx').on(t.createdAt).where(sql`linked_at is null`)],
);

/**
 * One row: the transaction that last changed what is kept in memory (db/remembered.ts). A trigger on each table of that
 * kind writes it at the commit.
 */
export const configurationState = pgTable('configuration_state', {
  id: integer('id').primaryKey().default(1),
  change: bigint('change', { mode: 'number' }).notNull().default(0),
});

/** Unfinished work, by person and object (`ticket-novo`, `ticket-12-resposta`). */
export const drafts = pgTable(
  'drafts',
  {
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    object: text('object').notNull(),
    content: jsonb('content').notNull(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.personId, t.object] })],
);

/** Commands that were carried out: a repeat answers the stored body (DOMAIN.md 4.5). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    personId: integer('person_id').notNull(),
    key: text('key').notNull(),
    route: text('route').notNull(),
    requestHash: text('request_hash').notNull(),
    response: jsonb('response'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.key] }),
    index('idempotency_keys_created_idx').on(t.createdAt),
  ],
);

/** Who changed what, in the transaction of the change. A trigger refuses update, and the deletion of what is not years old. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    personId: integer('person_id'),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entityId: text('entity_id').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    ip: text('ip').notNull().default(''),
    requestId: text('request_id').notNull().default(''),
  },
  (t) => [
    index('audit_log_entity_idx').on(t.entity, t.entityId, t.id),
    index('audit_log_at_idx').on(t.at),
    index('audit_log_person_idx').on(t.personId, t.id),
  ],
);

/** How an e-mail is addressed beside `to`. */
export interface MailEnvelope {
  /** In the place of SMTP_FROM: either alone, or both. */
  fromName?: string;
  fromAddress?: string;
  replyTo?: string;
  inReplyTo?: string;
  references?: string[];
  /** An address that takes RFC 8058's POST. */
  unsubscribe?: string;
}

/** E-mails, written in the transaction that causes them; sent by a dispatcher when SMTP is set. */
export const outboxEmails = pgTable(
  'outbox_emails',
  {
    id: identity(),
    toAddress: text('to_address').notNull(),
    subject: text('subject').notNull(),
    /** Where a link that opens an account belongs stands a place holder (adapters/mail/queueMail.ts). */
    bodyText: text('body_text').notNull(),
    passwordResetId: integer('password_reset_id').references(() => passwordResets.id, {
      onDelete: 'set null',
    }),
    /** The same as HTML; empty: it goes as text alone. */
    bodyHtml: text('body_html').notNull().default(''),
    /** Of a ticket's e-mail: its number (no reference, for the outbox outlives tickets). */
    ticketId: integer('ticket_id'),
    /** With its angle brackets, where it was chosen beforehand: answers and bounces name it. */
    messageId: text('message_id').notNull().default(''),
    /** Who sends it, where answers go, and what it belongs to. */
    envelope: jsonb('envelope').$type<MailEnvelope>(),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
    lastError: text('last_error').notNull().default(''),
  },
  (t) => [
    index('outbox_emails_unsent_idx').on(t.nextAttemptAt).where(sql`sent_at is null`),
    index('outbox_emails_created_idx').on(t.createdAt),
    index('outbox_emails_ticket_idx').on(t.ticketId, t.id).where(sql`ticket_id is not null`),
    index('outbox_emails_message_idx').on(t.messageId).where(sql`message_id <> ''`),
  ],
);

/** A file that goes along with an e-mail; let go once it was sent, for whoever got it has it. */
export const outboxAttachments = pgTable(
  'outbox_attachments',
  {
    id: identity(),
    emailId: integer('email_id')
      .notNull()
      .references(() => outboxEmails.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    mime: text('mime').notNull(),
    content: bytes('content').notNull(),
  },
  (t) => [index('outbox_attachments_email_idx').on(t.emailId)],
);

/** A notice (aviso) to everybody, or to one person type. HTML, cleaned when stored. */
export const notices = pgTable('notices', {
  id: identity(),
  title: text('title').notNull(),
  html: text('html').notNull(),
  audience: text('audience').notNull().default('TODOS'),
  authorId: integer('author_id').references(() => people.id),
  publishedAt: instant('published_at').notNull().defaultNow(),
  updatedAt: updatedAt(),
  version: version(),
});

export const noticeReads = pgTable(
  'notice_reads',
  {
    noticeId: integer('notice_id')
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    readAt: instant('read_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.noticeId, t.personId] })],
);

export const faqKinds = pgTable('faq_kinds', { id: identity(), name: text('name').notNull() });

export const faqArticles = pgTable(
  'faq_articles',
  {
    id: identity(),
    kindId: integer('kind_id').references(() => faqKinds.id),
    title: text('title').notNull(),
    html: text('html').notNull(),
    /** Plain text of the article, for the search. */
    plainText: text('plain_text').notNull().default(''),
    forConsumers: boolean('for_consumers').notNull().default(true),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    index('faq_articles_search_idx').using(
      'gin',
      sql`(fold_text(${t.title} || ' ' || ${t.plainText})) gin_trgm_ops`,
    ),
  ],
);

/** One row that says what stands in this database: set by the first-time setup or the demonstration data. */
export const installation = pgTable('installation', {
  id: integer('id').primaryKey().default(1),
  demo: boolean('demo').notNull().default(false),
  facts: jsonb('facts').$type<Record<string, unknown>>().notNull().default(emptyObject),
  /** SHA-256 of the code that creates the first administrator; gone once used. */
  setupCodeHash: text('setup_code_hash'),
  createdAt: createdAt(),
});
