import { and, eq } from 'drizzle-orm';
import { customizedStatuses } from '#contract/catalogs/orderStatus.ts';
import type { OrderAction } from '#contract/rules/orders/orderActions.ts';
import { moveRefusal, type OrderFacts, statusPath } from '#contract/rules/orders/orderMoves.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Context, PublicContext } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { branches, lossReasons, orders, paymentCharges, paymentLinks } from '#server/db/tables/index.ts';
import { invalid, refused } from '#server/errors.ts';
import { logCustomer } from '#server/sac/customers/commands.ts';
import { plainText } from '#server/text/plainText.ts';
import { audit } from '#server/writing/audit.ts';
import { rowFacts } from '#server/writing/rowFacts.ts';
import {
  keepCoupon,
  lockOrder,
  type OrderRecord,
  returnCouponUses,
  writeTotals,
} from '../../orderCore/commands.ts';
import { factsOf } from '../detail/orderView.ts';
import { decisiveLinkFirst } from '../detail/paymentLink.ts';

export const orderFacts = rowFacts(orders, {
  words: {
    stage: 'tipo',
    status: 'st',
    customerId: 'cliente',
    branchId: 'filial',
    representativeId: 'representante',
    sellerId: 'vendedor',
    groupId: 'grupo',
    channel: 'canal',
    releasedTo: 'liberadoPara',
    trafficSourceId: 'origem',
    paymentMethodId: 'cobranca',
    paymentPlanId: 'plano',
    priceTableId: 'tabelaPreco',
    freightTypeId: 'tipoFrete',
    carrierId: 'transportadora',
    redispatchCarrierId: 'redespacho',
    pickup: 'retira',
    deliveryAddressId: 'enderecoEntrega',
    freight: 'frete',
    purchaseOrder: 'ordComp',
    deliveryNote: 'obsEntrega',
    orderNote: 'obsPedido',
    customerNote: 'obsCliente',
    validUntil: 'dtVal',
    scheduledOn: 'dtProgr',
    itemCount: 'itens',
    total: 'total',
    bonus: 'bonificacao',
    couponCode: 'cupom',
    couponDiscount: 'descontoCupom',
    lossReasonId: 'motivoPerda',
    lossNote: 'obsPerda',
    billingReleasedAt: 'liberadoFaturamento',
    invoicedOn: 'faturadoEm',
    lights: 'sinaleiras',
  },
  leftOut: [
    // When, by whom and from which status `status` was written.
    'lostAt',
    // As above.
    'lostById',
    // As above.
    'lostFrom',
    // When `releasedTo` was written.
    'releasedAt',
    // Part of the freight quotation, which is logged when a freight is chosen.
    'freightOriginal',
    // As above.
    'freightPaid',
    // As above: the sealed offers of carriers.
    'freightQuote',
    // Follows from the items and the total.
    'subtotal',
    // Recalculated whenever it is shown.
    'taxTotal',
    // Not every reader of the log may know what goods cost the company.
    'cost',
    // Like the cost.
    'profitPercent',
    // Logged by its code.
    'couponId',
    // When the status was written.
    'orderedAt',
  ],
});

export interface LockedOrder {
  order: OrderRecord;
  branch: typeof branches.$inferSelect;
  link: typeof paymentLinks.$inferSelect | null;
  facts: OrderFacts;
  /** In the time zone of its branch. */
  today: CalendarDate;
}

/**
 * Returns the quote or order, locked, if the action is allowed now. Throws 404 out of scope, 409 if it was changed since
 * `versao`, and 422 with the rule's message if its status does not allow the action.
 */
export async function lockForAction(
  tx: Tx,
  ctx: Pick<Context, 'user' | 'now'>,
  action: OrderAction,
  wanted: { id: number; versao?: number | undefined },
): Promise<LockedOrder> {
  const locked = await withFacts(tx, await lockOrder(tx, ctx, wanted), ctx.now());
  const refusal = moveRefusal(action, locked.facts);
  if (refusal === null) return locked;
  const statuses = await statusesOf(tx);
  throw refused(refusal.code, moveRefusal(action, locked.facts, statuses)?.message ?? refusal.message);
}

/** The statuses under the company's own labels. */
export const statusesOf = async (db: Executor) =>
  customizedStatuses((await serviceParameters(db)).statusPedido);

/** A locked row with the facts that decide which actions are allowed. */
export async function withFacts(tx: Executor, order: OrderRecord, now: Date): Promise<LockedOrder> {
  const [branch] = await tx.select().from(branches).where(eq(branches.id, order.branchId));
  if (!branch) throw new Error(`order ${order.id} has no branch`);
  const [link = null] = await tx
    .select()
    .from(paymentLinks)
    .where(eq(paymentLinks.orderId, order.id))
    .orderBy(decisiveLinkFirst)
    .limit(1);
  return {
    order,
    branch,
    link,
    facts: factsOf({ order, branch, link }, now),
    today: localDate(now, branch.timeZone),
  };
}

interface OrderChange {
  set: Partial<typeof orders.$inferInsert>;
  /** The audit action: `RENOVAR`, `CANCELAR`. */
  action: string;
  /** The entry for the customer's activity log. */
  text: string;
  data?: Record<string, unknown>;
}

/**
 * The only way to change a locked quote or order: updates its columns and version, and writes one log entry and one audit
 * entry. `updatedAt` is now unless `set` gives another time.
 */
export async function changeOrder(
  tx: Tx,
  ctx: Pick<PublicContext, 'user' | 'now' | 'ip' | 'requestId'>,
  order: OrderRecord,
  { set, action, text, data = {} }: OrderChange,
): Promise<OrderRecord> {
  const [changed] = await tx
    .update(orders)
    .set({ updatedAt: ctx.now(), ...set, version: order.version + 1 })
    .where(and(eq(orders.id, order.id), eq(orders.version, order.version)))
    .returning();
  if (!changed) throw new Error(`order ${order.id} was not locked`);
  await logCustomer(tx, ctx, {
    customerId: order.customerId,
    type: changed.stage,
    itemId: order.id,
    text,
    data: { acao: action, de: order.status, para: changed.status, ...data },
  });
  const difference = orderFacts.difference(order, changed);
  await audit(tx, ctx, {
    action,
    entity: 'orders',
    entityId: order.id,
    before: difference.before,
    after: { ...difference.after, ...data },
  });
  return changed;
}

interface Loss {
  reasonId: number;
  note: string;
  /** The field of the caller's form that a wrong reason is reported at. */
  field: string;
}

/** Marks a quote as lost, which the caller has locked for the action PERDER (document 001 section 4). */
export async function loseOrder(
  tx: Tx,
  ctx: Context,
  order: OrderRecord,
  { reasonId, note, field }: Loss,
): Promise<void> {
  const [reason] = await tx
    .select()
    .from(lossReasons)
    .where(and(eq(lossReasons.id, reasonId), eq(lossReasons.active, true)));
  if (!reason) throw invalid({ [field]: 'Escolha um dos motivos da perda.' });
  await returnCouponUses(tx, [order]);
  const lossNote = plainText(note).trim();
  await changeOrder(tx, ctx, order, {
    set: {
      status: 'PERDIDO',
      lossReasonId: reason.id,
      lossNote,
      lostAt: ctx.now(),
      lostById: ctx.user.id,
      lostFrom: order.status,
    },
    action: 'PERDER',
    text: `Orçamento perdido: ${[reason.name, lossNote].filter(Boolean).join(' – ')}`,
    data: { motivo: reason.name },
  });
}

/** Undoes a mistaken loss: the same offer in the status from which it was lost. The coupon stays if it can still be used. */
export async function reopenOrder(
  tx: Tx,
  ctx: Context,
  { order, facts, today }: LockedOrder,
): Promise<{ message: string }> {
  const [status] = statusPath('REABRIR', order.status, facts);
  const lost = await keepCoupon(tx, order, today);
  const text = lost ? `Orçamento reaberto, sem o cupom ${order.couponCode}. ${lost}` : 'Orçamento reaberto';
  await changeOrder(tx, ctx, order, {
    set: {
      status,
      lossReasonId: null,
      lossNote: '',
      lostAt: null,
      lostById: null,
      lostFrom: null,
      ...(lost && { couponId: null, couponCode: '' }),
    },
    action: 'REABRIR',
    text,
  });
  await writeTotals(tx, order.id);
  return { message: text };
}

/**
 * Closes the payment links of a locked order, which must no longer be paid once it is cancelled, released or a quote again.
 */
export const closeLinks = (tx: Tx, orderId: number) =>
  tx
    .update(paymentLinks)
    .set({ status: 'CANCELADO' })
    .where(and(eq(paymentLinks.orderId, orderId), eq(paymentLinks.status, 'AGUARDANDO')));

/** Whether a charge of this order is still unanswered by the provider (payments/charges.ts settles it). */
export async function awaitsCharge(tx: Executor, orderId: number): Promise<boolean> {
  const [charge] = await tx
    .select({ id: paymentCharges.id })
    .from(paymentCharges)
    .where(and(eq(paymentCharges.orderId, orderId), eq(paymentCharges.status, 'PEDIDA')));
  return charge !== undefined;
}
