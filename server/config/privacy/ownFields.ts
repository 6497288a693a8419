import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { CustomField, CustomTypeDefinition } from '../../../contract/records/customType.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { records } from '../../db/tables/index.ts';
import { derivedOf } from '../../records/custom/derived.ts';
import { customDefinitions } from '../../records/custom/queries.ts';
import type { Whose } from './holdings/holding.ts';

/**
 * Records of the company's own types that cite the person as a customer, with the fields that their type marks as personal
 * (`pessoal`), archived ones too. What a record is known by cannot be empty: it becomes a text of its own.
 */
export async function ownFieldRecords(db: Executor, whose: Whose) {
  const types = await personalTypes(db);
  if (types.size === 0 || whose.customerIds.length === 0) return [];
  const found = await db
    .select({ id: records.id, type: records.type, data: records.data })
    .from(records)
    .where(citedBy(types, whose))
    .orderBy(asc(records.id));
  return found.map((row) => ({ ...row, definition: types.get(row.type) as CustomTypeDefinition }));
}

export async function ownFieldCount(db: Executor, whose: Whose): Promise<number> {
  const types = await personalTypes(db);
  return types.size === 0 ? 0 : db.$count(records, citedBy(types, whose));
}

/** Empties the marked fields; what a list and a search go by follows. */
export async function eraseOwnFields(tx: Tx, whose: Whose, now: Date): Promise<number> {
  const found = await ownFieldRecords(tx, whose);
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
      })
      .where(eq(records.id, id));
  }
  return found.length;
}

const citedBy = (types: ReadonlyMap<string, unknown>, { customerIds }: Whose) =>
  and(inArray(records.customerId, [...customerIds]), inArray(records.type, [...types.keys()]));

async function personalTypes(db: Executor): Promise<Map<string, CustomTypeDefinition>> {
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
