import { and, asc, eq, isNull } from 'drizzle-orm';
import { addDays } from '../../../../contract/rules/calendarDate.ts';
import { localDate } from '../../../../contract/rules/zonedTime.ts';
import { audit } from '../../../audit.ts';
import { serviceParameters } from '../../../config/parameters/queries.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import { branches, orderItems, orders } from '../../../db/tables/index.ts';
import { logCustomer } from '../../customerLog.ts';
import { lockOrder, type OrderRecord } from '../../orderLock.ts';
import { writeTotals } from '../../orderTotals.ts';
import { auditFacts } from './changeOrder.ts';

/**
 * A new quote of the same customer, branch and terms, in the group of its original. With `lines` it takes over those
 * that stand at their price; coupon, freight and dates are asked for anew.
 */
export async function copyOrder(
  tx: Tx,
  ctx: Context,
  source: OrderRecord,
  { lines, text }: { lines: boolean; text: string },
): Promise<number> {
  const [copy] = await tx
    .insert(orders)
    .values({ ...termsOf(source), ...(await freshParts(tx, ctx, source)) })
    .returning();
  if (!copy) throw new Error('no quote was written');
  if (lines) await copyLines(tx, source.id, copy.id);
  await writeTotals(tx, copy.id);
  await logCustomer(tx, ctx, {
    customerId: copy.customerId,
    type: 'ORCAMENTO',
    itemId: copy.id,
    text,
    data: { acao: 'DUPLICAR', de: source.id },
  });
  await audit(tx, ctx, {
    action: 'CRIAR',
    entity: 'orders',
    entityId: copy.id,
    after: { ...auditFacts(copy), origem: source.id },
  });
  return copy.id;
}

const termsOf = (source: OrderRecord) => ({
  customerId: source.customerId,
  branchId: source.branchId,
  representativeId: source.representativeId,
  groupId: source.groupId ?? source.id,
  trafficSourceId: source.trafficSourceId,
  paymentMethodId: source.paymentMethodId,
  paymentPlanId: source.paymentPlanId,
  priceTableId: source.priceTableId,
  freightTypeId: source.freightTypeId,
  carrierId: source.carrierId,
  redispatchCarrierId: source.redispatchCarrierId,
  pickup: source.pickup,
  deliveryAddressId: source.deliveryAddressId,
  deliveryNote: source.deliveryNote,
  orderNote: source.orderNote,
  customerNote: source.customerNote,
});

async function freshParts(tx: Tx, { user, now }: Context, { branchId }: OrderRecord) {
  const [branch] = await tx.select().from(branches).where(eq(branches.id, branchId));
  const { validadeOrcamento } = await serviceParameters(tx, branchId);
  return {
    sellerId: user.id,
    validUntil: addDays(localDate(now(), branch?.timeZone ?? 'America/Sao_Paulo'), validadeOrcamento),
    createdAt: now(),
    updatedAt: now(),
  };
}

async function copyLines(tx: Tx, from: number, to: number) {
  const lines = await tx
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.orderId, from), isNull(orderItems.removedAt)))
    .orderBy(asc(orderItems.line));
  if (lines.length === 0) return;
  await tx.insert(orderItems).values(
    lines.map(({ id: _, ...line }, index) => ({
      ...line,
      orderId: to,
      line: index + 1,
      removedAt: null,
      removedById: null,
    })),
  );
}

/** The original of a copy, within what the person may see. */
export const lockSource = (tx: Tx, ctx: Context, id: number) => lockOrder(tx, ctx, { id });
