import { and, eq } from 'drizzle-orm';
import { compareDecimals, type Decimal } from '#contract/rules/decimal.ts';
import { formatCount, formatMoney } from '#contract/rules/format.ts';
import { type MoveRefusal, statusPath } from '#contract/rules/orders/orderMoves.ts';
import { creditRefusal, LIGHT_LABELS, type Light } from '#contract/rules/orders/trafficLights.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { ServiceParameters } from '#server/config/parameters/rules.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { customers, paymentMethods, priceNegotiations } from '#server/db/tables/index.ts';
import { Refusal } from '#server/errors.ts';
import { type OrderRecord, ownCouponRefusal, settled } from '../../orderCore/commands.ts';
import { creditFacts, customerBlocks, payable, type Terms, termsOf } from '../../orderCore/queries.ts';
import { followPackagings, judgePrices } from '../../quoteEditing/commands.ts';
import { freightProblems, redLights } from '../../quoteEditing/queries.ts';
import { paidLink } from '../detail/paymentLink.ts';
import { changeOrder, type LockedOrder, lockForAction } from './changeOrder.ts';
import { reserveStock } from './stock.ts';

/**
 * Turns a quote into an order and reserves its stock, all or nothing. Everything that prevents it is reported together, one
 * sentence per reason.
 */
export async function saveAsOrder(
  tx: Tx,
  ctx: Context,
  wanted: { id: number; versao?: number | undefined },
): Promise<OrderRecord> {
  const found = await lockForAction(tx, ctx, 'SALVAR_PEDIDO', wanted);
  await followPackagings(tx, ctx, found.order);
  // From here on its taxes and totals never move again.
  const order = await settled(tx, found.order);
  const locked = { ...found, order };
  const parameters = await serviceParameters(tx, order.branchId);
  const problems = await orderProblems(tx, locked, parameters);
  // Checked before the stock is reserved, so that the order's own reservation does not count as a shortage.
  const lights = await redLights(tx, ctx, order);
  const short = await reserveStock(tx, ctx, order.id, parameters.vendaSemEstoque);
  const freight = await freightProblems(tx, order);
  const uncovered = await judgePrices(tx, ctx, order);
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
  const status = statusPath('SALVAR_PEDIDO', order.status, { online: await awaitsPayment(tx, order) }).at(-1);
  return changeOrder(tx, ctx, order, {
    set: { stage: 'PEDIDO', status, orderedAt: ctx.now() },
    action: 'SALVAR_PEDIDO',
    text: `Orçamento ${order.id} salvo como pedido`,
    data: { total: order.total },
  });
}

/** Adds red lights that were not overridden, and whom to ask; credit and stock are reported as separate reasons. */
const withLights = (problems: readonly MoveRefusal[], lights: readonly Light[]): MoveRefusal[] => [
  ...problems,
  ...lights.map(({ nome, motivo }) => ({
    code: 'SINALEIRA_VERMELHA',
    message: `Sinaleira ${LIGHT_LABELS[nome]} vermelha: ${motivo} Quem lidera pode liberá-la no orçamento.`,
  })),
];

/** Not for one that was already paid as an order before, since no link could be created for the payment it would wait for. */
async function awaitsPayment(tx: Tx, { id, paymentMethodId }: OrderRecord): Promise<boolean> {
  if (paymentMethodId === null || (await paidLink(tx, id))) return false;
  const [method] = await tx
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(and(eq(paymentMethods.id, paymentMethodId), eq(paymentMethods.online, true)));
  return method !== undefined;
}

type Problems = MoveRefusal[];
const problem = (code: string, message: string): MoveRefusal => ({ code, message });

/** Everything that keeps a quote from becoming an order, apart from its status and stock. */
export async function orderProblems(
  tx: Tx,
  locked: LockedOrder,
  parameters: Pick<ServiceParameters, 'valorMinimoPedido' | 'usaCreditoCliente'>,
): Promise<Problems> {
  const { order } = locked;
  const terms = await termsOf(tx, order);
  return [
    ...lackingParts(order),
    ...(await customerProblems(tx, order.customerId)),
    ...minimumProblems(payable(order), parameters.valorMinimoPedido, terms),
    ...(await negotiationProblems(tx, order.id)),
    ...(await couponProblems(tx, locked)),
    ...[creditRefusal(await creditFacts(tx, order, parameters))].filter((found) => found !== null),
  ];
}

const lackingParts = ({ itemCount, paymentMethodId, paymentPlanId }: LockedOrder['order']): Problems => [
  ...(itemCount === 0
    ? [problem('SEM_ITENS', 'O orçamento não tem itens. Inclua ao menos um produto.')]
    : []),
  ...(paymentMethodId === null ? [problem('SEM_COBRANCA', 'Escolha a forma de cobrança.')] : []),
  ...(paymentPlanId === null ? [problem('SEM_PLANO', 'Escolha o plano de pagamento.')] : []),
];

async function customerProblems(tx: Tx, customerId: number): Promise<Problems> {
  // The lock serializes the orders of one customer, so that two never use the same credit.
  await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, customerId)).for('update');
  return customerBlocks(tx, customerId);
}

function minimumProblems(total: Decimal, minimum: Decimal, { plan }: Terms): Problems {
  const under = (least: Decimal) => compareDecimals(total, least) < 0;
  return [
    ...(under(minimum)
      ? [problem('ABAIXO_DO_MINIMO', `O valor mínimo de um pedido é ${formatMoney(minimum, 2)}.`)]
      : []),
    ...(plan && under(plan.minimum)
      ? [
          problem(
            'ABAIXO_DO_MINIMO_DO_PLANO',
            `O plano ${plan.name} vale a partir de ${formatMoney(plan.minimum, 2)}. Escolha outro.`,
          ),
        ]
      : []),
  ];
}

async function negotiationProblems(tx: Tx, orderId: number): Promise<Problems> {
  const pending = await tx.$count(
    priceNegotiations,
    and(eq(priceNegotiations.orderId, orderId), eq(priceNegotiations.status, 'P')),
  );
  if (pending === 0) return [];
  const count = formatCount(pending, 'preço negociado espera', 'preços negociados esperam');
  return [problem('NEGOCIACAO_PENDENTE', `${count} decisão. Aguarde ou cancele o pedido de preço.`)];
}

async function couponProblems(tx: Tx, { order, today }: LockedOrder): Promise<Problems> {
  const refusal = await ownCouponRefusal(tx, order, today);
  return refusal ? [problem(refusal.code, `${refusal.message} Retire-o do orçamento.`)] : [];
}
