import { and, eq } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import { compareDecimals, type Decimal } from '#contract/rules/decimal.ts';
import { formatCount, formatMoney } from '#contract/rules/format.ts';
import { type MoveRefusal, moveRefusal, permissionOf } from '#contract/rules/orders/orderMoves.ts';
import { creditRefusal, type Light, lightText } from '#contract/rules/orders/trafficLights.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { ServiceParameters } from '#server/config/parameters/rules.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import { priceNegotiations } from '#server/db/tables/index.ts';
import { type OrderRecord, ownCouponRefusal } from '../../orderCore/commands.ts';
import {
  creditFacts,
  customerBlocks,
  payable,
  shownOrder,
  type Terms,
  termsOf,
} from '../../orderCore/queries.ts';
import { visibleOrder } from '../../productCore/queries.ts';
import { freightProblems, priceRefusal, redLights, repackedLines } from '../../quoteEditing/queries.ts';
import { awaitsCharge, statusesOf, withFacts } from './changeOrder.ts';
import { beyondMaximum, stockShortages } from './stock.ts';

interface AsOrder {
  /** With its sums as of now. */
  order: OrderRecord;
  /** In the time zone of its branch. */
  today: CalendarDate;
}
type Limits = Pick<ServiceParameters, 'valorMinimoPedido' | 'usaCreditoCliente' | 'vendaSemEstoque'>;

/**
 * Everything that keeps a quote from becoming an order apart from its status, one sentence per reason: what the order refuses
 * with, and what its dialog says before it asks. Only reads; whoever writes has locked customer, coupon and stock.
 */
export async function orderRefusals(
  db: Executor,
  ctx: Context,
  { order, today }: AsOrder,
  limits: Limits,
): Promise<MoveRefusal[]> {
  const problems = await orderProblems(db, { order, today }, limits);
  const uncovered = await priceRefusal(db, ctx, order);
  const short = await stockShortages(db, order.id, limits.vendaSemEstoque);
  return [
    ...problems,
    ...(uncovered ? [problem('NEGOCIACAO_EXIGIDA', uncovered)] : []),
    ...(await freightProblems(db, order)),
    ...short.map((message) => problem('SEM_ESTOQUE', message)),
    ...(await beyondMaximum(db, order.id)).map((message) => problem('ACIMA_DO_MAXIMO', message)),
    ...(await redLights(db, ctx, order)).map(lightProblem),
  ];
}

/** A red light that was not overridden, and whom to ask; credit and stock are reasons of their own. */
const lightProblem = (light: Light): MoveRefusal =>
  problem(
    'SINALEIRA_VERMELHA',
    `${lightText(light)}: ${light.motivo} Quem lidera pode liberar no orçamento.`,
  );

/**
 * What stands against turning a quote into an order, or an order back into a quote, for a dialog to say before it asks; nothing
 * for people who may not do that.
 */
export async function impedimentsOf(db: Executor, ctx: Context, id: number): Promise<MoveRefusal[]> {
  const stored = await visibleOrder(db, ctx, id);
  const action = stored.stage === 'PEDIDO' ? 'VOLTAR_ORCAMENTO' : 'SALVAR_PEDIDO';
  if (!allows(ctx.user.grants, permissionOf(action, stored.stage))) return [];
  const { facts, today } = await withFacts(db, stored, ctx.now());
  const refusal = moveRefusal(action, facts, await statusesOf(db));
  if (refusal) return [refusal];
  if (action === 'VOLTAR_ORCAMENTO') return backRefusals(db, id);
  const { order } = await shownOrder(db, stored, await repackedLines(db, ctx, stored));
  return orderRefusals(db, ctx, { order, today }, await serviceParameters(db, order.branchId));
}

/** An unanswered charge keeps an order what it is: the customer may have paid. */
export async function backRefusals(db: Executor, orderId: number): Promise<MoveRefusal[]> {
  return (await awaitsCharge(db, orderId))
    ? [
        problem(
          'PAGAMENTO_SEM_RESPOSTA',
          'Um pagamento deste pedido está sem resposta. Espere o resultado antes de devolvê-lo a orçamento.',
        ),
      ]
    : [];
}

type Problems = MoveRefusal[];
const problem = (code: string, message: string): MoveRefusal => ({ code, message });

/** What an order is refused for whatever its lines, also when products are added to it. */
export async function orderProblems(
  db: Executor,
  { order, today }: AsOrder,
  parameters: Pick<Limits, 'valorMinimoPedido' | 'usaCreditoCliente'>,
): Promise<Problems> {
  const terms = await termsOf(db, order);
  return [
    ...lackingParts(order),
    ...(await customerBlocks(db, order.customerId)),
    ...minimumProblems(payable(order), parameters.valorMinimoPedido, terms),
    ...(await negotiationProblems(db, order.id)),
    ...(await couponProblems(db, order, today)),
    ...[creditRefusal(await creditFacts(db, order, parameters))].filter((found) => found !== null),
  ];
}

const lackingParts = ({ itemCount, paymentMethodId, paymentPlanId }: OrderRecord): Problems => [
  ...(itemCount === 0
    ? [problem('SEM_ITENS', 'O orçamento não tem itens. Inclua ao menos um produto.')]
    : []),
  ...(paymentMethodId === null ? [problem('SEM_COBRANCA', 'Escolha a forma de cobrança.')] : []),
  ...(paymentPlanId === null ? [problem('SEM_PLANO', 'Escolha o plano de pagamento.')] : []),
];

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

async function negotiationProblems(db: Executor, orderId: number): Promise<Problems> {
  const pending = await db.$count(
    priceNegotiations,
    and(eq(priceNegotiations.orderId, orderId), eq(priceNegotiations.status, 'P')),
  );
  if (pending === 0) return [];
  const count = formatCount(pending, 'preço negociado espera', 'preços negociados esperam');
  return [problem('NEGOCIACAO_PENDENTE', `${count} decisão. Aguarde ou cancele o pedido de preço.`)];
}

async function couponProblems(db: Executor, order: OrderRecord, today: CalendarDate): Promise<Problems> {
  const refusal = await ownCouponRefusal(db, order, today);
  return refusal ? [problem(refusal.code, `${refusal.message} Retire-o do orçamento.`)] : [];
}
