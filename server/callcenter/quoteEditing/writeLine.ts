import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { orderItems } from '../../db/tables/index.ts';
import type { PricedLine } from './quoteLines.ts';

/** A line as it is priced now; who removed it, and when, is written once. */
export async function writeLine(tx: Tx, ctx: Context, orderId: number, line: PricedLine): Promise<void> {
  const { stored } = line;
  const kept = stored !== null && (stored.removedAt !== null) === line.removed;
  const values = {
    branchId: line.branchId,
    packagingId: line.pack.id || null,
    quantity: line.quantity,
    listPrice: line.list,
    price: line.price,
    discountPercent: line.discountPercent,
    total: line.total,
    cost: line.cost,
    taxes: line.taxes,
    bonus: line.bonus,
    tint: line.tint,
    note: line.note,
    ...(!kept && {
      removedAt: line.removed ? ctx.now() : null,
      removedById: line.removed ? ctx.user.id : null,
    }),
  };
  if (stored) await tx.update(orderItems).set(values).where(eq(orderItems.id, stored.id));
  else await tx.insert(orderItems).values({ orderId, line: line.line, productId: line.productId, ...values });
}
