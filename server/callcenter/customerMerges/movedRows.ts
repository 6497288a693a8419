import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { amongIds } from '#server/db/conditions.ts';
import type { KeptOfMerged, MovedRecords } from '#server/db/tables/customers/customerMerges.ts';
import { customerGroups, externalCodes } from '#server/db/tables/index.ts';
import { FOLLOWING } from './references.ts';

interface Way {
  from: number;
  to: number;
}

const name = (text: string) => sql.identifier(text);

/**
 * Takes everything that references one customer to another, both locked, and says which rows these were. What the other one has already
 * is taken out and kept whole.
 */
export async function moveRows(
  tx: Tx,
  { from, to }: Way,
): Promise<{ moved: Record<string, (string | number)[]>; doubles: KeptOfMerged['doubles'] }> {
  const doubles = await takeDoubles(tx, { from, to });
  const moved: Record<string, (string | number)[]> = {};
  for (const { table, column, key } of FOLLOWING) {
    const { rows } = await tx.execute<{ key: string | number }>(sql`
      update ${name(table)} set ${name(column)} = ${to} where ${name(column)} = ${from}
      returning ${name(key)} as key`);
    if (rows.length > 0) moved[table] = rows.map((row) => row.key);
  }
  return { moved, doubles };
}

async function takeDoubles(tx: Tx, { from, to }: Way): Promise<KeptOfMerged['doubles']> {
  const found: Record<string, Record<string, unknown>[]> = {};
  for (const { table, column, alike, newest, within = 'true' } of FOLLOWING) {
    if (!alike) continue;
    const same = sql.join(
      [sql`true`, ...alike.map((each) => sql`y.${name(each)} is not distinct from x.${name(each)}`)],
      sql` and `,
    );
    const open = (alias: string) => sql.raw(within.replaceAll('x.', `${alias}.`));
    // A customer without carriers is served by all of them: those of the other one would be a limit.
    const unlimited =
      table === 'customer_carriers'
        ? sql`or (x.${name(column)} = ${from} and not exists (
          select from ${name(table)} y where y.${name(column)} = ${to}))`
        : sql``;
    const older = newest
      ? sql`(y.${name(newest)} > x.${name(newest)} or (y.${name(newest)} = x.${name(newest)} and x.${name(column)} = ${from}))`
      : sql`x.${name(column)} = ${from}`;
    const { rows } = await tx.execute<{ row: Record<string, unknown> }>(sql`
      delete from ${name(table)} x
      where x.${name(column)} in (${from}, ${to}) and ${open('x')} and (exists (
          select from ${name(table)} y where y.${name(column)} in (${from}, ${to})
            and y.${name(column)} <> x.${name(column)} and ${open('y')} and ${same} and ${older})
        ${unlimited})
      returning to_jsonb(x) as row`);
    if (rows.length > 0) found[table] = rows.map(({ row }) => row);
  }
  return found;
}

/**
 * Takes exactly these rows back, as far as they are still there, and what was made of their orders and tickets since, and says which rows
 * these were. The row of the customer is there again.
 */
export async function returnRows(
  tx: Tx,
  { from, to }: Way,
  { moved }: Pick<MovedRecords, 'moved'>,
  doubles: KeptOfMerged['doubles'],
): Promise<MovedRecords['moved']> {
  const returned: Record<string, (string | number)[]> = {};
  const [orders, tickets] = [moved.orders ?? [], moved.tickets ?? []].map(
    (ids) => sql`${sql.param(ids.map(Number))}::int[]`,
  );
  for (const { table, column, key, ofOrder } of FOLLOWING) {
    const keys = sql.param((moved[table] ?? []).map(String));
    const since = ofOrder
      ? sql`or order_id = any(${orders})`
      : table === 'customer_log'
        ? sql`or (type in ('ORCAMENTO', 'PEDIDO') and item_id = any(${orders}))
            or (type = 'TICKET' and item_id = any(${tickets}))`
        : table === 'tickets'
          ? sql`or id in (select to_id from ticket_splits where from_id = any(${tickets}) and undone_at is null)`
          : sql``;
    const { rows } = await tx.execute<{ key: string | number }>(sql`
      update ${name(table)} set ${name(column)} = ${from}
      where ${name(column)} = ${to} and (${name(key)}::text = any(${keys}::text[]) ${since})
      returning ${name(key)} as key`);
    if (rows.length > 0) returned[table] = rows.map((row) => row.key);
  }
  for (const [table, kept] of Object.entries(doubles)) {
    const rows = table === 'customer_group_members' ? await ofStandingGroups(tx, kept) : kept;
    if (rows.length > 0) await insertKept(tx, table, rows, sql`on conflict do nothing`);
  }
  return returned;
}

type Kept = KeptOfMerged['doubles'][string];

/** A group may have ended since: nobody goes back into it. Those that stand are locked, so that they do not end meanwhile. */
async function ofStandingGroups(tx: Tx, members: Kept): Promise<Kept> {
  const ids = members.map((member) => Number(member.group_id));
  const standing = await tx
    .select({ id: customerGroups.id })
    .from(customerGroups)
    .where(amongIds(customerGroups.id, ids))
    .orderBy(customerGroups.id)
    .for('update');
  return members.filter((member) => standing.some(({ id }) => id === Number(member.group_id)));
}

/** Writes rows of a table as they were kept. A column that the table has only since then gets its default. */
export async function insertKept(tx: Tx, table: string, rows: Kept, onConflict: SQL = sql``): Promise<void> {
  const keys = sql.param(Object.keys(rows[0] ?? {}));
  const columns = await tx.execute<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
      and column_name = any(${keys}::text[])`);
  const list = sql.join(
    columns.rows.map((column) => name(column.name)),
    sql`, `,
  );
  await tx.execute(sql`
    insert into ${name(table)} (${list})
    select ${list} from jsonb_populate_recordset(null::${name(table)}, ${JSON.stringify(rows)}::jsonb)
    ${onConflict}`);
}

/** Takes the codes of other systems along whose system has none for the other customer; the rest lead on where they stand. */
export async function moveCodes(tx: Tx, { from, to }: Way, sources?: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ source: string }>(sql`
    update ${externalCodes} c set record_id = ${to}
    where c.type = 'clientes' and c.record_id = ${from}
      and ${sources ? sql`c.source = any(${sql.param([...sources])}::text[])` : sql`true`}
      and not exists (select from ${externalCodes} o
        where o.type = 'clientes' and o.record_id = ${to} and o.source = c.source)
    returning c.source`);
  return rows.map(({ source }) => source);
}

/** Addresses that the other customer has already are kept for the orders that refer to them, and offered once. */
export async function hideDoubleAddresses(tx: Tx, { to }: Way, moved: readonly number[]): Promise<number[]> {
  if (moved.length === 0) return [];
  const ids = sql`any(${sql.param([...moved])}::int[])`;
  const { rows } = await tx.execute<{ id: number }>(sql`
    update delivery_addresses a set active = false
    where a.id = ${ids} and a.active and exists (select from delivery_addresses b
      where b.customer_id = ${to} and b.active and b.id <> all(${sql.param([...moved])}::int[])
        and (b.cep, b.street, b.number, b.complement) = (a.cep, a.street, a.number, a.complement))
    returning a.id`);
  return rows.map(({ id }) => id);
}

/** Offers the addresses again that were hidden, at the customer that has them back. */
export async function showAddresses(tx: Tx, { from }: Way, hidden: readonly number[]): Promise<number[]> {
  if (hidden.length === 0) return [];
  const { rows } = await tx.execute<{ id: number }>(sql`
    update delivery_addresses set active = true
    where id = any(${sql.param([...hidden])}::int[]) and customer_id = ${from} returning id`);
  return rows.map(({ id }) => id);
}
