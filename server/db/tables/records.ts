import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { FieldOwner } from '../../../contract/records/recordField.ts';
import { createdAt, emptyObject, identity, personalGoneAt, updatedAt, version } from './columns.ts';
import { customers } from './customers.ts';
import { branches } from './organization.ts';

/**
 * Records of the types that the company made itself (schemas/records): the fields in one column, and beside them what
 * lists, searches, references and scope are read by. These follow from the fields (server/records/custom/derived.ts).
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
    /** The texts that a search looks into. */
    search: text('search').notNull().default(''),
    /** Field by its key; of what it refers to the number of the record. Archived fields stay here. */
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
    // Whose a record is stands in them as well: whoever sees a part passes many, and reads none of those.
    index('records_key_idx').on(t.type, sql`${t.key} collate pt_br`, t.id, t.customerId, t.branchId),
    index('records_name_idx').on(t.type, sql`${t.name} collate pt_br`, t.id, t.customerId, t.branchId),
    index('records_id_idx').on(t.type, t.id, t.customerId, t.branchId),
    index('records_customer_idx').on(t.customerId, t.type).where(sql`customer_id is not null`),
    index('records_branch_idx').on(t.branchId, t.type).where(sql`branch_id is not null`),
    index('records_search_idx').using('gin', sql`(fold_text(${t.search})) gin_trgm_ops`),
    // What refers to a record of any type is found by containment.
    index('records_data_idx').using('gin', sql`${t.data} jsonb_path_ops`),
  ],
);

/** Who decides on the fields of a standard type, where it is not everybody (contract/records/fieldOwners.ts). */
export const recordOwners = pgTable('record_owners', {
  /** Key of the record type. */
  type: text('type').primaryKey(),
  owners: jsonb('owners').$type<Record<string, FieldOwner>>().notNull().default(emptyObject),
  updatedAt: updatedAt(),
  version: version(),
});

/**
 * Types of very many records whose definition was published, and whose records or indexes do not all follow it yet
 * (server/records/custom/following.ts). Each step moves the place in the transaction that writes the records.
 */
export const recordFollowings = pgTable('record_followings', {
  /** Key of the record type. */
  type: text('type').primaryKey(),
  /** Version of the definition that they are to follow. */
  version: integer('version').notNull(),
  /** The last record that does; `null` where all do, and the indexes alone are left. */
  lastId: integer('last_id'),
  updatedAt: updatedAt(),
});
