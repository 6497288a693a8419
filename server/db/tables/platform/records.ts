import { sql } from 'drizzle-orm';
import {
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
import type { ImportSettings, ImportState } from '#contract/records/routes/recordImport.ts';
import type { FieldOwner } from '#contract/rules/fields/campo.ts';
import {
  createdAt,
  emptyArray,
  emptyObject,
  identity,
  instant,
  personalGoneAt,
  updatedAt,
  version,
} from '../columns.ts';
import { customers } from '../customers/customers.ts';
import { branches } from '../people/organization.ts';
import { people } from '../people/people.ts';
import { files } from './platform.ts';

/**
 * Records of custom types (schemas/records): the fields in one column, plus columns for lists, searches, references and
 * scope, which are derived from the fields (server/records/custom/derived.ts).
 */
export const records = pgTable(
  'records',
  {
    id: identity(),
    /** Key of the record type. */
    type: text('type').notNull(),
    /** The natural key as one text. */
    key: text('key').notNull(),
    name: text('name').notNull().default(''),
    /** The text that searches use. */
    search: text('search').notNull().default(''),
    /** Folded when it is written: folding a text costs more than comparing it with a word. */
    foldedSearch: text('folded_search').generatedAlwaysAs(sql`public.fold_text(search)`),
    /** Values by field key; a reference holds the record's id. Archived fields are kept here. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default(emptyObject),
    archived: boolean('archived').notNull().default(false),
    customerId: integer('customer_id').references(() => customers.id),
    branchId: integer('branch_id').references(() => branches.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    personalGoneAt: personalGoneAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('records_natural_key').on(t.type, t.key),
    // The indexes include the owner's columns too, so that a user with limited scope skips other owners' records without
    // reading their rows.
    index('records_key_idx').on(t.type, sql`${t.key} collate pt_br`, t.id, t.customerId, t.branchId),
    index('records_name_idx').on(t.type, sql`${t.name} collate pt_br`, t.id, t.customerId, t.branchId),
    index('records_id_idx').on(t.type, t.id, t.customerId, t.branchId),
    // Includes records of no customer: someone who sees few customers sees these too.
    index('records_customer_idx').on(t.customerId, t.type),
    index('records_branch_idx').on(t.branchId, t.type).where(sql`branch_id is not null`),
    index('records_search_idx').using('gin', t.foldedSearch.op('gin_trgm_ops')),
    // References to a record of any type are found by containment.
    index('records_data_idx').using('gin', sql`${t.data} jsonb_path_ops`),
  ],
);

/** Who owns the fields of a standard type, where not everyone does (contract/records/routes/fieldOwners.ts). */
export const recordOwners = pgTable('record_owners', {
  /** Key of the record type. */
  type: text('type').primaryKey(),
  owners: jsonb('owners').$type<Record<string, FieldOwner>>().notNull().default(emptyObject),
  updatedAt: updatedAt(),
  version: version(),
});

/**
 * Types with very many records whose definition was published but not yet applied to all records or indexes
 * (server/records/custom/following.ts). Each step advances the position in the transaction that writes the records.
 */
export const recordFollowings = pgTable('record_followings', {
  /** Key of the record type. */
  type: text('type').primaryKey(),
  /** Version of the definition being applied. */
  version: integer('version').notNull(),
  /** The last record updated; `null` when all are done and only indexes are left. */
  lastId: integer('last_id'),
  updatedAt: updatedAt(),
});

/** The format of a file of rows, determined once by reading all of it. */
export type SheetShape =
  | { format: 'CSV'; encoding: Encoding; delimiter: string }
  | {
      format: 'XLSX';
      sheets: string[];
      sheet: number;
      /**
       * The last line of a merged cell below its first one, in any sheet; only the first cell of a merged range has a value.
       */
      merged?: number;
    }
  | { format: 'JSON' }
  | { format: 'NDJSON' };

export type Encoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';

/** A file of records being imported. Its effects are in the records and their audit entries; this is swept after a month. */
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
    /** Line of the headings, from one; 0 for a file of objects and for a sheet without headings. */
    headingLine: integer('heading_line').notNull(),
    headings: jsonb('headings').$type<string[]>().notNull().default(emptyArray),
    sample: jsonb('sample').$type<string[][]>().notNull().default(emptyArray),
    columns: jsonb('columns').$type<(string | null)[]>().notNull().default(emptyArray),
    settings: jsonb('settings').$type<ImportSettings>().notNull(),
    /** Cells of refused lines as a person corrected them, by line; they take the place of those in the file. */
    corrections: jsonb('corrections').$type<Record<string, string[]>>().notNull().default(sql`'{}'::jsonb`),
    doubts: jsonb('doubts').$type<string[]>().notNull().default(emptyArray),
    preset: text('preset'),
    status: text('status').$type<ImportState>().notNull().default('CONFERENCIA'),
    /** Whether the current or last run writes nothing. */
    dryRun: boolean('dry_run').notNull().default(true),
    /** Whether a trial with exactly these columns and settings has finished, so that they may be written. */
    tried: boolean('tried').notNull().default(false),
    /** The type's definition when the current or last run began (`definitionHash`); the run uses no other. */
    definition: text('definition'),
    total: integer('total'),
    /** The last processed line of the file; a run continues after it. */
    lastLine: integer('last_line').notNull().default(0),
    /** How often it was begun since it last got on; a process that is killed by what it reads does not begin for ever. */
    attempts: integer('attempts').notNull().default(0),
    read: integer('read').notNull().default(0),
    created: integer('created').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    equal: integer('equal').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    /** Number of lines with fields that were left as users had edited them, and the first such lines. */
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

/** The titles of a line's fields that belong to the console. */
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

/** A rejected line as in the file, with a message by column (`-1`: about the whole line). */
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

/** The column mapping for a file that is imported regularly. */
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

/** An uploaded sheet that was checked but not taken over yet, between the two phases of an import. Swept after a day. */
export const importBatches = pgTable(
  'import_batches',
  {
    id: identity(),
    kind: text('kind').$type<'SUGESTOES'>().notNull(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    /** Each line with the values read or its errors; the shape depends on the kind. */
    lines: jsonb('lines').$type<Record<string, unknown>[]>().notNull().default(emptyArray),
    takenAt: instant('taken_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('import_batches_person_idx').on(t.personId, t.kind),
    index('import_batches_created_idx').on(t.createdAt),
  ],
);
