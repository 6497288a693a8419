import { and, asc, eq, isNull } from 'drizzle-orm';
import { orderRoutes } from '#contract/callcenter/orders/orders.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { branches, orderItems, orders, products } from '#server/db/tables/index.ts';
import { refused } from '#server/errors.ts';
import { logCustomer } from '#server/sac/customers/commands.ts';
import { plainText } from '#server/text/plainText.ts';
import { audit } from '#server/writing/audit.ts';
import { command } from '#server/writing/command.ts';
import { lockOrder, type OrderRecord, returnCouponUses, writeTotals } from '../../orderCore/commands.ts';
import { similarNames } from '../../productCore/queries.ts';
import { isRenewal, movedPricesText, reoffer } from '../../quoteEditing/commands.ts';
import { endedTerms } from '../../quoteEditing/queries.ts';
import { requireReadable } from '../detail/history.ts';
import { awaitsCharge, changeOrder, closeLinks, lockForAction, orderFacts } from './changeOrder.ts';
import { backRefusals } from './orderRefusals.ts';
import { returnStock } from './stock.ts';

/** Opens a quote for additions to an order: same terms and group, without lines. */
export const additionTo = command(orderRoutes.addition, async (tx, ctx, { params, body }) => {
  const { order } = await lockForAction(tx, ctx, 'INCLUIR', { id: params.pedidoId, versao: body.versao });
  const text = `Orçamento aberto para incluir itens no pedido ${order.id}`;
  const { id, notices } = await copyOrder(tx, ctx, order, { lines: false, text });
  return { data: { id, message: joined(`${text}: ${id}`, ...notices) } };
});

export const duplicateOrder = command(orderRoutes.duplicate, async (tx, ctx, { params }) => {
  await requireReadable({ ...ctx, db: tx }, params.pedidoId);
  const source = await lockSource(tx, ctx, params.pedidoId);
  const what = source.stage === 'PEDIDO' ? 'pedido' : 'orçamento';
  const { id, notices } = await copyOrder(tx, ctx, source, {
    lines: true,
    text: `Orçamento criado como cópia do ${what} ${source.id}`,
  });
  const message = `Orçamento ${id} criado como cópia do ${what} ${source.id}`;
  return { data: { id, message: joined(message, ...notices) } };
});

export const releaseBilling = command(orderRoutes.releaseBilling, async (tx, ctx, { params, query }) => {
  const wanted = { id: params.idPedido, versao: query.versao };
  const { order } = await lockForAction(tx, ctx, 'LIBERAR_FATURAMENTO', wanted);
  const text = `Pedido ${order.id} liberado para faturamento`;
  await closeLinks(tx, order.id);
  await changeOrder(tx, ctx, order, {
    set: { status: 'LIBERADO', billingReleasedAt: ctx.now() },
    action: 'LIBERAR',
    text,
  });
  return { data: { id: order.id, message: text } };
});

/**
 * Only possible while nothing was released or paid: returns the stock and closes an open link. An unanswered charge keeps it
 * an order, because as a quote it could be changed, charged again or deleted although the customer may have paid.
 */
export const backToQuote = command(orderRoutes.backToQuote, async (tx, ctx, { params, query }) => {
  const wanted = { id: params.pedidoId, versao: query.versao };
  const { order, today } = await lockForAction(tx, ctx, 'VOLTAR_ORCAMENTO', wanted);
  const [refusal] = await backRefusals(tx, order.id);
  if (refusal) throw refused(refusal.code, refusal.message);
  const { validadeOrcamento } = await serviceParameters(tx, order.branchId);
  await returnStock(tx, ctx, order.id);
  await closeLinks(tx, order.id);
  const stillValid = order.validUntil !== null && order.validUntil >= today;
  const text = `Pedido ${order.id} voltou a orçamento`;
  const validUntil = stillValid ? order.validUntil : addDays(today, validadeOrcamento);
  const renews = await isRenewal(tx, order, validUntil);
  const quote = await changeOrder(tx, ctx, order, {
    set: { stage: 'ORCAMENTO', status: 'ATIVO', orderedAt: null, validUntil },
    action: 'VOLTAR_ORCAMENTO',
    text,
  });
  const moved = renews ? movedPricesText(await reoffer(tx, ctx, quote)) : '';
  await writeTotals(tx, order.id);
  return { data: { id: order.id, message: joined(text, moved) } };
});

export const cancelOrder = command(orderRoutes.cancel, async (tx, ctx, { params, query }) => {
  const wanted = { id: params.pedidoId, versao: query.versao };
  const { order } = await lockForAction(tx, ctx, 'CANCELAR', wanted);
  await returnStock(tx, ctx, order.id);
  await returnCouponUses(tx, [order]);
  await closeLinks(tx, order.id);
  const reason = plainText(query.motivo ?? '').trim();
  await changeOrder(tx, ctx, order, {
    set: { status: 'CANCELADO' },
    action: 'CANCELAR',
    text: [`Pedido ${order.id} cancelado`, reason].filter(Boolean).join(': '),
    data: { motivo: reason },
  });
  return { data: { id: order.id, message: await cancelledText(tx, order) } };
});

async function cancelledText(tx: Tx, { id, status }: OrderRecord): Promise<string> {
  if (status === 'PAGAMENTO_REALIZADO')
    return `Pedido ${id} cancelado. Ele foi pago: peça o estorno ao financeiro.`;
  if (await awaitsCharge(tx, id))
    return `Pedido ${id} cancelado. Um pagamento dele está sem resposta: se foi cobrado, o histórico do cliente vai dizer.`;
  return `Pedido ${id} cancelado`;
}

interface Copied {
  id: number;
  /** What the copy does not have as its original does. */
  notices: string[];
}

/** The parts of a message, of which only the last may bring its own full stop. */
const joined = (...texts: string[]): string => texts.filter(Boolean).join('. ');

/**
 * Creates a quote for the same customer, branch and terms, in the group of its original. With `lines` it offers the current
 * lines anew, at today's prices; coupon, freight and dates have to be chosen again. Terms and products that a new quote could not be
 * given any more are left out.
 */
async function copyOrder(
  tx: Tx,
  ctx: Context,
  source: OrderRecord,
  { lines, text }: { lines: boolean; text: string },
): Promise<Copied> {
  const ended = await endedTerms(tx, ctx, source);
  const [copy] = await tx
    .insert(orders)
    .values({ ...termsOf(source), ...ended.cleared, ...(await freshParts(tx, ctx, source)) })
    .returning();
  if (!copy) throw new Error('no quote was written');
  const notices = [
    ended.names.length > 0 ? `Não pode ser mantido, escolha de novo: ${ended.names.join(', ')}` : '',
    ...(lines ? await copyLines(tx, ctx, source, copy) : []),
  ];
  await writeTotals(tx, copy.id);
  await logCustomer(tx, ctx, {
    customerId: copy.customerId,
    type: 'ORCAMENTO',
    itemId: copy.id,
    text: joined(text, ...notices),
    data: { acao: 'DUPLICAR', de: source.id },
  });
  await audit(tx, ctx, {
    action: 'CRIAR',
    entity: 'orders',
    entityId: copy.id,
    after: { ...orderFacts.of(copy), origem: source.id },
  });
  return { id: copy.id, notices };
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

/** Copies the lines whose product is still sold; returns what became of the others and of prices. */
async function copyLines(tx: Tx, ctx: Context, source: OrderRecord, copy: OrderRecord): Promise<string[]> {
  const rows = await tx
    .select({ line: orderItems, name: products.description, gone: products.inactive })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(and(eq(orderItems.orderId, source.id), isNull(orderItems.removedAt)))
    .orderBy(asc(orderItems.line));
  const lines = rows.filter(({ gone }) => !gone).map(({ line }) => line);
  const gone = [
    ...new Map(rows.flatMap(({ gone, name, line }) => (gone ? [[line.productId, name] as const] : []))),
  ].map(([id, name]) => ({ id, name }));
  if (lines.length > 0)
    await tx.insert(orderItems).values(
      lines.map(({ id: _, ...line }, index) => ({
        ...line,
        orderId: copy.id,
        line: index + 1,
        removedAt: null,
        removedById: null,
      })),
    );
  const moved = await reoffer(tx, ctx, copy);
  return [gone.length > 0 ? await goneText(tx, gone) : '', movedPricesText(moved)];
}

/** Names what a copy lacks, each with what may be sold instead. */
async function goneText(tx: Tx, gone: readonly { id: number; name: string }[]): Promise<string> {
  const similar = await similarNames(
    tx,
    gone.map(({ id }) => id),
  );
  const texts = gone.map(({ id, name }) => {
    const instead = similar.get(id) ?? [];
    return instead.length > 0 ? `${name} (similares: ${instead.join(', ')})` : name;
  });
  return `Saiu de linha e ficou de fora: ${texts.join(', ')}`;
}

/** The original of a copy, within the user's scope. */
const lockSource = (tx: Tx, ctx: Context, id: number) => lockOrder(tx, ctx, { id });
