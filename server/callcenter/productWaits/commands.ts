import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { WaitEnd } from '#contract/catalogs/productWait.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { orderItems, productWaits } from '../../db/tables/index.ts';
import { auditMany } from '../../writing/audit.ts';

type Closing = Pick<Context, 'user' | 'ip' | 'requestId' | 'now'>;

/** Closes waits, each with one audit entry; those that are closed already stay as they are. Returns how many it closed. */
export async function closeWaits(
  tx: Tx,
  ctx: Closing,
  ids: readonly number[],
  reason: WaitEnd,
): Promise<number> {
  if (ids.length === 0) return 0;
  const closed = await tx
    .update(productWaits)
    .set({ closedAt: ctx.now(), closedReason: reason, version: sql`${productWaits.version} + 1` })
    .where(and(inArray(productWaits.id, [...ids]), isNull(productWaits.closedAt)))
    .returning({ id: productWaits.id });
  await auditMany(
    tx,
    ctx,
    closed.map(({ id }) => ({
      action: 'ENCERRAR',
      entity: 'product_waits',
      entityId: id,
      after: { motivo: reason },
    })),
  );
  return closed.length;
}

/** Notes that those who promised to tell the customers were told of the product's arrival. */
export async function noteTold(tx: Tx, ctx: Closing, ids: readonly number[]): Promise<void> {
  const told = await tx
    .update(productWaits)
    .set({ toldAt: ctx.now(), version: sql`${productWaits.version} + 1` })
    .where(and(inArray(productWaits.id, [...ids]), isNull(productWaits.closedAt)))
    .returning({ id: productWaits.id });
  await auditMany(
    tx,
    ctx,
    told.map(({ id }) => ({
      action: 'AVISAR',
      entity: 'product_waits',
      entityId: id,
      after: { avisado: true },
    })),
  );
}

/** The customer of an order waits no more for what is in it. */
export async function closeSold(
  tx: Tx,
  ctx: Closing,
  order: { id: number; customerId: number },
): Promise<void> {
  const sold = tx
    .select({ id: orderItems.productId })
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id));
  const waits = await tx
    .select({ id: productWaits.id })
    .from(productWaits)
    .where(
      and(
        eq(productWaits.customerId, order.customerId),
        isNull(productWaits.closedAt),
        inArray(productWaits.productId, sold),
      ),
    );
  await closeWaits(
    tx,
    ctx,
    waits.map(({ id }) => id),
    'VENDIDO',
  );
}
