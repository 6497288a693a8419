import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { changedFields, ownValue } from '#contract/records/fields/normalizeRecord.ts';
import type { RecordData } from '#contract/records/fields/recordField.ts';
import { EXTERNAL_CODES } from '#contract/records/recordType.ts';
import { recordOf } from '#contract/rules/jsonRecord.ts';
import type { Tx } from '../../db/client.ts';
import { externalCodes } from '../../db/tables/index.ts';
import { encoded, keyText } from '../columns.ts';
import { columnOf, isItemTable, isStored, type MappedType, type StoredColumn } from '../mapping.ts';
import type { PendingRow } from './pendingRow.ts';
import { naturalKey } from './references.ts';

/**
 * Inserts new rows in key order, from one array parameter. A row whose key another transaction inserted meanwhile is skipped
 * and left without an id; the caller then processes it again.
 */
export async function insertRows(tx: Tx, mapped: MappedType, rows: readonly PendingRow[], now: Date) {
  if (rows.length === 0) return;
  const { type, mapping } = mapped;
  if (mapping.storage) return mapping.storage.insert(tx, rows, now);
  const keyed = rows
    .map((row) => ({ row, key: keyText(naturalKey(type, row, row.after) ?? []) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const fields = plainColumns(mapped);
  const given = keyed.map(({ row }) =>
    Object.fromEntries(fields.map(([key, column, one]) => [column.name, cell(row, key, one)])),
  );
  const columns = fields.map(([, column]) => column);
  const keys = type.codigo.flatMap((key) => columnOf(mapping.columns[key]) ?? []);
  const { rows: made } = await tx.execute<Record<string, string> & { id: number }>(sql`
    insert into ${mapping.table} (${names([...columns, mapping.table.updatedAt])})
    select ${sql.join(
      columns.map((column) => sql`x.${sql.identifier(column.name)}`),
      sql`, `,
    )}, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as x(${typed(columns)})
    on conflict do nothing
    returning id, ${sql.join(
      keys.map((key, index) => sql`${sql.identifier(key.name)}::text as ${sql.identifier(`k${index}`)}`),
      sql`, `,
    )}`);
  const ids = new Map(made.map((row) => [keyText(keys.map((_, index) => row[`k${index}`])), row.id]));
  for (const { row, key } of keyed) row.id = ids.get(key);
}

/** Updates existing rows in a single statement, writing only what differs in each. */
export async function updateRows(tx: Tx, mapped: MappedType, rows: readonly PendingRow[], now: Date) {
  if (rows.length === 0) return;
  const { table, storage } = mapped.mapping;
  if (storage) return storage.update(tx, rows, now);
  const { campos } = mapped.type;
  const changes = rows.map((row) => ({
    row,
    changed: new Set(changedFields(campos, row.before ?? {}, row.after)),
  }));
  const fields = plainColumns(mapped).filter(([key]) => changes.some(({ changed }) => changed.has(key)));
  const given = changes.map(({ row, changed }) => ({
    id: row.id,
    cells: Object.fromEntries(
      fields
        .filter(([key]) => changed.has(key))
        .map(([key, column, one]) => [column.name, cell(row, key, one)]),
    ),
  }));
  const assignments = fields.map(([, column]) => assignment(column));
  await tx.execute(sql`
    update ${table} set ${sql.join(
      [
        ...assignments,
        sql`version = ${table.version} + 1`,
        sql`updated_at = ${now.toISOString()}::timestamptz`,
      ],
      sql`, `,
    )}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as x(id integer, cells jsonb)
    where ${table.id} = x.id`);
}

/** A column that a row does not contain keeps its value. */
function assignment(column: AnyPgColumn): SQL {
  const name = sql.identifier(column.name);
  // The name of a column of ours: as a parameter of its own it would make the statement longer to write.
  const key = sql.raw(`'${column.name}'`);
  const type = sql.raw(column.getSQLType());
  const value =
    column.getSQLType() === 'jsonb'
      ? sql`nullif(x.cells -> ${key}, 'null'::jsonb)`
      : sql`(x.cells ->> ${key})::${type}`;
  return sql`${name} = case when x.cells ? ${key} then ${value} else ${column} end`;
}

type Field = readonly [key: string, column: AnyPgColumn, mapped: AnyPgColumn | StoredColumn];

const plainColumns = ({ type, mapping }: MappedType): Field[] =>
  Object.keys(type.campos).flatMap((key) => {
    const mapped = mapping.columns[key];
    const column = columnOf(mapped);
    return column && mapped && !isItemTable(mapped) ? [[key, column, mapped] as Field] : [];
  });

/** The value that a field's column stores; for a reference, the id of the referenced record. */
function cell(row: PendingRow, key: string, mapped: AnyPgColumn | StoredColumn): unknown {
  const value = row.after[key];
  const isReference = row.references.has(key) && value !== undefined;
  return encoded(mapped, isReference && !isStored(mapped) ? row.referenceOf(key) : value, row.shared[key]);
}

const names = (columns: readonly AnyPgColumn[]): SQL =>
  sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
const typed = (columns: readonly AnyPgColumn[]): SQL =>
  sql.join(
    columns.map((column) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`),
    sql`, `,
  );

/** Writes the external codes of rows that exist by now: `null` removes a code, and one that is absent is kept. */
export async function writeCodes(tx: Tx, mapped: MappedType, rows: readonly PendingRow[]) {
  const { chave } = mapped.type;
  const codes = rows.flatMap((row) =>
    changedFields({}, codesOf(row.before), codesOf(row.after)).map((source) => ({
      id: row.id ?? 0,
      source,
      code: (ownValue(codesOf(row.after), source) as string | undefined) ?? null,
    })),
  );
  if (codes.length === 0) return;
  const given = sql`jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as x(id integer, source text, code text)`;
  await tx.execute(sql`delete from ${externalCodes} c using ${given}
    where c.type = ${chave} and c.record_id = x.id and c.source = x.source`);
  await tx.execute(sql`insert into ${externalCodes} (type, source, code, record_id)
    select ${chave}, x.source, x.code, x.id from ${given} where x.code is not null`);
}

const codesOf = (data: RecordData | null): RecordData => recordOf(data?.[EXTERNAL_CODES]);
