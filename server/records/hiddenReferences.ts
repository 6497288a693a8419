import { and, sql } from 'drizzle-orm';
import type { RecordData, RecordFields, RecordValue } from '#contract/records/fields/recordField.ts';
import { hiddenReference, isHiddenReference, NO_ACCESS } from '#contract/rules/privacy/hiddenReference.ts';
import type { User } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { marker } from '../session/secrets.ts';
import { amongKeys, type MappedType, type ReferenceTarget } from './mapping.ts';
import type { StoredRow } from './read/storedRow.ts';
import { targetIn } from './registry.ts';
import type { RowResult } from './write/pendingRow.ts';

interface Reader {
  db: Executor;
  user: User;
}

/**
 * The rows with every reference hidden whose record the person may not see. Concerns the company's own types, whose scope says
 * nothing about what their records refer to; a standard type is designed to be read with what it refers to.
 */
export async function hideReferences(
  { db, user }: Reader,
  mapped: MappedType,
  rows: readonly StoredRow[],
): Promise<StoredRow[]> {
  const limited = limitedTargets(user, mapped);
  if (limited.size === 0) return [...rows];
  const keys = new Map<string, Set<string>>();
  for (const { data } of rows) collect(mapped.type.campos, data, limited, keys);
  if (keys.size === 0) return [...rows];
  const visible = new Map<string, ReadonlySet<string>>();
  for (const [type, some] of keys)
    visible.set(type, await visibleKeys(db, user, limited.get(type), [...some]));
  const markOf = await referenceMarker(db);
  return rows.map((row) => {
    const shown = hider(visible, (target, key) => markOf(mapped, row.id, target, key));
    const data = shown(mapped.type.campos, row.data);
    const hidden = Object.keys(row.labels).filter((key) => data[key] !== row.data[key]);
    const labels = { ...row.labels, ...Object.fromEntries(hidden.map((key) => [key, NO_ACCESS])) };
    return { ...row, data, labels };
  });
}

/** The referenced types of which the person does not see all records. */
export function limitedTargets(
  user: User,
  { type, targets, mapping }: MappedType,
): ReadonlyMap<string, ReferenceTarget> {
  const found = new Map<string, ReferenceTarget>();
  if (!mapping.storage) return found;
  for (const key of referredIn(type.campos)) {
    const target = targetIn(targets, key);
    if (target?.scope?.(user)) found.set(key, target);
  }
  return found;
}

const referredIn = (fields: RecordFields): Set<string> =>
  new Set(
    Object.values(fields).flatMap(({ referencia, campos }) => [
      ...(referencia === undefined ? [] : [referencia]),
      ...(campos ? referredIn(campos) : []),
    ]),
  );

function collect(
  fields: RecordFields,
  data: RecordData,
  limited: ReadonlyMap<string, ReferenceTarget>,
  keys: Map<string, Set<string>>,
) {
  for (const [key, { tipo, referencia = '', campos = {} }] of Object.entries(fields)) {
    const value = data[key];
    if (tipo === 'LISTA' && Array.isArray(value))
      for (const item of value) collect(campos, item, limited, keys);
    else if (tipo === 'REFERENCIA' && limited.has(referencia) && value !== undefined)
      keys.set(referencia, (keys.get(referencia) ?? new Set()).add(String(value)));
  }
}

async function visibleKeys(
  db: Executor,
  user: User,
  target: ReferenceTarget | undefined,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!target) return new Set();
  const { rows } = await db.execute<{ key: string }>(sql`
    select ${target.key}::text as key from ${target.table}
    where ${and(target.within, amongKeys(target, keys), target.scope?.(user))}`);
  return new Set(rows.map(({ key }) => key));
}

/** Rewrites a record's fields; parts that hide nothing are returned as the same objects. */
function hider(
  visible: ReadonlyMap<string, ReadonlySet<string>>,
  markOf: (target: string, key: string) => string,
) {
  return function shown(fields: RecordFields, data: RecordData): RecordData {
    return Object.fromEntries(
      Object.entries(data).map(([key, value]) => {
        const { tipo, referencia = '', campos = {} } = fields[key] ?? {};
        if (tipo === 'LISTA' && Array.isArray(value)) return [key, value.map((item) => shown(campos, item))];
        const seen = tipo === 'REFERENCIA' ? visible.get(referencia) : undefined;
        return [key, seen && !seen.has(String(value)) ? markOf(referencia, String(value)) : value];
      }),
    );
  };
}

/** Of the rows, those that the person sees with one of these fields hidden, by id. */
export async function rowsHiding(
  reader: Reader,
  mapped: MappedType,
  rows: readonly StoredRow[],
  fields: readonly string[],
): Promise<ReadonlySet<number>> {
  const seen = await hideReferences(reader, mapped, rows);
  return new Set(
    seen.filter(({ data }) => fields.some((key) => isHiddenReference(data[key]))).map(({ id }) => id),
  );
}

/** What was stored before, as the person who changes it may see it. */
export async function hideReplaced(
  reader: Reader,
  mapped: MappedType,
  results: readonly RowResult[],
): Promise<RowResult[]> {
  const before = ({ id = 0, mudancas = {} }: RowResult): StoredRow => ({
    ...{ id, version: 0, key: [], shared: {}, labels: {} },
    data: Object.fromEntries(
      Object.entries(mudancas).flatMap(([key, { antes }]) =>
        antes === null ? [] : [[key, antes as RecordValue]],
      ),
    ),
  });
  const shown = await hideReferences(reader, mapped, results.map(before));
  return results.map(({ mudancas, ...result }, at) => ({
    ...result,
    ...(mudancas && {
      mudancas: Object.fromEntries(
        Object.entries(mudancas).map(([key, { depois }]) => [
          key,
          { antes: shown[at]?.data[key] ?? null, depois },
        ]),
      ),
    }),
  }));
}

/** The mark of a reference in one record, made with the installation's secret: whoever holds it cannot try keys against it. */
export async function referenceMarker(db: Executor) {
  const mark = await marker(db, 'referencia');
  return ({ type }: MappedType, id: number, target: string, key: string): string =>
    hiddenReference(mark(JSON.stringify([type.chave, id, target, key])).slice(0, MARK_LENGTH));
}

/** 132 bits of the mark, as base64url. */
const MARK_LENGTH = 22;
