import { SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { normalizeValue } from '#contract/records/fields/normalizeRecord.ts';
import type { RecordField } from '#contract/records/fields/recordField.ts';
import { parseDecimal } from '#contract/rules/decimal.ts';
import { type ItemTable, isStored, type StoredColumn } from './mapping.ts';
import { targetOf } from './registry.ts';

type Mapped = AnyPgColumn | StoredColumn | ItemTable;

/** The expression to select for a field: its column, or the natural key of the record that it references. */
export function selected(field: RecordField, column: AnyPgColumn): SQL {
  if (field.tipo !== 'REFERENCIA') return sql`${column}`;
  return referred(field, column, 'key');
}

/** The display name of the record that a reference column points to. */
export const referredName = (field: RecordField, column: AnyPgColumn): SQL =>
  sql`${referred(field, column, 'name')}::text`;

function referred(field: RecordField, column: AnyPgColumn, part: 'key' | 'name'): SQL {
  const target = targetOf(field.referencia);
  const named = (one: AnyPgColumn | SQL) => {
    if (one instanceof SQL) throw new Error(`${field.referencia} is referred to by documents alone`);
    return sql`r.${sql.identifier(one.name)}`;
  };
  return sql`(select ${named(target[part])} from ${target.table} r where ${named(target.id)} = ${column})`;
}

/** Converts a stored value to its wire form; `undefined` if there is none. */
export function decoded(field: RecordField, mapped: Mapped, stored: unknown): unknown {
  if (stored === null || stored === undefined || stored === '') return undefined;
  if (isStored(mapped as StoredColumn)) return (mapped as StoredColumn).read(stored) ?? undefined;
  if (DECIMALS.has(field.tipo)) return parseDecimal(String(stored)) ?? undefined;
  if (field.tipo === 'GRUPO') return normalizeValue(field, stored) ?? undefined;
  return stored;
}

const DECIMALS: ReadonlySet<string> = new Set(['DECIMAL', 'DINHEIRO', 'PERCENTUAL']);

/** Converts a value to what its column stores. A column that may not be null gets an empty value of its type: '' or {}. */
export function encoded(mapped: AnyPgColumn | StoredColumn, value: unknown, stored?: unknown): unknown {
  const column = isStored(mapped) ? mapped.column : mapped;
  if (isStored(mapped) && mapped.shared) return mapped.write(value, stored);
  if (value === undefined || value === null) return column.notNull ? emptyOf(column) : null;
  return isStored(mapped) ? mapped.write(value) : value;
}

const EMPTY: Readonly<Record<string, unknown>> = { string: '', json: {}, boolean: false, number: 0 };
const emptyOf = (column: AnyPgColumn): unknown =>
  column.getSQLType().startsWith('numeric') ? '0' : EMPTY[column.dataType];

/** A key as text, used to match given rows with stored ones. */
export const keyText = (parts: readonly unknown[]): string =>
  JSON.stringify(parts.map((part) => (typeof part === 'object' ? JSON.stringify(part) : String(part))));
