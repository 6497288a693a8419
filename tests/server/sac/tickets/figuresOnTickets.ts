import { eq } from 'drizzle-orm';
import { addDecimals, compareDecimals, divideDecimals, multiplyDecimals } from '#contract/rules/decimal.ts';
import { figuresOf, quantityInForce } from '#contract/rules/tickets/ticketLines.ts';
import type { Db } from '#server/db/client.ts';
import { invoiceItems, ticketItems, tickets } from '#server/db/tables/index.ts';

/**
 * The tickets whose quantity or worth is not what their lines add up to, each line by the rule that pages show, as the first part of
 * its invoice line. Every ticket of the database is recomputed, however it was written.
 */
export async function ticketsWithOtherFigures(db: Db): Promise<number[]> {
  const all = await db
    .select({ id: tickets.id, quantity: tickets.quantity, worth: tickets.worth })
    .from(tickets);
  const lines = await db
    .select({ item: ticketItems, source: invoiceItems })
    .from(ticketItems)
    .leftJoin(invoiceItems, eq(invoiceItems.id, ticketItems.invoiceItemId));
  const sums = new Map(all.map(({ id }) => [id, { quantity: '0', worth: '0' }]));
  for (const { item, source } of lines) {
    const sum = sums.get(item.ticketId);
    if (!sum) continue;
    const held = quantityInForce(item);
    const base = multiplyDecimals(held, item.factor);
    sum.quantity = addDecimals(sum.quantity, divideDecimals(base, source?.factor ?? '1', 20));
    sum.worth = addDecimals(sum.worth, figuresOf(held, item.unitPrice, source, item).total);
  }
  return all.flatMap(({ id, quantity, worth }) => {
    const sum = sums.get(id) ?? { quantity: '0', worth: '0' };
    const same =
      compareDecimals(quantity, divideDecimals(sum.quantity, '1', 4)) === 0 &&
      compareDecimals(worth, sum.worth) === 0;
    return same ? [] : [id];
  });
}
