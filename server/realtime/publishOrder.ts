import { eq } from 'drizzle-orm';
import {
  ORDER_CHANGED,
  type OrderChanged,
  orderChannel,
  STOCK_CHANGED,
  stockChannel,
} from '../../contract/realtime.ts';
import type { PublicContext } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { orders } from '../db/tables/index.ts';
import { publish } from './publish.ts';

/**
 * A quote or order was written. Called by the audit, which every write of one goes through: none can forget to tell.
 */
export async function publishOrder(
  tx: Executor,
  ctx: Pick<PublicContext, 'user' | 'now'>,
  { id, action }: { id: number; action: string },
): Promise<void> {
  const [order] = await tx.select({ version: orders.version }).from(orders).where(eq(orders.id, id));
  if (!order) return;
  const data: OrderChanged = {
    id,
    versao: order.version,
    acao: action,
    por: ctx.user ? { id: ctx.user.id, nome: ctx.user.name } : null,
  };
  await publish(tx, { channels: [orderChannel(id)], event: ORDER_CHANGED, data, at: ctx.now() });
}

/** Stock was set aside or given back. */
export const publishStock = (tx: Executor, branchIds: readonly number[], at: Date): Promise<void> =>
  publish(tx, { channels: branchIds.map(stockChannel), event: STOCK_CHANGED, data: {}, at });
