import { and, eq, isNull, sql } from 'drizzle-orm';
import type { MergedCustomer } from '#contract/rules/customers/customerMerge.ts';
import type { Executor } from '../../db/client.ts';
import type { MovedRecords } from '../../db/tables/customers/customerMerges.ts';
import { deliveryAddresses, people, ticketMerges } from '../../db/tables/index.ts';
import type { CustomerRow } from '../../sac/customers/queries.ts';
import { isErased } from './queries.ts';

/** What the rule about merging asks of a customer. */
export async function mergedCustomer(db: Executor, row: CustomerRow): Promise<MergedCustomer> {
  const [accounts, addresses] = await Promise.all([
    db.$count(people, eq(people.customerId, row.id)),
    db.$count(
      deliveryAddresses,
      and(eq(deliveryAddresses.customerId, row.id), eq(deliveryAddresses.active, true)),
    ),
  ]);
  return {
    id: row.id,
    document: row.document,
    simulation: row.simulation,
    erased: isErased(row),
    hasAccount: accounts > 0,
    addresses,
  };
}

const idsOf = (keys: readonly (string | number)[] = []) => sql`${sql.param(keys.map(Number))}::int[]`;

/** An order that came along and has a note of the customer that stays, which was written since. */
export async function invoicedSince(
  db: Executor,
  to: number,
  { moved }: Pick<MovedRecords, 'moved'>,
): Promise<number | null> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select order_id as id from invoices
    where customer_id = ${to} and order_id = any(${idsOf(moved.orders)}) and id <> all(${idsOf(moved.invoices)})
    order by 1 limit 1`);
  return rows[0]?.id ?? null;
}

/** A ticket that came along and was merged with one that did not. */
export async function joinedSince(
  db: Executor,
  { moved }: Pick<MovedRecords, 'moved'>,
): Promise<number | null> {
  const tickets = idsOf(moved.tickets);
  const [row] = await db
    .select({ from: ticketMerges.fromId, to: ticketMerges.toId })
    .from(ticketMerges)
    .where(
      and(
        isNull(ticketMerges.undoneAt),
        sql`(${ticketMerges.fromId} = any(${tickets})) <> (${ticketMerges.toId} = any(${tickets}))`,
      ),
    )
    .limit(1);
  if (!row) return null;
  return (moved.tickets ?? []).map(Number).includes(row.from) ? row.from : row.to;
}
