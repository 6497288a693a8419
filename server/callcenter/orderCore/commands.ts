import { and, desc, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { customerLog, orders, people } from '../../db/tables/index.ts';
import { conflict, notFound } from '../../errors.ts';
import { orderScope } from '../../session/scope.ts';

export { requireOpenCustomer } from './blocks.ts';
export {
  judgeCode,
  keepCoupon,
  lockOwnCoupon,
  ownCouponRefusal,
  redeemCoupon,
  removeCoupon,
  returnCouponUses,
} from './coupons.ts';
export { FOLLOWING, followTaxes, type SumsWritten, settled, writeTotals } from './totals.ts';

export type OrderRecord = typeof orders.$inferSelect;

interface Wanted {
  id: number;
  stage?: OrderRecord['stage'];
  /** The version the caller read; absent from third-party clients. */
  versao?: number | undefined;
}

/**
 * The quote or order, locked until the transaction ends. 404 whether it is unknown, out of scope or in the other stage; 409
 * CONFLITO if it was changed since `versao`.
 */
export async function lockOrder(
  tx: Tx,
  { user }: Pick<Context, 'user'>,
  wanted: Wanted,
): Promise<OrderRecord> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.id, wanted.id),
        wanted.stage ? eq(orders.stage, wanted.stage) : undefined,
        orderScope(user),
      ),
    )
    .for('update');
  if (!row) throw notFound();
  if (wanted.versao !== undefined && wanted.versao !== row.version) throw await changedSince(tx, row);
  return row;
}

async function changedSince(tx: Tx, row: OrderRecord) {
  const [last] = await tx
    .select({ por: people.name, texto: customerLog.text, em: customerLog.at })
    .from(customerLog)
    .leftJoin(people, eq(people.id, customerLog.personId))
    .where(and(eq(customerLog.type, row.stage), eq(customerLog.itemId, row.id)))
    .orderBy(desc(customerLog.id))
    .limit(1);
  const name = row.stage === 'PEDIDO' ? 'este pedido' : 'este orçamento';
  return conflict(`${last?.por ?? 'Outra pessoa'} mudou ${name}. Veja como ficou antes de mudar de novo.`, {
    versao: row.version,
    por: last?.por ?? null,
    em: last?.em.toISOString() ?? null,
    status: row.status,
    ultimaMudanca: last ? { por: last.por, texto: last.texto } : null,
  });
}
