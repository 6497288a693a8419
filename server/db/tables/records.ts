import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { FieldOwner } from '../../../contract/records/recordField.ts';
import { createdAt, emptyObject, identity, personalGoneAt, updatedAt, version } from './columns.ts';
import { customers } from './customers.ts';
import { branches } from './organization.ts';

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
    index('records_customer_idx').on(t.customerId, t.type).where(sql`customer_id is not null`),
    index('records_branch_idx').on(t.branchId, t.type).where(sql`branch_id is not null`),
    index('records_search_idx').using('gin', t.foldedSearch.op('gin_trgm_ops')),
    // References to a record of any type are found by containment.
    index('records_data_idx').using('gin', sql`${t.data} jsonb_path_ops`),
  ],
);

/** Who owns the fields of a standard type, where not everyone does (contract/records/fieldOwners.ts). */
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
