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
import { createdAt, emptyArray, emptyObject, identity, instant, updatedAt, version } from './columns.ts';
import { sectors } from './organization.ts';
import { people } from './people.ts';

/** Filters, order and columns of a list under a name: of one person, or shared with the team. */
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
    /** Shown to everybody of the company who may open the list. */
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

/** The view that a person's list opens with. */
export const defaultViews = pgTable(
  'default_views',
  {
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    list: text('list').notNull(),
    viewId: integer('view_id')
      .notNull()
      .references(() => savedViews.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.personId, t.list] })],
);

/** An answer that is written often, with variables such as {{cliente}}. HTML, cleaned when stored. */
export const cannedReplies = pgTable(
  'canned_replies',
  {
    id: identity(),
    title: text('title').notNull(),
    html: text('html').notNull(),
    /** Offered to this sector; `null` to all. */
    sectorId: integer('sector_id').references(() => sectors.id),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [uniqueIndex('canned_replies_title_key').on(t.title)],
);

/** Long work on many records: how far it is, and what became of each row (DOMAIN.md section 5). */
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
    input: jsonb('input').$type<Record<string, unknown>>().notNull().default(emptyObject),
    ids: jsonb('ids').$type<number[]>().notNull().default(emptyArray),
    /** Rows before this place are done: whoever does the next one takes it by raising this. */
    processed: integer('processed').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    finishedAt: instant('finished_at'),
  },
  (t) => [index('bulk_jobs_person_idx').on(t.personId, t.createdAt.desc().nullsFirst())],
);

/** What became of each row of a job, in the transaction of the row. */
export const bulkJobRows = pgTable(
  'bulk_job_rows',
  {
    jobId: uuid('job_id')
      .notNull()
      .references(() => bulkJobs.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    recordId: integer('record_id').notNull(),
    /** `null` where it succeeded. */
    failureCode: text('failure_code'),
    failureText: text('failure_text'),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.place] })],
);

/** What the channels were told, in order: whoever was away asks for what came after (QUALITY.md, reliability). */
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
