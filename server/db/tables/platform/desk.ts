import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, emptyArray, emptyObject, identity, instant, updatedAt, version } from '../columns.ts';
import { sectors } from '../people/organization.ts';
import { people, roles } from '../people/people.ts';

/** A list's filters, order and columns saved under a name, for one person or shared with the team. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: identity(),
    /** Which list: `tickets`, `coletas`. */
    list: text('list').notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Shown to everyone in the company who may open the list. */
    team: boolean('team').notNull().default(false),
    content: jsonb('content').$type<Record<string, unknown>>().notNull().default(emptyObject),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('saved_views_name_key').on(t.ownerId, t.list, t.name),
    index('saved_views_team_idx').on(t.list).where(sql`team`),
  ],
);

/** The view that a person's list opens with; `null` for none, also where the person's role has one. */
export const defaultViews = pgTable(
  'default_views',
  {
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    list: text('list').notNull(),
    viewId: integer('view_id').references(() => savedViews.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.personId, t.list] })],
);

/** The view that a list opens with for whoever has a role, until they choose one themselves: its columns and their order among the rest. */
export const roleViews = pgTable(
  'role_views',
  {
    roleId: integer('role_id')
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    list: text('list').notNull(),
    viewId: integer('view_id')
      .notNull()
      .references(() => savedViews.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.list] }), index('role_views_view_idx').on(t.viewId)],
);

/** A frequently used reply, with variables such as {{cliente}}. HTML, cleaned when stored. */
export const cannedReplies = pgTable(
  'canned_replies',
  {
    id: identity(),
    title: text('title').notNull(),
    html: text('html').notNull(),
    /** The sector it is offered to; `null` for all. */
    sectorId: integer('sector_id').references(() => sectors.id),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [uniqueIndex('canned_replies_title_key').on(t.title)],
);

/** The part of a request that is stored, so that the work can continue without it. */
export interface JobInput {
  dados: object;
  ip: string;
  requestId: string;
  /** What was recorded in advance about each row, by record id. */
  linhas?: Record<number, unknown>;
}

/** Background work on many records: its progress, and the outcome of each row (docs/domain.md 5). */
export const bulkJobs = pgTable(
  'bulk_jobs',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    action: text('action').notNull(),
    status: text('status')
      .$type<'NA_FILA' | 'EXECUTANDO' | 'CONCLUIDO' | 'CANCELADO' | 'FALHOU'>()
      .notNull()
      .default('NA_FILA'),
    input: jsonb('input').$type<JobInput>().notNull().default(emptyObject),
    ids: jsonb('ids').$type<number[]>().notNull().default(emptyArray),
    /** Rows before this index are done; a worker claims the next one by incrementing it. */
    processed: integer('processed').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    finishedAt: instant('finished_at'),
  },
  (t) => [index('bulk_jobs_person_idx').on(t.personId, t.createdAt.desc().nullsFirst())],
);

/** The outcome of each row of a job, written in the row's own transaction. */
export const bulkJobRows = pgTable(
  'bulk_job_rows',
  {
    jobId: uuid('job_id')
      .notNull()
      .references(() => bulkJobs.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    recordId: integer('record_id').notNull(),
    /** `null` if it succeeded. */
    failureCode: text('failure_code'),
    failureText: text('failure_text'),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.place] })],
);

/** Events sent to the channels, in order; a client that was offline asks for those it missed (docs/domain.md 18). */
export const realtimeEvents = pgTable(
  'realtime_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    channels: text('channels').array().notNull(),
    event: text('event').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default(emptyObject),
    createdAt: createdAt(),
  },
  (t) => [index('realtime_events_created_idx').on(t.createdAt)],
);

/**
 * The members of presence channels, one row per connection. Each process confirms its own rows; unconfirmed ones belonged to
 * a process that is gone. Times are the database's, since processes compare them.
 */
export const realtimeMembers = pgTable(
  'realtime_members',
  {
    channel: text('channel').notNull(),
    socketId: text('socket_id').notNull(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** The process that holds the connection. */
    node: text('node').notNull(),
    seenAt: instant('seen_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.channel, t.socketId] }),
    index('realtime_members_node_idx').on(t.node),
    index('realtime_members_seen_idx').on(t.seenAt),
  ],
);
