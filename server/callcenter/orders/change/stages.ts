import { orderRoutes } from '#contract/callcenter/orders/orders.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Tx } from '#server/db/client.ts';
import { refused } from '#server/errors.ts';
import { plainText } from '#server/text/plainText.ts';
import { command } from '#server/writing/command.ts';
import { lockOrder, type OrderRecord, returnCouponUses, writeTotals } from '../../orderCore/commands.ts';
import { isRenewal, movedPricesText, reoffer } from '../../quoteEditing/commands.ts';
import { requireReadable } from '../detail/history.ts';
import { awaitsCharge, changeOrder, closeLinks, lockForAction } from './changeOrder.ts';
import { copyOrder, joined } from './copyOrder.ts';
import { backRefusals } from './orderRefusals.ts';
import { returnStock } from './stock.ts';

/** Opens a quote for additions to an order: same terms and group, without lines. */
export const additionTo = command(orderRoutes.addition, async (tx, ctx, { params, body }) => {
  const { order } = await lockForAction(tx, ctx, 'INCLUIR', { id: params.pedidoId, versao: body.versao });
  const text = `Orçamento aberto para incluir itens no pedido ${order.id}`;
  const { copy, notices } = await copyOrder(tx, ctx, order, { kind: 'SEM_ITENS', text });
  return { data: { id: copy.id, message: joined(`${text}: ${copy.id}`, ...notices) } };
});

export const duplicateOrder = command(orderRoutes.duplicate, async (tx, ctx, { params }) => {
  await requireReadable({ ...ctx, db: tx }, params.pedidoId);
  const source = await lockOrder(tx, ctx, { id: params.pedidoId });
  const what = source.stage === 'PEDIDO' ? 'pedido' : 'orçamento';
  const { copy, notices } = await copyOrder(tx, ctx, source, {
    kind: 'COPIA',
    text: `Orçamento criado como cópia do ${what} ${source.id}`,
  });
  const message = `Orçamento ${copy.id} criado como cópia do ${what} ${source.id}`;
  return { data: { id: copy.id, message: joined(message, ...notices) } };
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
