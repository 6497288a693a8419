import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ImportState } from '../../../contract/records/recordImport.ts';
import type { ImportSettings } from '../../../contract/rules/imports/importSettings.ts';
import { createdAt, emptyArray, identity, instant, updatedAt, version } from './columns.ts';
import { people } from './people.ts';
import { files } from './platform.ts';

/** How a file of rows is written, found once by looking at all of it. */
export type SheetShape =
  | { format: 'CSV'; encoding: Encoding; delimiter: string }
  | {
      format: 'XLSX';
      sheets: string[];
      sheet: number;
      /** The last line of a merged cell below its first, in any sheet: what is merged has a value in its first cell alone. */
      merged?: number;
    }
  | { format: 'JSON' }
  | { format: 'NDJSON' };

export type Encoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';

/** A file of records on its way in. What it did stands in the records and their audit; this is swept after a month. */
export const recordImports = pgTable(
  'record_imports',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    /** Key of the record type. */
    type: text('type').notNull(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    fileId: uuid('file_id').references(() => files.id),
    fileName: text('file_name').notNull(),
    shape: jsonb('shape').$type<SheetShape>().notNull(),
    /** Line of the titles, from one; 0 for a file of objects. */
    headingLine: integer('heading_line').notNull(),
    headings: jsonb('headings').$type<string[]>().notNull().default(emptyArray),
    sample: jsonb('sample').$type<string[][]>().notNull().default(emptyArray),
    columns: jsonb('columns').$type<(string | null)[]>().notNull().default(emptyArray),
    settings: jsonb('settings').$type<ImportSettings>().notNull(),
    doubts: jsonb('doubts').$type<string[]>().notNull().default(emptyArray),
    preset: text('preset'),
    status: text('status').$type<ImportState>().notNull().default('CONFERENCIA'),
    /** The present or last run writes nothing. */
    dryRun: boolean('dry_run').notNull().default(true),
    /** A trial of just these columns and settings has ended: they may be written. */
    tried: boolean('tried').notNull().default(false),
    /** What the type said when the present or last run was begun (`definitionHash`): it is judged by nothing else. */
    definition: text('definition'),
    total: integer('total'),
    /** The last line of the file that was done: a run goes on behind it. */
    lastLine: integer('last_line').notNull().default(0),
    read: integer('read').notNull().default(0),
    created: integer('created').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    equal: integer('equal').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    /** Lines with fields that were left as people wrote them, and the first of these. */
    kept: integer('kept').notNull().default(0),
    keptFields: jsonb('kept_fields').$type<KeptFields[]>().notNull().default(emptyArray),
    changes: jsonb('changes').$type<ImportedChange[]>().notNull().default(emptyArray),
    failure: text('failure'),
    ip: text('ip').notNull().default(''),
    requestId: text('request_id').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    finishedAt: instant('finished_at'),
    version: version(),
  },
  (t) => [
    index('record_imports_person_idx').on(t.personId, t.type, t.createdAt),
    index('record_imports_created_idx').on(t.createdAt),
  ],
);

/** The titles of the fields of a line that belong to the console. */
export interface KeptFields {
  linha: number;
  campos: string[];
}

export interface ImportedChange {
  linha: number;
  campo: string;
  antes: string;
  depois: string;
}

/** A line that was not taken, as it stood in the file, with a sentence by column (`-1`: about the line). */
export const recordImportRefusals = pgTable(
  'record_import_refusals',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => recordImports.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    problems: jsonb('problems').$type<{ coluna: number; problema: string }[]>().notNull(),
    cells: jsonb('cells').$type<string[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.line] })],
);

/** How the columns of a file that comes again and again fill the fields of a type. */
export const importPresets = pgTable(
  'import_presets',
  {
    type: text('type').notNull(),
    name: text('name').notNull(),
    headings: jsonb('headings').$type<string[]>().notNull(),
    columns: jsonb('columns').$type<(string | null)[]>().notNull(),
    settings: jsonb('settings').$type<ImportSettings>().notNull(),
    updatedBy: integer('updated_by').references(() => people.id),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.type, t.name] })],
);

/** An uploaded sheet that was judged and not yet taken over: the two phases of an import. Swept after a day. */
export const importBatches = pgTable(
  'import_batches',
  {
    id: identity(),
    kind: text('kind').$type<'SUGESTOES'>().notNull(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    /** Each line with what was read or why it fails; the shape belongs to the kind. */
    lines: jsonb('lines').$type<Record<string, unknown>[]>().notNull().default(emptyArray),
    takenAt: instant('taken_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('import_batches_person_idx').on(t.personId, t.kind),
    index('import_batches_created_idx').on(t.createdAt),
  ],
);
