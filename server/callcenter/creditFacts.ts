import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { OrderStatus } from '../../contract/catalogs/orderStatus.ts';
import { type Decimal, subtractDecimals, sumDecimals } from '../../contract/rules/decimal.ts';
import type { CreditFacts, CreditLimitFacts } from '../../contract/rules/orders/creditCheck.ts';
import type { Executor } from '../db/client.ts';
import { customerCreditLimits, orders, paymentMethods, paymentPlans } from '../db/tables/index.ts';
import type { OrderRecord } from './orderLock.ts';
import { isPaidLater, termsOf } from './paymentTerms.ts';

/** Orders that will become titles and are none yet. */
const OWED_LATER: readonly OrderStatus[] = [
  'AGUARDANDO',
  'ANALISE',
  'BLOQUEADO',
  'DEPOSITO',
  'LIBERADO',
  'SEPARACAO',
];

/** What the customer pays: the total less the coupon (document 001 section 2, totals strip). */
export const payable = ({ total, couponDiscount }: OrderRecord): Decimal =>
  subtractDecimals(total, couponDiscount);

/** What decides on the credit of a quote, for its light and for the order that it becomes. */
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

/** A limit of every method is taken by all that is not paid online; one of a method by that method. */
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
