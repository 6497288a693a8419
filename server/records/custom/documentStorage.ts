import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { branchField, type CustomTypeDefinition, customerField } from '#contract/records/customType.ts';
import type { RecordField } from '#contract/records/fields/recordField.ts';
import type { AnyRecordType } from '#contract/records/recordType.ts';
import { publishedDefinition } from '../../config/definitions/queries.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { definitions, records } from '../../db/tables/index.ts';
import { conflict } from '../../errors.ts';
import type { RecordStorage, ReferenceTarget } from '../mapping.ts';
import type { StoredRow, Wanted } from '../read/storedRow.ts';
import type { PendingRow } from '../write/pendingRow.ts';
import { naturalKey } from '../write/references.ts';
import { derivedOf, fieldText, keyOfParts } from './derived.ts';
import { decodeDocuments, encodeDocument, type StoredDocument } from './documents.ts';

/** What the storage of a custom type is built from. */
export interface CustomStorage {
  /** The hash of the definition, as it was read. */
  hash: string;
  content: CustomTypeDefinition;
  type: AnyRecordType;
  targets: ReadonlyMap<string, ReferenceTarget>;
}

/** Stores the fields of a custom type in one column of `records`. */
export function documentStorage({ hash, content: definition, type, targets }: CustomStorage): RecordStorage {
  const ofType = eq(records.type, type.chave);
  const own = new Map<string | undefined, AnyPgColumn>([
    [customerField(definition.campos), records.customerId],
    [branchField(definition.campos), records.branchId],
  ]);
  return {
    read: (db, wanted) => read(db, { type, targets }, and(ofType, wanted.where), wanted),
    lockDefinition: (tx) => holdDefinition(tx, type.chave, hash),
    async insert(tx, rows, now) {
      if (rows.length > 0) await insert(tx, { definition, type }, rows, now);
    },
    async update(tx, rows, now) {
      if (rows.length > 0) await update(tx, { definition, type }, rows, now);
    },
    amongKeys: (keys) =>
      sql`(${ofType} and ${records.key} = any(${sql.param(keys.map(keyOfParts))}::text[]))`,
    orderOf(field) {
      const key = ordersByField(definition, type, field);
      const { nome, codigo } = definition;
      // The table's own columns, which every record fills.
      const own = field === nome || (codigo.length === 1 && codigo[0] === field);
      const number = !own && NUMERIC_ORDERS.has(type.campos[field]?.tipo ?? '');
      return key && { key, type: number ? 'numeric' : 'text', nullable: !own };
    },
    equals(key, values) {
      const field = type.campos[key];
      if (!field) return sql`false`;
      const column = own.get(key);
      if (field.tipo === 'MULTISELECT')
        return or(...values.map((value) => includesChoice(key, value))) ?? sql`false`;
      return column ? inArray(column, values) : inArray(filterText(field, key), values.map(String));
    },
  };
}

interface Of {
  definition: CustomTypeDefinition;
  type: AnyRecordType;
}

type Raw = { id: number; version: number; data: Record<string, unknown> };

async function read(
  db: Executor,
  of: Pick<CustomStorage, 'type' | 'targets'>,
  where: SQL | undefined,
  wanted: Wanted,
): Promise<StoredRow[]> {
  const order = wanted.lock ? sql`${records.id}` : wanted.orderBy;
  const { rows } = await db.execute<Raw>(sql`
    select ${records.id} as id, ${records.version} as version, ${records.data} as data from ${records}
    where ${where}
    ${order ? sql`order by ${order}` : sql``}
    ${wanted.limit === undefined ? sql`` : sql`limit ${wanted.limit}`}
    ${wanted.lock ? sql`for ${wanted.lock} of ${records}` : sql``}`);
  const documents: StoredDocument[] = rows.map(({ data }) => data);
  const decoded = await decodeDocuments(db, of.type, of.targets, documents);
  return rows.map(({ id, version, data }, index) => ({
    id,
    version,
    key: of.type.codigo.map((key) => data[key]),
    data: decoded[index]?.data ?? {},
    shared: { data },
    labels: decoded[index]?.labels ?? {},
  }));
}

async function insert(tx: Tx, { definition, type }: Of, rows: readonly PendingRow[], now: Date) {
  const keyed = rows
    .map((row) => ({ row, key: keyOfParts(naturalKey(type, row, row.after) ?? []) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const given = keyed.map(({ row }) => {
    const data = encodeDocument(type, row, Object.keys(type.campos), {});
    return { ...derivedOf(definition, data), data };
  });
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows: made } = await tx.execute<{ id: number; key: string }>(sql`
    insert into ${records} (type, key, name, search, data, archived, customer_id, branch_id, created_at, updated_at)
    select ${type.chave}, x.key, x.name, x.search, x.data, x.archived, x.customer_id, x.branch_id, ${at}, ${at}
    from ${rowsOf(given)}
    on conflict do nothing returning id, key`);
  const ids = new Map(made.map(({ id, key }) => [key, id]));
  for (const { row, key } of keyed) row.id = ids.get(key);
}

async function update(tx: Tx, { definition, type }: Of, rows: readonly PendingRow[], now: Date) {
  const given = rows.map((row) => {
    const stored = row.shared.data as StoredDocument;
    const data = encodeDocument(type, row, [...row.changed], stored);
    return { id: row.id, ...derivedOf(definition, data), data };
  });
  await tx.execute(sql`
    update ${records} set key = x.key, name = x.name, search = x.search, data = x.data, archived = x.archived,
      customer_id = x.customer_id, branch_id = x.branch_id,
      version = ${records.version} + 1, updated_at = ${now.toISOString()}::timestamptz
    from ${rowsOf(given)} where ${records.id} = x.id`);
}

const rowsOf = (rows: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
  as x(id integer, key text, name text, search text, data jsonb, archived boolean,
    customer_id integer, branch_id integer)`;

const NUMBERS: ReadonlySet<string> = new Set(['INTEIRO', 'DECIMAL', 'DINHEIRO', 'PERCENTUAL']);
/** Instants of two zones are in order by their seconds, and not by their texts. */
const NUMERIC_ORDERS: ReadonlySet<string> = new Set([...NUMBERS, 'INSTANTE']);

const includesChoice = (key: string, value: unknown): SQL =>
  sql`${records.data} @> ${JSON.stringify({ [key]: [value] })}::jsonb`;

/** A checkbox that was never touched counts as unchecked. */
const filterText = ({ tipo }: RecordField, key: string): SQL =>
  tipo === 'CHECKBOX' ? sql`coalesce(${fieldText(key)}, 'false')` : fieldText(key);

/**
 * The expression that a filter compares, without the table's name, as indexes are written. `null` for the customer: each has
 * so few records that the table's own index is enough.
 */
export function filteredBy({ campos }: CustomTypeDefinition, type: AnyRecordType, key: string): SQL | null {
  const field = type.campos[key];
  // The index of whole documents finds choices among several.
  if (!field || key === customerField(campos) || field.tipo === 'MULTISELECT') return null;
  if (key === branchField(campos)) return sql`branch_id`;
  return filterText(field, key);
}

/** Must match the expressions of the indexes: the table's own, or those of the type (customIndexes.ts). */
export function ordersByField(
  { nome, codigo }: CustomTypeDefinition,
  type: AnyRecordType,
  key: string,
): SQL | null {
  if (!type.lista.ordenaveis.includes(key)) return null;
  if (key === nome) return sql`name collate pt_br`;
  if (codigo.length === 1 && codigo[0] === key) return sql`key collate pt_br`;
  const tipo = type.campos[key]?.tipo ?? '';
  if (tipo === 'INSTANTE') return sql`public.extra_instant${fieldText(key)}`;
  return NUMBERS.has(tipo) ? sql`public.extra_number${fieldText(key)}` : fieldText(key);
}

/** Identifies the current definition of a custom type; `null` for a standard type and for an archived one. */
export async function definitionHash(db: Executor, key: string): Promise<string | null> {
  return (await publishedDefinition<CustomTypeDefinition>(db, 'records', key))?.hash ?? null;
}

/**
 * Prevents another definition from being published before the transaction ends, and fails if one has been published since
 * this one was read. Otherwise records written under the old definition, after the update for the new one (following.ts) has
 * passed them, would stay outdated.
 */
async function holdDefinition(tx: Tx, key: string, hash: string): Promise<void> {
  await tx
    .select({ key: definitions.key })
    .from(definitions)
    .where(and(eq(definitions.kind, 'records'), eq(definitions.key, key)))
    .for('share');
  if ((await definitionHash(tx, key)) !== hash)
    throw conflict('O cadastro mudou neste momento. Confira os campos e grave de novo.');
}
