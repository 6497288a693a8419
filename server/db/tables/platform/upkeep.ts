import { sql } from 'drizzle-orm';
import { bigint, customType, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { emptyArray, emptyObject, identity, instant } from '../columns.ts';

type BackupKind = 'COPIA' | 'RESTAURACAO';
type BackupOutcome = 'OK' | 'COM_FALTAS' | 'FALHOU';

/** The outcome of each backup and restore; a page shows the age of the last one. */
export const backupRuns = pgTable(
  'backup_runs',
  {
    id: identity(),
    kind: text('kind').$type<BackupKind>().notNull(),
    outcome: text('outcome').$type<BackupOutcome>().notNull(),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at').notNull(),
    /** The file's name without its folder. */
    fileName: text('file_name').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    rowCount: bigint('row_count', { mode: 'number' }).notNull().default(0),
    fileCount: integer('file_count').notNull().default(0),
    /** Stored files that could not be read. */
    missingFiles: integer('missing_files').notNull().default(0),
    release: text('release').notNull(),
    /** A sentence on why it failed. */
    reason: text('reason').notNull().default(''),
  },
  (t) => [index('backup_runs_finished_idx').on(t.kind, t.finishedAt)],
);

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export interface SlowStatement {
  /** With placeholders, never with values. */
  text: string;
  times: number;
  totalMs: number;
  worstMs: number;
}

/**
 * The live processes of the console, one row each, updated by the process itself. Times are the database's, since processes
 * compare them.
 */
export const serverNodes = pgTable('server_nodes', {
  id: text('id').primaryKey(),
  host: text('host').notNull(),
  pid: integer('pid').notNull(),
  release: text('release').notNull(),
  startedAt: instant('started_at').notNull().default(sql`now()`),
  seenAt: instant('seen_at').notNull().default(sql`now()`),
  slow: jsonb('slow').$type<SlowStatement[]>().notNull().default(emptyArray),
  /** Marks of its settings (telemetry/settingsMarks.ts); empty in a release that did not write them. */
  settings: jsonb('settings').$type<Record<string, string>>().notNull().default(emptyObject),
  /** The process's metrics as gzipped JSON, so that any process can answer for all; null if metrics are not exposed. */
  metrics: bytes('metrics'),
});
