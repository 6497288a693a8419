import { and, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { RecordData, RecordField } from '#contract/records/fields/recordField.ts';
import { EXTERNAL_CODES } from '#contract/records/recordType.ts';
import type { Executor } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import { externalCodes } from '../../db/tables/index.ts';
import { decoded, referredName, selected } from '../columns.ts';
import { columnOf, type ItemTable, isItemTable, isStored, type MappedType } from '../mapping.ts';
import type { StoredRow, Wanted } from './storedRow.ts';

type Raw = Record<string, unknown> & { id: number; version: number };

/** Reads records of any type with one query, plus one for each list within them. */
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
  if (wanted.codes ?? !wanted.brief) await addCodes(db, mapped, found);
  return found;
}

async function withCodes(db: Executor, mapped: MappedType, { brief, codes }: Wanted, rows: StoredRow[]) {
  if (codes ?? !brief) await addCodes(db, mapped, rows);
  return rows;
}

/** Selects fields, natural key and names, each under a unique alias. */
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

/** Needed for every row that is read, so computed once per mapping. */
const plainOf = new WeakMap<MappedType['mapping'], readonly PlainField[]>();

function plainFields({ type, mapping }: MappedType): readonly PlainField[] {
  const cachedPlain = plainOf.get(mapping);
  if (cachedPlain) return cachedPlain;
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
  const labels: Record<string, string> = {};
  for (const [key, { tipo }] of plainFields(mapped)) {
    const name = tipo === 'REFERENCIA' ? raw[`n_${key}`] : undefined;
    if (typeof name === 'string') labels[key] = name;
  }
  return {
    id: raw.id,
    version: raw.version,
    key: type.codigo.map((key) => raw[`k_${key}`]),
    data,
    shared,
    labels,
  };
}

/** Adds the lists of the given records to their data. */
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

/** Adds the external codes of the given records to their data. */
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

/** The items that are still on their record's list; absent if none is ever kept off it. */
export const listed = ({ inUse }: ItemTable): SQL | undefined => (inUse ? sql`${inUse}` : undefined);

/** The items of the given records, by the id of their record. */
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
    from ${items.table} where ${and(amongIds(items.parent, parents), listed(items))}
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
