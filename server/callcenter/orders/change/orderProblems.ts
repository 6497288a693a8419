import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { OrderStatus } from '../../../../contract/catalogs/orderStatus.ts';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  isPositive,
  subtractDecimals,
} from '../../../../contract/rules/decimal.ts';
import { formatCount, formatMoney } from '../../../../contract/rules/format.ts';
import type { MoveRefusal } from '../../../../contract/rules/orders/orderMoves.ts';
import type { ServiceParameters } from '../../../config/parameters/rules.ts';
import type { Tx } from '../../../db/client.ts';
import {
  coupons,
  customerCreditLimits,
  customerRestrictions,
  customers,
  orders,
  paymentMethods,
  priceNegotiations,
} from '../../../db/tables/index.ts';
import { isPaidLater, type Terms, termsOf } from '../../paymentTerms.ts';
import type { LockedOrder } from './changeOrder.ts';

type Problems = MoveRefusal[];
const problem = (code: string, message: string): MoveRefusal => ({ code, message });

/** What the customer pays: the total less the coupon (document 001 section 2, totals strip). */
export const payable = ({ total, couponDiscount }: LockedOrder['order']): Decimal =>
  subtractDecimals(total, couponDiscount);

/** All that keeps a quote from becoming an order, beside its status and the stock. */
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
    ...(parameters.usaCreditoCliente ? await creditProblems(tx, order, terms) : []),
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
  // One after the other for one customer: two orders never take the same credit.
  const [customer] = await tx.select().from(customers).where(eq(customers.id, customerId)).for('update');
  const restrictions = await tx
    .select({ text: customerRestrictions.description })
    .from(customerRestrictions)
    .where(
      and(
        eq(customerRestrictions.customerId, customerId),
        customerRestrictions.active,
        customerRestrictions.blocking,
      ),
    );
  return [
    ...(customer?.blocked
      ? [
          problem(
            'CLIENTE_BLOQUEADO',
            `O cliente está bloqueado: ${customer.blockReason || 'sem motivo dado'}.`,
          ),
        ]
      : []),
    ...(customer?.prospect
      ? [problem('CADASTRO_INCOMPLETO', 'O cliente é um prospect. Complete o cadastro antes de vender.')]
      : []),
    ...(customer?.simulation
      ? [problem('CLIENTE_SIMULACAO', 'Clientes de simulação servem para preços e não fazem pedidos.')]
      : []),
    ...restrictions.map(({ text }) => problem('CLIENTE_RESTRITO', `Restrição do cliente: ${text}.`)),
  ];
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
  if (order.couponId === null) return [];
  const [coupon] = await tx.select().from(coupons).where(eq(coupons.id, order.couponId));
  if (coupon?.active && coupon.startsOn <= today && today <= coupon.endsOn) return [];
  return [problem('CUPOM_VENCIDO', `O cupom ${order.couponCode} não vale mais. Retire-o do orçamento.`)];
}

/** Orders that will become titles and are none yet. */
const OWED_LATER: readonly OrderStatus[] = [
  'AGUARDANDO',
  'ANALISE',
  'BLOQUEADO',
  'DEPOSITO',
  'LIBERADO',
  'SEPARACAO',
];

/** What is paid later must fit what the customer may owe: the limit less what is used and what is ordered. */
async function creditProblems(tx: Tx, order: LockedOrder['order'], terms: Terms): Promise<Problems> {
  if (!isPaidLater(terms) || !terms.method) return [];
  const limit = await limitFor(tx, order);
  if (!limit)
    return [
      problem(
        'SEM_LIMITE',
        `O cliente não tem limite de crédito para ${terms.method.name}. Escolha à vista.`,
      ),
    ];
  const ordered = await orderedSoFar(tx, order, limit.paymentMethodId);
  const free = subtractDecimals(limit.total, addDecimals(limit.used, ordered));
  if (compareDecimals(payable(order), free) <= 0) return [];
  const left = formatMoney(isPositive(free) ? free : '0', 2);
  return [
    problem(
      'LIMITE_EXCEDIDO',
      `O pedido é de ${formatMoney(payable(order), 2)} e o limite disponível, de ${left}.`,
    ),
  ];
}

/** The limit of these terms; the more closely it names them, the sooner it holds. */
async function limitFor(tx: Tx, { customerId, paymentMethodId, paymentPlanId }: LockedOrder['order']) {
  const limits = await tx
    .select()
    .from(customerCreditLimits)
    .where(eq(customerCreditLimits.customerId, customerId));
  const fits = (named: number | null, own: number | null) => named === null || named === own;
  return limits
    .filter(
      (limit) => fits(limit.paymentMethodId, paymentMethodId) && fits(limit.paymentPlanId, paymentPlanId),
    )
    .sort((a, b) => closeness(b) - closeness(a) || a.id - b.id)[0];
}

const closeness = (limit: typeof customerCreditLimits.$inferSelect) =>
  (limit.paymentPlanId === null ? 0 : 2) + (limit.paymentMethodId === null ? 0 : 1);

async function orderedSoFar(tx: Tx, order: LockedOrder['order'], methodId: number | null): Promise<Decimal> {
  const [row] = await tx
    .select({ sum: sql<Decimal>`coalesce(sum(${orders.total} - ${orders.couponDiscount}), 0)::text` })
    .from(orders)
    .leftJoin(paymentMethods, eq(paymentMethods.id, orders.paymentMethodId))
    .where(
      and(
        eq(orders.customerId, order.customerId),
        eq(orders.stage, 'PEDIDO'),
        inArray(orders.status, [...OWED_LATER]),
        ne(orders.id, order.id),
        methodId === null
          ? or(isNull(paymentMethods.id), eq(paymentMethods.online, false))
          : eq(orders.paymentMethodId, methodId),
      ),
    );
  return row?.sum ?? '0';
}
