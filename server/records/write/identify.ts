import { and, or, type SQL, sql } from 'drizzle-orm';
import { customerType } from '#contract/records/customers.ts';
import { type AnyRecordType, EXTERNAL_CODES } from '#contract/records/recordType.ts';
import { recordOf } from '#contract/rules/jsonRecord.ts';
import type { Executor } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import { externalCodes } from '../../db/tables/index.ts';
import { leadingId } from '../../sac/customers/queries.ts';
import { keyText } from '../columns.ts';
import { columnOf, type MappedType } from '../mapping.ts';
import { addCodes, addLists, readRecords } from '../read/readRecords.ts';
import type { StoredRow } from '../read/storedRow.ts';
import type { PendingRow } from './pendingRow.ts';
import { naturalKey } from './references.ts';

interface GivenCode {
  source: string;
  code: string;
}

/** The external codes that a row contains. */
export const givenCodes = ({ given }: PendingRow): GivenCode[] =>
  Object.entries(recordOf(given[EXTERNAL_CODES])).flatMap(([source, code]) =>
    typeof code === 'string' && code !== '' ? [{ source, code }] : [],
  );

/** The existing records that the rows may refer to, locked in order, by each of the three ways: id, natural key and code. */
export interface ExistingRecords {
  byId: ReadonlyMap<number, StoredRow>;
  byKey: ReadonlyMap<string, StoredRow>;
  /** The id of the record with a code. */
  byCode: ReadonlyMap<string, number>;
  /** The codes that only lead on to that record, whose own are others: they find it, and are not written to it. */
  led: ReadonlySet<string>;
}

/**
 * Leaves out lists and codes that no row contains: these stay unchanged, and most rows of a nightly run are equal
 * (`readWhole`).
 */
export async function findExisting(
  db: Executor,
  mapped: MappedType,
  rows: readonly PendingRow[],
  lock: boolean,
): Promise<ExistingRecords> {
  const { byCode, led } = await recordsOfCodes(db, mapped.type, rows.flatMap(givenCodes));
  const ids = [
    ...rows.flatMap(({ givenId }) => (givenId === undefined ? [] : [givenId])),
    ...byCode.values(),
  ];
  const keys = rows.flatMap((row) => {
    const key = naturalKey(mapped.type, row);
    return key ? [key] : [];
  });
  const where = or(
    ids.length > 0 ? amongIds(mapped.mapping.table.id, [...new Set(ids)]) : undefined,
    keys.length > 0 ? amongKeys(mapped, keys) : undefined,
  );
  const stored = where
    ? await readRecords(db, mapped, {
        where,
        lock: lock ? sql`no key update` : undefined,
        ...namedBy(rows),
      })
    : [];
  return {
    byId: new Map(stored.map((row) => [row.id, row])),
    byKey: new Map(stored.map((row) => [keyText(row.key), row])),
    byCode,
    led,
  };
}

/** The lists and codes that at least one row contains. */
function namedBy(rows: readonly PendingRow[]) {
  const names = new Set<string>();
  for (const { given, placed } of rows) {
    for (const key of Object.keys(given)) names.add(key);
    for (const path of placed.keys()) names.add(path.split('/')[0] ?? path);
  }
  return { lists: (_: unknown, key: string) => names.has(key), codes: names.has(EXTERNAL_CODES) };
}

/**
 * Completes records that will be changed, because they are validated and written as a whole: loads their other lists and
 * their codes.
 */
export async function readWhole(
  db: Executor,
  mapped: MappedType,
  rows: readonly PendingRow[],
  stored: readonly StoredRow[],
): Promise<void> {
  const { lists, codes } = namedBy(rows);
  await addLists(db, mapped, stored, (field, key) => !lists(field, key));
  if (!codes) await addCodes(db, mapped, stored);
}

/** Uses the unique index of the natural key, with one array parameter however many rows there are. */
function amongKeys({ type, mapping }: MappedType, keys: readonly unknown[][]): SQL {
  if (mapping.storage) return mapping.storage.amongKeys(keys);
  const columns = type.codigo.flatMap((key) => columnOf(mapping.columns[key]) ?? []);
  const names = columns.map((_, index) => sql.identifier(`k${index}`));
  const types = columns.map(
    (column, index) => sql`${names[index]} ${sql.raw(typeOfKey(column.getSQLType()))}`,
  );
  const given = JSON.stringify(
    keys.map((key) => Object.fromEntries(key.map((part, index) => [`k${index}`, part]))),
  );
  return sql`(${sql.join(columns, sql`, `)}) in (select ${sql.join(names, sql`, `)}
    from jsonb_to_recordset(${given}::jsonb) as given(${sql.join(types, sql`, `)}))`;
}

const typeOfKey = (type: string) => (type === 'serial' ? 'integer' : type);

async function recordsOfCodes(
  db: Executor,
  { chave }: AnyRecordType,
  codes: readonly GivenCode[],
): Promise<Pick<ExistingRecords, 'byCode' | 'led'>> {
  if (codes.length === 0) return { byCode: new Map(), led: new Set() };
  const isCustomer = chave === customerType.chave;
  const found = await db
    .select({
      source: externalCodes.source,
      code: externalCodes.code,
      // The code of a merged customer leads on to the one that stayed.
      recordId: isCustomer ? leadingId(sql`${externalCodes}.record_id`) : externalCodes.recordId,
      held: externalCodes.recordId,
    })
    .from(externalCodes)
    .where(
      and(
        sql`${externalCodes.type} = ${chave}`,
        sql`(${externalCodes.source}, ${externalCodes.code}) in (select x.source, x.code
          from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as x(source text, code text))`,
      ),
    );
  return {
    byCode: new Map(found.map(({ source, code, recordId }) => [codeKey({ source, code }), recordId])),
    led: new Set(found.flatMap((row) => (row.recordId === row.held ? [] : [codeKey(row)]))),
  };
}

export const codeKey = ({ source, code }: GivenCode): string => JSON.stringify([source, code]);
