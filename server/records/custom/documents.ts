import { and, inArray, sql } from 'drizzle-orm';
import type { RecordData, RecordField, RecordFields } from '#contract/records/fields/recordField.ts';
import type { AnyRecordType } from '#contract/records/recordType.ts';
import type { Executor } from '../../db/client.ts';
import type { ReferenceTarget } from '../mapping.ts';
import { targetIn } from '../registry.ts';
import type { PendingRow } from '../write/pendingRow.ts';

/** The fields as stored in the column: as on the wire, except that references hold ids. */
export type StoredDocument = Record<string, unknown>;

/**
 * Returns the stored document with the given fields taken from the row; a field without a value is removed. Other fields are
 * kept.
 */
export function encodeDocument(
  { campos }: AnyRecordType,
  row: PendingRow,
  keys: readonly string[],
  stored: StoredDocument,
): StoredDocument {
  const data = new Map(Object.entries(stored));
  for (const key of keys) {
    const field = campos[key];
    if (!field) continue;
    const value = encoded(field, row, { path: key, value: row.after[key], stood: stored[key] });
    if (value === undefined || value === null) data.delete(key);
    else data.set(key, value);
  }
  return Object.fromEntries(data);
}

interface Place {
  path: string;
  value: unknown;
  /** The value currently stored. */
  stood?: unknown;
}

function encoded(field: RecordField, row: PendingRow, { path, value, stood }: Place): unknown {
  if (value === undefined || value === null) return undefined;
  if (field.tipo === 'REFERENCIA') return row.referenceOf(path);
  if (field.tipo !== 'LISTA' || !Array.isArray(value)) return value;
  const { campos = {} } = field;
  const unknownStored = unknownParts(field, Array.isArray(stood) ? stood : []);
  return value.map((item, index) => {
    const given = Object.fromEntries(
      Object.entries(item as RecordData).map(([key, inner]) => {
        const one = campos[key];
        return [key, one ? encoded(one, row, { path: `${path}/${index}/${key}`, value: inner }) : inner];
      }),
    );
    return { ...unknownStored.get(itemKey(field, given)), ...given };
  });
}

const itemKey = ({ codigo = [] }: RecordField, item: StoredDocument): string =>
  JSON.stringify(codigo.map((key) => item[key] ?? null));

/** For the stored items, by key, the fields that the type no longer names: archived fields keep their values. */
function unknownParts(field: RecordField, items: readonly unknown[]): ReadonlyMap<string, StoredDocument> {
  const { campos = {} } = field;
  return new Map(
    (items as StoredDocument[]).map((item) => [
      itemKey(field, item),
      Object.fromEntries(Object.entries(item).filter(([key]) => !Object.hasOwn(campos, key))),
    ]),
  );
}

interface Decoded {
  data: RecordData;
  /** The names of the referenced records, by field. */
  labels: Record<string, string>;
}

/**
 * Converts documents to their wire form: ids become natural keys, looked up for all documents with one query per referenced
 * type.
 */
export async function decodeDocuments(
  db: Executor,
  { campos }: AnyRecordType,
  targets: ReadonlyMap<string, ReferenceTarget>,
  documents: readonly StoredDocument[],
): Promise<Decoded[]> {
  const wanted = new Map<string, Set<number>>();
  for (const document of documents) collect(campos, document, wanted);
  const found = new Map<string, ReadonlyMap<number, Named>>();
  for (const [key, ids] of wanted) found.set(key, await namesOf(db, targetIn(targets, key), [...ids]));
  return documents.map((document) => {
    const labels: Record<string, string> = {};
    for (const [key, { tipo, referencia }] of Object.entries(campos)) {
      const named = tipo === 'REFERENCIA' && found.get(referencia ?? '')?.get(Number(document[key]));
      if (named) labels[key] = named.name;
    }
    return { data: decoded(campos, document, found), labels };
  });
}

function collect(fields: RecordFields, data: StoredDocument, wanted: Map<string, Set<number>>) {
  for (const [key, field] of Object.entries(fields)) {
    const value = data[key];
    if (field.tipo === 'REFERENCIA' && typeof value === 'number') {
      const ids = wanted.get(field.referencia ?? '');
      if (ids) ids.add(value);
      else wanted.set(field.referencia ?? '', new Set([value]));
    } else if (field.tipo === 'LISTA' && Array.isArray(value)) {
      for (const item of value) collect(field.campos ?? {}, item as StoredDocument, wanted);
    }
  }
}

type Named = {
  key: string;
  name: string;
};

async function namesOf(
  db: Executor,
  target: ReferenceTarget | undefined,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Named>> {
  if (!target) return new Map();
  const { rows } = await db.execute<Named & { id: number }>(sql`
    select ${target.id} as id, ${target.key}::text as key, ${target.name}::text as name
    from ${target.table} where ${and(target.within, inArray(target.id, [...ids]))}`);
  return new Map(rows.map((row) => [row.id, row]));
}

function decoded(
  fields: RecordFields,
  document: StoredDocument,
  found: ReadonlyMap<string, ReadonlyMap<number, Named>>,
): RecordData {
  const data: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const value = document[key];
    if (value === undefined) continue;
    const isAvailable =
      field.tipo === 'REFERENCIA'
        ? found.get(field.referencia ?? '')?.get(Number(value))?.key
        : field.tipo === 'LISTA' && Array.isArray(value)
          ? value.map((item) => decoded(field.campos ?? {}, item as StoredDocument, found))
          : value;
    if (isAvailable !== undefined) data[key] = isAvailable;
  }
  return data;
}
