import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, instant } from './columns.ts';

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
