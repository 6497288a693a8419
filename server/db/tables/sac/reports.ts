import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { BlockSource } from '#contract/rules/dashboards/blockSources.ts';
import type { ReportFormat, RunState, ScheduleRhythm } from '#contract/rules/reports/report.ts';
import { createdAt, emptyArray, emptyObject, identity, instant, updatedAt, version } from '../columns.ts';
import { people, sessions } from '../people/people.ts';
import { files } from '../platform/platform.ts';

type Values = Record<string, unknown>;

/** What a dashboard's file was made of. */
export interface PaperContents {
  /** Keys of reports. */
  reports: readonly string[];
  sources: readonly BlockSource[];
}

/** Every run of a report, and every dashboard that was sent as PDF: the user, the values, the number of rows and the duration. */
export const reportRuns = pgTable(
  'report_runs',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** `null` for a dashboard as a whole. */
    reportKey: text('report_key'),
    /** That of the report, or of the dashboard as a whole. */
    reportVersion: integer('report_version').notNull(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    parameters: jsonb('parameters').$type<Values>().notNull().default(emptyObject),
    format: text('format').$type<ReportFormat>().notNull(),
    state: text('state').$type<RunState>().notNull(),
    rows: integer('rows'),
    /** Whether more rows matched than the limit allows. */
    cut: boolean('cut').notNull().default(false),
    error: text('error').notNull().default(''),
    startedAt: instant('started_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
    /** The schedule that ran it; `null` for a run by a user. */
    scheduleId: integer('schedule_id'),
    fileId: uuid('file_id').references(() => files.id),
    /** The dashboard that it was read for, '' for one that is being written; `null` for a report that somebody asked for. */
    dashboardKey: text('dashboard_key'),
    /** Of a dashboard as a whole: who opens its file later must still be allowed to see and to export each part. */
    contents: jsonb('contents').$type<PaperContents>(),
  },
  (t) => [
    check('report_runs_of_something', sql`num_nonnulls(${t.reportKey}, ${t.dashboardKey}) > 0`),
    index('report_runs_person_idx').on(t.personId, t.id.desc()),
    index('report_runs_report_idx').on(t.reportKey, t.id.desc()),
    // A person can run one report at a time (docs/domain.md 15), beside the dashboards they look at; a second insert fails.
    uniqueIndex('report_runs_one_running')
      .on(t.personId)
      .where(sql`state = 'RODANDO' and schedule_id is null and dashboard_key is null`),
  ],
);

/** A saved set of parameter values. */
export const reportSets = pgTable(
  'report_sets',
  {
    id: identity(),
    reportKey: text('report_key').notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Visible to everyone who may see the report. */
    team: boolean('team').notNull().default(false),
    parameters: jsonb('parameters').$type<Values>().notNull().default(emptyObject),
    /** The version whose parameters it was made for. */
    reportVersion: integer('report_version').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [index('report_sets_report_idx').on(t.reportKey, t.ownerId)],
);

/** A report, or a dashboard as PDF, sent by e-mail; each recipient gets what their own permissions allow. */
export const reportSchedules = pgTable(
  'report_schedules',
  {
    id: identity(),
    reportKey: text('report_key'),
    dashboardKey: text('dashboard_key'),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    parameters: jsonb('parameters').$type<Values>().notNull().default(emptyObject),
    /** The version of the report or dashboard that the filters were chosen for. */
    reportVersion: integer('report_version').notNull(),
    format: text('format').$type<ReportFormat>().notNull(),
    rhythm: jsonb('rhythm').$type<ScheduleRhythm>().notNull(),
    /** Ids of people. */
    receivers: jsonb('receivers').$type<number[]>().notNull().default(emptyArray),
    active: boolean('active').notNull().default(true),
    /** Whether whoever would receive no row receives nothing. */
    onlyWithRows: boolean('only_with_rows').notNull().default(false),
    nextRunAt: instant('next_run_at'),
    lastRunAt: instant('last_run_at'),
    lastError: text('last_error').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    index('report_schedules_due_idx').on(t.nextRunAt).where(sql`active`),
    index('report_schedules_report_idx').on(t.reportKey),
    index('report_schedules_dashboard_idx').on(t.dashboardKey),
    check('report_schedules_one_subject', sql`num_nonnulls(${t.reportKey}, ${t.dashboardKey}) = 1`),
  ],
);

/** Opens the embedded viewer once, within 60 seconds (docs/domain.md 8). Only the token's hash is stored. */
export const reportTickets = pgTable('report_tickets', {
  tokenHash: text('token_hash').primaryKey(),
  personId: integer('person_id')
    .notNull()
    .references(() => people.id, { onDelete: 'cascade' }),
  sessionId: uuid('session_id')
    .notNull()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  reportKey: text('report_key').notNull(),
  parameters: jsonb('parameters').$type<Values>().notNull().default(emptyObject),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
});
