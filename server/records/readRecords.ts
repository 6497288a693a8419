import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { RecordData, RecordField } from '../../contract/records/recordField.ts';
import { EXTERNAL_CODES } from '../../contract/records/recordType.ts';
import type { Executor } from '../db/client.ts';
import { externalCodes } from '../db/tables/index.ts';
import { amongIds, decoded, referredName, selected } from './columns.ts';
import { columnOf, type ItemTable, isItemTable, isStored, type MappedType } from './mapping.ts';

/** A record as it stands. */
export interface StoredRow {
  id: number;
  version: number;
  /** Its natural key as the database holds it. */
  key: readonly unknown[];
  /** In its one spelling; what has no value is absent. */
  data: RecordData;
  /** What stands in columns that hold more than their field. */
  shared: Readonly<Record<string, unknown>>;
  /** The names of what it refers to, by field. */
  labels: Record<string, string>;
}

export interface Wanted {
  where: SQL | undefined;
  orderBy?: SQL;
  limit?: number;
  /**
   * Holds them against others until the transaction ends, from the lowest number on. To be changed, others may still
   * write what refers to them; to be deleted, they may not.
   */
  lock?: SQL | undefined;
  /** Without lists and codes, and with names: what a list shows. */
  brief?: boolean;
  /** The lists that are read: of a brief reading none else, of another all where it says nothing. */
  lists?: (field: RecordField, key: string) => boolean;
  /** False: without the codes of other systems. */
  codes?: boolean;
}

type Raw = Record<string, unknown> & { id: number; version: number };

/** Reads records of any type, in one query and one more for each list within them. */
export async function readRecords(db: Executor, mapped: MappedType, wanted: Wanted): Promise<StoredRow[]> {
  const { table, storage } = mapped.mapping;
  if (storage) return withCodes(db, mapped, wanted, await storage.read(db, wanted));
  const order = wanted.lock ? sql`${table.id}` : wanted.orderBy;
  const { rows } = await db.execute<Raw>(sql`
    select ${sql.join(selection(mapped, wanted.brief ?? false), sql`, `)} from ${table}
    where ${wanted.where ?? sql`true`}
    ${order ? sql`order by ${order}` : sql``}
    ${wanted.limit === undefined ? sql`` : sql`limit ${wanted.limit}`}
    ${wanted.lock ? sql`for ${wanted.lock} of ${table}` : sql``}`);
  const found = rows.map((raw) => storedRow(mapped, raw));
  if (!wanted.brief || wanted.lists) await addLists(db, mapped, found, wanted.lists);
  if (!wanted.brief && wanted.codes !== false) await addCodes(db, mapped, found);
  return found;
}

async function withCodes(db: Executor, mapped: MappedType, { brief, codes }: Wanted, rows: StoredRow[]) {
  if (!brief && codes !== false) await addCodes(db, mapped, rows);
  return rows;
}

/** Fields, natural key and names, each under a name that no other has. */
function selection({ type, mapping }: MappedType, brief: boolean): SQL[] {
  const { table, columns } = mapping;
  const fields = plainFields({ type, mapping });
  return [
    sql`${table.id} as id`,
    sql`${table.version} as version`,
    ...fields.map(([key, field, column]) => sql`${selected(field, column)} as ${sql.identifier(`f_${key}`)}`),
    ...type.codigo.map((key) => sql`${columnOf(columns[key])} as ${sql.identifier(`k_${key}`)}`),
    ...(brief
      ? fields
          .filter(([, { tipo }]) => tipo === 'REFERENCIA')
          .map(([key, field, column]) => sql`${referredName(field, column)} as ${sql.identifier(`n_${key}`)}`)
      : []),
  ];
}

type PlainField = readonly [key: string, field: RecordField, column: AnyPgColumn];

/** Asked for with every row that is read: found once of each mapping. */
const plainOf = new WeakMap<MappedType['mapping'], readonly PlainField[]>();

function plainFields({ type, mapping }: MappedType): readonly PlainField[] {
  const known = plainOf.get(mapping);
  if (known) return known;
  const fields = Object.entries(type.campos).flatMap(([key, field]) => {
    const column = columnOf(mapping.columns[key]);
    return column ? [[key, field, column] as const] : [];
  });
  plainOf.set(mapping, fields);
  return fields;
}

function storedRow(mapped: MappedType, raw: Raw): StoredRow {
  const { type, mapping } = mapped;
  const data: Record<string, unknown> = {};
  const shared: Record<string, unknown> = {};
  for (const [key, field] of plainFields(mapped)) {
    const column = mapping.columns[key];
    if (column && isStored(column) && column.shared) shared[key] = raw[`f_${key}`];
    const value = decoded(field, column as never, raw[`f_${key}`]);
    if (value !== undefined) data[key] = value;
  }
  const names = Object.keys(type.campos).flatMap((key) => {
    const name = raw[`n_${key}`];
    return typeof name === 'string' ? [[key, name] as const] : [];
  });
  return {
    id: raw.id,
    version: raw.version,
    key: type.codigo.map((key) => raw[`k_${key}`]),
    data,
    shared,
    labels: Object.fromEntries(names),
  };
}

/** Puts the lists of records that were read into their data. */
export async function addLists(
  db: Executor,
  { type, mapping }: MappedType,
  rows: readonly StoredRow[],
  wanted: (field: RecordField, key: string) => boolean = () => true,
) {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const byId = new Map(rows.map(({ id, data }) => [id, data as Record<string, unknown>]));
  for (const [key, field] of Object.entries(type.campos)) {
    const mapped = mapping.columns[key];
    if (!mapped || !isItemTable(mapped) || !wanted(field, key)) continue;
    for (const [id, items] of await readItems(db, field, mapped, ids)) {
      const data = byId.get(id);
      if (data) data[key] = items.map(({ data }) => data);
    }
  }
}

/** Puts the codes that other systems have for records into their data. */
export async function addCodes(db: Executor, { type }: MappedType, rows: readonly StoredRow[]) {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const byId = new Map(rows.map(({ id, data }) => [id, data as Record<string, unknown>]));
  const codes = await db
    .select()
    .from(externalCodes)
    .where(sql`${externalCodes.type} = ${type.chave} and ${amongIds(externalCodes.recordId, ids)}`);
  for (const { recordId, source, code } of codes) {
    const data = byId.get(recordId);
    if (data) data[EXTERNAL_CODES] = { ...(data[EXTERNAL_CODES] as object), [source]: code };
  }
}

interface StoredItem {
  id: number;
  data: RecordData;
}

/** The items of some records, by the record that they belong to. */
export async function readItems(
  db: Executor,
  field: RecordField,
  items: ItemTable,
  parents: readonly number[],
): Promise<Map<number, StoredItem[]>> {
  const fields = Object.entries(field.campos ?? {}).flatMap(([key, one]) => {
    const column = columnOf(items.columns[key]);
    return column ? [[key, one, column] as const] : [];
  });
  const { rows } = await db.execute<Raw & { parent: number }>(sql`
    select ${items.table.id} as id, ${items.parent} as parent, ${sql.join(
      fields.map(([key, one, column]) => sql`${selected(one, column)} as ${sql.identifier(`f_${key}`)}`),
      sql`, `,
    )}
    from ${items.table} where ${amongIds(items.parent, parents)}
    order by ${items.order ?? items.table.id}`);
  const found = new Map<number, StoredItem[]>();
  for (const raw of rows) {
    const data: Record<string, unknown> = {};
    for (const [key, one] of fields) {
      const value = decoded(one, items.columns[key] as never, raw[`f_${key}`]);
      if (value !== undefined) data[key] = value;
    }
    const own = found.get(raw.parent);
    if (own) own.push({ id: raw.id, data });
    else found.set(raw.parent, [{ id: raw.id, data }]);
  }
  return found;
}
