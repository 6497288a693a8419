import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, instant } from './columns.ts';

type BackupKind = 'COPIA' | 'RESTAURACAO';
type BackupOutcome = 'OK' | 'COM_FALTAS' | 'FALHOU';

/** What became of each backup and restore: how old the last one is stands on a page. */
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
    /** Stored files that could not be had. */
    missingFiles: integer('missing_files').notNull().default(0),
    release: text('release').notNull(),
    /** Why it failed, in a sentence. */
    reason: text('reason').notNull().default(''),
  },
  (t) => [index('backup_runs_finished_idx').on(t.kind, t.finishedAt)],
);
