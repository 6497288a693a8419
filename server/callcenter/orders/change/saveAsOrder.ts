import { and, eq } from 'drizzle-orm';
import { type MoveRefusal, pathOf } from '../../../../contract/rules/orders/orderMoves.ts';
import { LIGHT_WORDS, type Light } from '../../../../contract/rules/orders/trafficLights.ts';
import { serviceParameters } from '../../../config/parameters/queries.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import { paymentMethods } from '../../../db/tables/index.ts';
import { Refusal } from '../../../errors.ts';
import type { OrderRecord } from '../../orderLock.ts';
import { freightProblems, redLights, uncoveredPrices } from '../../quoteEditing/queries.ts';
import { paidLink } from '../detail/tellingLink.ts';
import { changeOrder, lockForAction } from './changeOrder.ts';
import { orderProblems } from './orderProblems.ts';
import { reserveStock } from './stock.ts';

/**
 * A quote becomes an order and takes its stock, whole or not at all. What keeps it from that is told at once: a
 * sentence for each reason.
 */
export async function saveAsOrder(
  tx: Tx,
  ctx: Context,
  wanted: { id: number; versao?: number | undefined },
): Promise<OrderRecord> {
  const locked = await lockForAction(tx, ctx, 'SALVAR_PEDIDO', wanted);
  const { order } = locked;
  const parameters = await serviceParameters(tx, order.branchId);
  const problems = await orderProblems(tx, locked, parameters);
  // Asked before the stock is taken: its own reservation is no lack of it.
  const lights = await redLights(tx, ctx, order);
  const short = await reserveStock(tx, order.id, parameters.vendaSemEstoque);
  const freight = await freightProblems(tx, order);
  const uncovered = await uncoveredPrices(tx, ctx, order);
  const all = withLights(
    [
      ...problems,
      ...(uncovered ? [{ code: 'NEGOCIACAO_EXIGIDA', message: uncovered }] : []),
      ...freight,
      ...short.map((message) => ({ code: 'SEM_ESTOQUE', message })),
    ],
    lights,
  );
  const [first] = all;
  if (first)
    throw new Refusal(422, first.code, all.map(({ message }) => message).join('\n'), undefined, {
      motivos: all.map(({ code, message }) => ({ codigo: code, mensagem: message })),
    });
  const status = pathOf('SALVAR_PEDIDO', order.status, await awaitsPayment(tx, order)).at(-1);
  return changeOrder(tx, ctx, order, {
    set: { stage: 'PEDIDO', status, orderedAt: ctx.now() },
    action: 'SALVAR_PEDIDO',
    text: `Orçamento ${order.id} salvo como pedido`,
    data: { total: order.total },
  });
}

/** Red lights that nobody let pass, and where to ask; those of credit and stock are told as reasons of their own. */
const withLights = (problems: readonly MoveRefusal[], lights: readonly Light[]): MoveRefusal[] => [
  ...problems,
  ...lights.map(({ nome, motivo }) => ({
    code: 'SINALEIRA_VERMELHA',
    message: `Sinaleira ${LIGHT_WORDS[nome]} vermelha: ${motivo} Quem lidera pode liberá-la no orçamento.`,
  })),
];

/** Not one that was paid while it was an order before: no link could be made for what it waits for. */
async function awaitsPayment(tx: Tx, { id, paymentMethodId }: OrderRecord): Promise<boolean> {
  if (paymentMethodId === null || (await paidLink(tx, id))) return false;
  const [method] = await tx
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(and(eq(paymentMethods.id, paymentMethodId), eq(paymentMethods.online, true)));
  return method !== undefined;
}
