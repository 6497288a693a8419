import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Goal } from '#contract/callcenter/goals.ts';
import type { OrderStatus } from '#contract/catalogs/orderStatus.ts';
import {
  type Decimal,
  divideDecimals,
  fixedDecimal,
  isPositive,
  multiplyDecimals,
  roundDecimal,
} from '#contract/rules/decimal.ts';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { Executor } from '../../db/client.ts';
import { goals, orders, people } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';

/** Invoiced, and not returned since. */
export const SOLD: OrderStatus[] = ['FATURADO', 'TRANSPORTE', 'ENTREGUE'];

/** The condition for what counts towards the goals of a month, also used on the home page (docs/domain.md 10). */
export const soldInMonth = (first: CalendarDate): SQL | undefined =>
  and(
    eq(orders.stage, 'PEDIDO'),
    inArray(orders.status, SOLD),
    gte(orders.invoicedOn, first),
    lt(orders.invoicedOn, `${addDays(`${first.slice(0, 7)}-28`, 4).slice(0, 7)}-01`),
  );

/** Value of the products without taxes and freight, less the coupon. */
export const soldValue = sql`${orders.subtotal} - ${orders.couponDiscount}`;

export const selectGoals = (db: Executor) =>
  db.select({ goal: goals, name: people.name }).from(goals).innerJoin(people, eq(people.id, goals.personId));

export async function oneGoal(db: Executor, id: number): Promise<Goal> {
  const [row] = await selectGoals(db).where(eq(goals.id, id));
  if (!row) throw notFound();
  return goalView(row);
}

export const goalView = ({ goal, name }: { goal: typeof goals.$inferSelect; name: string }): Goal => ({
  id: goal.id,
  colaborador: { id: goal.personId, nome: name },
  mes: goal.month.slice(0, 7),
  valor: money(goal.value),
  margem: money(goal.margin),
  valorRealizado: money(goal.valueDone),
  margemRealizada: money(goal.marginDone),
  percValor: percentOf(goal.valueDone, goal.value),
  percMargem: percentOf(goal.marginDone, goal.margin),
  apurado: goal.countedAt?.toISOString() ?? null,
  versao: goal.version,
});

const money = (value: Decimal) => fixedDecimal(value, 2);

/** With one decimal place; 0 when there is no goal. */
const percentOf = (done: Decimal, goal: Decimal): Decimal =>
  isPositive(goal) ? roundDecimal(divideDecimals(multiplyDecimals(done, '100'), goal, 8), 1) : '0';
