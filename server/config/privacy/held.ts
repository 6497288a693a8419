import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { PRIVACY_GROUPS, type PrivacyGroup } from '#contract/catalogs/privacy.ts';
import type { PersonalGroup } from '#contract/config/people/privacy.ts';
import type { CustomField, CustomTypeDefinition } from '#contract/records/customType.ts';
import { keptUntil, type RetainedDates } from '#contract/rules/privacy/retention.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { invoices, records, tickets } from '../../db/tables/index.ts';
import { derivedOf } from '../../records/custom/derived.ts';
import { customDefinitions } from '../../records/custom/queries.ts';
import { type Cutoffs, type ErasureSubject, ofCustomers, ticketEnd } from './holdings/holding.ts';
import { HOLDINGS } from './holdings/tables.ts';

/** The groups with data about the person, each with the effect of an erasure on `today`. */
export async function personalGroups(
  db: Executor,
  whose: ErasureSubject,
  { today, cutoffs }: { today: CalendarDate; cutoffs: Cutoffs },
): Promise<PersonalGroup[]> {
  const counts = await countGroups(db, whose);
  const keptRecords = await keptOf(db, whose, cutoffs);
  return PRIVACY_GROUPS.filter((group) => (counts[group] ?? 0) > 0).map((group) => {
    const ate = keptUntil(group, keptRecords, today);
    const stays = ate !== null || group === 'REGISTROS';
    return { grupo: group, quantidade: counts[group] ?? 0, efeito: stays ? 'FICA' : 'ELIMINA', ate };
  });
}

async function countGroups(
  db: Executor,
  whose: ErasureSubject,
): Promise<Partial<Record<PrivacyGroup, number>>> {
  const counts: Partial<Record<PrivacyGroup, number>> = {};
  const parts = HOLDINGS.map(
    ({ table, rows }) => sql`(select count(*)::int from ${table} where ${rows(whose) ?? sql`false`})`,
  );
  const { rows } = await db.execute<{ counts: number[] }>(
    sql`select array[${sql.join(parts, sql`, `)}] as counts`,
  );
  for (const [index, { group }] of HOLDINGS.entries())
    counts[group] = (counts[group] ?? 0) + (rows[0]?.counts[index] ?? 0);
  counts.PROPRIOS = await ownFieldCount(db, whose);
  return counts;
}

/** The last ticket and note that must still be kept by law. */
async function keptOf(db: Executor, whose: ErasureSubject, cutoffs: Cutoffs): Promise<RetainedDates> {
  const ended = ticketEnd(sql`${tickets}`);
  const [ticket] = await db
    .select({ last: sql<string | null>`max(${ended})::date::text` })
    .from(tickets)
    .where(and(ofCustomers(tickets.customerId)(whose), sql`${ended} >= ${cutoffs.tickets}`));
  const [invoice] = await db
    .select({ last: sql<string | null>`max(${invoices.issuedOn})::text` })
    .from(invoices)
    .where(and(ofCustomers(invoices.customerId)(whose), sql`${invoices.issuedOn} >= ${cutoffs.invoices}`));
  return { ticketEnded: ticket?.last ?? null, invoiceIssued: invoice?.last ?? null };
}

/**
 * Records of custom types that refer to the person as a customer, with the fields their type marks as personal (`pessoal`),
 * including archived ones. The field that identifies a record cannot be empty and gets a text of its own.
 */
export async function ownFieldRecords(db: Executor, whose: ErasureSubject) {
  const types = await personalTypes(db);
  if (types.size === 0 || whose.customerIds.length === 0) return [];
  return recordsOf(db, types, citedBy(types, whose));
}

async function ownFieldCount(db: Executor, whose: ErasureSubject): Promise<number> {
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
  const keptEntries = Object.entries(data).filter(([key]) => !personal.has(key));
  const named = [...personal].filter((key) => codigo.includes(key) || key === nome);
  return {
    ...Object.fromEntries(keptEntries),
    ...Object.fromEntries(named.map((key) => [key, `eliminado-${id}`])),
  };
}
