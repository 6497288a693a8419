import { and, asc, eq, gte, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { QuoteLoss } from '#contract/callcenter/orders/orderRow.ts';
import type { OrderStatus } from '#contract/catalogs/orderStatus.ts';
import { type Decimal, subtractDecimals, sumDecimals } from '#contract/rules/decimal.ts';
import { lossFinalAt } from '#contract/rules/orders/orderMoves.ts';
import type { CreditFacts, CreditLimitFacts } from '#contract/rules/orders/trafficLights.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { Executor } from '../../db/client.ts';
import {
  customerCreditLimits,
  orderItems,
  orders,
  paymentMethods,
  paymentPlans,
} from '../../db/tables/index.ts';
import type { OrderRecord } from './commands.ts';

export { customerBlocks } from './blocks.ts';
export { freightRulesOf } from './freightRules.ts';
export { chargesOf, isClosed, shownOrder } from './totals.ts';

/** When and by whom a quote was given up, and until when that can be undone; `null` when it was not lost. */
export const lossView = ({ lostAt }: Pick<OrderRecord, 'lostAt'>, por: string | null): QuoteLoss | null =>
  lostAt && { por, em: lostAt.toISOString(), reabreAte: lossFinalAt(lostAt).toISOString() };

/** The payment method and plan of a quote or order, as far as they are set. */
export async function termsOf(
  db: Executor,
  { paymentMethodId, paymentPlanId }: Pick<OrderRecord, 'paymentMethodId' | 'paymentPlanId'>,
) {
  const [method] = paymentMethodId
    ? await db.select().from(paymentMethods).where(eq(paymentMethods.id, paymentMethodId))
    : [];
  const [plan] = paymentPlanId
    ? await db.select().from(paymentPlans).where(eq(paymentPlans.id, paymentPlanId))
    : [];
  return { method, plan };
}
export type Terms = Awaited<ReturnType<typeof termsOf>>;

/** Whether the order uses the customer's credit. */
const isPaidLater = ({ method, plan }: Terms): boolean =>
  method?.online === false && plan !== undefined && plan.days.some((days) => days > 0);

/** Statuses of orders that will become titles but have not yet. */
const OWED_LATER: readonly OrderStatus[] = [
  'AGUARDANDO',
  'ANALISE',
  'BLOQUEADO',
  'DEPOSITO',
  'LIBERADO',
  'SEPARACAO',
];

/** Orders that nobody has invoiced yet. */
const NOT_INVOICED: readonly OrderStatus[] = [
  ...OWED_LATER,
  'PAGAMENTO_EXPIRADO',
  'PAGAMENTO_PENDENTE',
  'PAGAMENTO_REALIZADO',
];

const OPEN_QUOTES: readonly OrderStatus[] = ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO'];

/** What the customer's other open quotes and orders take of the flex; invoiced orders are already in the customer's amount. */
export async function flexTakenElsewhere(
  db: Executor,
  { id, customerId }: Pick<OrderRecord, 'id' | 'customerId'>,
  today: CalendarDate,
): Promise<Decimal> {
  const [row] = await db
    .select({ sum: sql<Decimal>`coalesce(trim_scale(sum(${orderItems.flex})), 0)::text` })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orders.customerId, customerId),
        ne(orders.id, id),
        isNull(orderItems.removedAt),
        or(
          and(
            eq(orders.stage, 'ORCAMENTO'),
            inArray(orders.status, [...OPEN_QUOTES]),
            or(isNull(orders.validUntil), gte(orders.validUntil, today)),
          ),
          and(eq(orders.stage, 'PEDIDO'), inArray(orders.status, [...NOT_INVOICED])),
        ),
      ),
    );
  return row?.sum ?? '0';
}

/** The amount the customer pays: the total less the coupon (document 001 section 2, totals strip). */
export const payable = ({ total, couponDiscount }: OrderRecord): Decimal =>
  subtractDecimals(total, couponDiscount);

/** The facts for the credit decision on a quote, used by its traffic light and when it becomes an order. */
export async function creditFacts(
  db: Executor,
  order: OrderRecord,
  { usaCreditoCliente }: { usaCreditoCliente: boolean },
): Promise<CreditFacts> {
  const terms = await termsOf(db, order);
  return {
    amount: payable(order),
    enforced: usaCreditoCliente,
    methodId: terms.method?.id ?? null,
    methodName: terms.method?.name ?? '',
    planId: terms.plan?.id ?? null,
    planName: terms.plan?.name ?? '',
    paidLater: isPaidLater(terms),
    limits: usaCreditoCliente ? await limitsOf(db, order) : [],
  };
}

async function limitsOf(db: Executor, order: OrderRecord): Promise<CreditLimitFacts[]> {
  const [rows, ordered] = await Promise.all([
    db
      .select({ limit: customerCreditLimits, method: paymentMethods.name, plan: paymentPlans.name })
      .from(customerCreditLimits)
      .leftJoin(paymentMethods, eq(paymentMethods.id, customerCreditLimits.paymentMethodId))
      .leftJoin(paymentPlans, eq(paymentPlans.id, customerCreditLimits.paymentPlanId))
      .where(eq(customerCreditLimits.customerId, order.customerId))
      .orderBy(asc(customerCreditLimits.id)),
    orderedSoFar(db, order),
  ]);
  return rows.map(({ limit, method, plan }) => ({
    id: limit.id,
    methodId: limit.paymentMethodId,
    planId: limit.paymentPlanId,
    name: [method ?? 'Todas as formas', plan].filter(Boolean).join(', '),
    total: limit.total,
    used: limit.used,
    ordered: takenOf(ordered, limit.paymentMethodId),
  }));
}

interface Ordered {
  methodId: number | null;
  online: boolean | null;
  sum: Decimal;
}

/** A limit for all methods is used by everything not paid online; a limit for one method only by that method. */
const takenOf = (ordered: readonly Ordered[], methodId: number | null): Decimal =>
  sumDecimals(
    ordered
      .filter((row) => (methodId === null ? row.online !== true : row.methodId === methodId))
      .map(({ sum }) => sum),
  );

const orderedSoFar = (db: Executor, order: OrderRecord): Promise<Ordered[]> =>
  db
    .select({
      methodId: orders.paymentMethodId,
      online: paymentMethods.online,
      sum: sql<Decimal>`sum(${orders.total} - ${orders.couponDiscount})::text`,
    })
    .from(orders)
    .leftJoin(paymentMethods, eq(paymentMethods.id, orders.paymentMethodId))
    .where(
      and(
        eq(orders.customerId, order.customerId),
        eq(orders.stage, 'PEDIDO'),
        inArray(orders.status, [...OWED_LATER]),
        ne(orders.id, order.id),
      ),
    )
    .groupBy(orders.paymentMethodId, paymentMethods.online);
