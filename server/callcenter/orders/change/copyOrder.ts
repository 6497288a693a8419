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
import { authorizedItems, returnedText, returnPrices } from '../../quoteEditing/queries.ts';
import { auditFacts } from './changeOrder.ts';

export interface Copied {
  id: number;
  /** Products whose negotiated price stayed with the original. */
  returned: string[];
}

/**
 * A new quote of the same customer, branch and terms, in the group of its original. With `lines` it takes over those
 * that stand at their price; coupon, freight and dates are asked for anew.
 */
export async function copyOrder(
  tx: Tx,
  ctx: Context,
  source: OrderRecord,
  { lines, text }: { lines: boolean; text: string },
): Promise<Copied> {
  const [copy] = await tx
    .insert(orders)
    .values({ ...termsOf(source), ...(await freshParts(tx, ctx, source)) })
    .returning();
  if (!copy) throw new Error('no quote was written');
  const returned = lines ? await copyLines(tx, ctx, source, copy) : [];
  await writeTotals(tx, copy.id);
  await logCustomer(tx, ctx, {
    customerId: copy.customerId,
    type: 'ORCAMENTO',
    itemId: copy.id,
    text: [text, returnedText(returned)].filter(Boolean).join('. '),
    data: { acao: 'DUPLICAR', de: source.id },
  });
  await audit(tx, ctx, {
    action: 'CRIAR',
    entity: 'orders',
    entityId: copy.id,
    after: { ...auditFacts(copy), origem: source.id },
  });
  return { id: copy.id, returned };
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

async function copyLines(tx: Tx, ctx: Context, source: OrderRecord, copy: OrderRecord): Promise<string[]> {
  const lines = await tx
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.orderId, source.id), isNull(orderItems.removedAt)))
    .orderBy(asc(orderItems.line));
  if (lines.length === 0) return [];
  await tx.insert(orderItems).values(
    lines.map(({ id: _, ...line }, index) => ({
      ...line,
      orderId: copy.id,
      line: index + 1,
      removedAt: null,
      removedById: null,
    })),
  );
  const authorized = await authorizedItems(tx, source.id);
  if (authorized.size === 0) return [];
  return returnPrices(tx, ctx, copy, ({ line }) => authorized.has(lines[line - 1]?.id ?? 0));
}

/** The original of a copy, within what the person may see. */
export const lockSource = (tx: Tx, ctx: Context, id: number) => lockOrder(tx, ctx, { id });
