import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { CustomField, CustomTypeDefinition } from '../../../contract/records/customType.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { records } from '../../db/tables/index.ts';
import { derivedOf } from '../../records/custom/derived.ts';
import { customDefinitions } from '../../records/custom/queries.ts';
import type { ErasureSubject } from './holdings/holding.ts';

/**
 * Records of custom types that refer to the person as a customer, with the fields their type marks as personal (`pessoal`),
 * including archived ones. The field that identifies a record cannot be empty and gets a text of its own.
 */
export async function ownFieldRecords(db: Executor, whose: ErasureSubject) {
  const types = await personalTypes(db);
  if (types.size === 0 || whose.customerIds.length === 0) return [];
  return recordsOf(db, types, citedBy(types, whose));
}

export async function ownFieldCount(db: Executor, whose: ErasureSubject): Promise<number> {
  const types = await personalTypes(db);
  return types.size === 0 ? 0 : db.$count(records, citedBy(types, whose));
}

/** Empties the marked fields of records that refer to the person. */
export const eraseOwnFields = async (tx: Tx, whose: ErasureSubject, now: Date): Promise<void> =>
  emptyFields(tx, await ownFieldRecords(tx, whose), now);

/** The same for chosen records of one type; nothing is erased if the type no longer marks any field. */
export async function eraseOwnRecords(
  tx: Tx,
  type: string,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  const types = await personalTypes(tx);
  const chosen = and(eq(records.type, type), inArray(records.id, [...ids]));
  if (types.has(type)) await emptyFields(tx, await recordsOf(tx, types, chosen), now);
}

type Types = ReadonlyMap<string, CustomTypeDefinition>;

async function recordsOf(db: Executor, types: Types, which: SQL | undefined) {
  const found = await db
    .select({ id: records.id, type: records.type, data: records.data })
    .from(records)
    .where(which)
    .orderBy(asc(records.id));
  return found.map((row) => ({ ...row, definition: types.get(row.type) as CustomTypeDefinition }));
}

/** The derived columns for lists and search are updated too. */
async function emptyFields(tx: Tx, found: Awaited<ReturnType<typeof recordsOf>>, now: Date): Promise<void> {
  for (const { id, data, definition } of found) {
    const emptied = withoutPersonal(definition, data, id);
    const { key, name, search, archived } = derivedOf(definition, emptied);
    await tx
      .update(records)
      .set({
        key,
        name,
        search,
        archived,
        data: emptied,
        version: sql`${records.version} + 1`,
        updatedAt: now,
        personalGoneAt: now,
      })
      .where(eq(records.id, id));
  }
}

const citedBy = (types: Types, { customerIds }: ErasureSubject) =>
  and(inArray(records.customerId, [...customerIds]), inArray(records.type, [...types.keys()]));

/** Custom types with personal fields, by key, in the order of their titles. */
export async function personalTypes(db: Executor): Promise<Map<string, CustomTypeDefinition>> {
  const all = (await customDefinitions(db)).map(({ content }) => content);
  return new Map(
    all.filter(({ campos }) => personalKeys(campos).length > 0).map((content) => [content.chave, content]),
  );
}

const personalKeys = (fields: readonly CustomField[]): string[] =>
  fields.filter(({ pessoal }) => pessoal).map(({ chave }) => chave);

function withoutPersonal(
  { campos, codigo, nome }: CustomTypeDefinition,
  data: Readonly<Record<string, unknown>>,
  id: number,
): Record<string, unknown> {
  const personal = new Set(personalKeys(campos));
  const kept = Object.entries(data).filter(([key]) => !personal.has(key));
  const named = [...personal].filter((key) => codigo.includes(key) || key === nome);
  return { ...Object.fromEntries(kept), ...Object.fromEntries(named.map((key) => [key, `eliminado-${id}`])) };
}
