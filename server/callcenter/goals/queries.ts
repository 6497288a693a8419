import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { OrderStatus } from '#contract/catalogs/orderStatus.ts';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { orders } from '../../db/tables/index.ts';

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
