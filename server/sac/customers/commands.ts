import { and, eq, sql } from 'drizzle-orm';
import type { PublicContext } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { insertMany } from '../../db/manyRows.ts';
import { type CustomerLogType, customerBranches, customerLog, customers } from '../../db/tables/index.ts';

export { dropGoneFiles, writeFieldFiles } from './fieldFiles.ts';

interface CustomerEvent {
  customerId: number;
  type: CustomerLogType;
  /** The quote, order, agenda, ticket or service record that the entry is about. */
  itemId?: number | null;
  /** The sentence that the timeline shows, without its subject: "Orçamento renovado até 30/11/2026". */
  text: string;
  data?: Record<string, unknown>;
}

/**
 * Adds one entry to the customer's activity log for one accepted event, in the event's transaction (docs/domain.md 4.3). Without a
 * user, the entry has no author: a job did it, or the customer on a public page.
 */
export const logCustomer = (
  tx: Tx,
  ctx: Pick<PublicContext, 'user' | 'now'>,
  event: CustomerEvent,
): Promise<void> => logCustomers(tx, ctx, [event]);

/** The same for several events, in one statement. */
export const logCustomers = (
  tx: Tx,
  ctx: Pick<PublicContext, 'user' | 'now'>,
  events: readonly CustomerEvent[],
): Promise<void> =>
  insertMany(
    tx,
    customerLog,
    events.map(({ customerId, type, itemId = null, text, data = {} }) => ({
      customerId,
      type,
      itemId,
      text,
      data,
      personId: ctx.user?.id ?? null,
      at: ctx.now(),
    })),
  );

/** Takes from the entries about one thing what turned out to be another customer's. */
export async function rewordEntries(
  tx: Tx,
  { customerId, data }: Pick<CustomerEvent, 'customerId'> & { data: Record<string, unknown> },
  text: string,
): Promise<void> {
  await tx
    .update(customerLog)
    .set({ text })
    .where(
      and(eq(customerLog.customerId, customerId), sql`${customerLog.data} @> ${JSON.stringify(data)}::jsonb`),
    );
}

/**
 * A customer that bought from a branch counts as served by it. A new branch bumps the customer's version, because a form of the
 * whole customer lists the branches.
 */
export async function serveCustomers(
  tx: Tx,
  pairs: readonly { customerId: number; branchId: number }[],
): Promise<void> {
  if (pairs.length === 0) return;
  const rows = [...pairs].sort((a, b) => a.customerId - b.customerId || a.branchId - b.branchId);
  await tx.execute(sql`
    with served as (
      insert into ${customerBranches} (customer_id, branch_id)
      select * from unnest(${sql.param(rows.map(({ customerId }) => customerId))}::int[],
        ${sql.param(rows.map(({ branchId }) => branchId))}::int[])
      on conflict do nothing returning customer_id
    ), locked as (
      select id from ${customers} where id in (select customer_id from served) order by id for no key update
    )
    update ${customers} set version = version + 1 where id in (select id from locked)`);
}
