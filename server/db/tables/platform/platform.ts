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
import { createdAt, emptyObject, identity, instant, updatedAt, version } from '../columns.ts';
import { passwordResets, people } from '../people/people.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** An uploaded file. If `linkedAt` is not set within a day, it is an orphan and swept. */
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
 * A single row: the transaction that last changed cached data (db/cachedQuery.ts). A trigger on each such table writes it at
 * commit.
 */
export const configurationState = pgTable('configuration_state', {
  id: integer('id').primaryKey().default(1),
  change: bigint('change', { mode: 'number' }).notNull().default(0),
});

/** Unfinished work, by person and object (`ticket-novo`, `ticket-12-resposta`). */
export const drafts = pgTable(
  'drafts',
  {
    /** The same for all copies of a draft, e.g. one that a second page set aside. */
    draftId: uuid('draft_id').notNull().defaultRandom(),
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

/**
 * What a draft became and who sent it, written in the transaction of its sending: no draft is sent twice, whatever page,
 * device or person tries (docs/domain.md 13, One sending per draft).
 */
export const draftEndings = pgTable(
  'draft_endings',
  {
    draftId: uuid('draft_id').primaryKey(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** The number of the record that it became. */
    recordId: text('record_id').notNull(),
    text: text('text').notNull(),
    link: text('link'),
    endedAt: instant('ended_at').notNull(),
  },
  (t) => [index('draft_endings_ended_idx').on(t.endedAt), index('draft_endings_person_idx').on(t.personId)],
);

/** Completed commands; a repeat is answered with the stored body (docs/domain.md 4.5). */
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

/**
 * Who changed what, written in the transaction of the change. A trigger refuses updates, and deletes of rows that are not
 * years old.
 */
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

/** The addressing of an e-mail besides `to`. */
export interface MailEnvelope {
  /** Replaces SMTP_FROM in part or in full: either one or both. */
  fromName?: string;
  fromAddress?: string;
  replyTo?: string;
  inReplyTo?: string;
  references?: string[];
  /** An address that accepts the POST of RFC 8058. */
  unsubscribe?: string;
  /** The branch whose brand heads it; without one, the company's does. */
  branchId?: number;
  /** Whether the address was in copy of what a customer was told. */
  copy?: boolean;
  /** What it tells of, by which it is withdrawn when that is taken back before it left. */
  act?: string;
}

/** E-mails, written in the transaction that causes them and sent by a dispatcher if SMTP is configured. */
export const outboxEmails = pgTable(
  'outbox_emails',
  {
    id: identity(),
    toAddress: text('to_address').notNull(),
    subject: text('subject').notNull(),
    /** A link that gives access to an account is represented by a placeholder (adapters/mail/outbox.ts). */
    bodyText: text('body_text').notNull(),
    passwordResetId: integer('password_reset_id').references(() => passwordResets.id, {
      onDelete: 'set null',
    }),
    /** The same text as HTML; if empty, only the text is sent. */
    bodyHtml: text('body_html').notNull().default(''),
    /** The ticket's number for its e-mails (not a foreign key, because the outbox outlives tickets). */
    ticketId: integer('ticket_id'),
    /** The last message of that ticket that the e-mail tells of, which may stand on another ticket since. Not a foreign key either. */
    ticketMessageId: integer('ticket_message_id'),
    /** Includes the angle brackets; set if it was chosen in advance, since replies and bounces refer to it. */
    messageId: text('message_id').notNull().default(''),
    /** The sender, the address for replies, and the thread it belongs to. */
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

/** An e-mail attachment, deleted once the e-mail was sent, since the recipient then has it. */
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

/** A notice (aviso) to everyone or to one person type. HTML, cleaned when stored. */
export const notices = pgTable(
  'notices',
  {
    id: identity(),
    title: text('title').notNull(),
    html: text('html').notNull(),
    /** TODOS, a type of person, or PESSOA for the one person below. */
    audience: text('audience').notNull().default('TODOS'),
    personId: integer('person_id').references(() => people.id, { onDelete: 'cascade' }),
    /** Path of the page that it is about. */
    link: text('link'),
    /** Written by the console itself about something that happened; its authors' list leaves it out. */
    automatic: boolean('automatic').notNull().default(false),
    authorId: integer('author_id').references(() => people.id),
    publishedAt: instant('published_at').notNull().defaultNow(),
    updatedAt: updatedAt(),
    version: version(),
  },
  // Nearly all notices are somebody's own in time; the two together answer what one person may read.
  (t) => [
    index('notices_person_idx').on(t.personId).where(sql`person_id is not null`),
    index('notices_audience_idx').on(t.audience),
  ],
);

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

/** A single row describing this database, written by the first-time setup or the demonstration data. */
export const installation = pgTable('installation', {
  id: integer('id').primaryKey().default(1),
  demo: boolean('demo').notNull().default(false),
  facts: jsonb('facts').$type<Record<string, unknown>>().notNull().default(emptyObject),
  /** SHA-256 of the code that creates the first administrator; removed once used. */
  setupCodeHash: text('setup_code_hash'),
  createdAt: createdAt(),
});
