import { asc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { compareDecimals, divideDecimals, multiplyDecimals, parseDecimal } from '#contract/rules/decimal.ts';
import { type FiguredLine, type LineFigures, lineFigures } from '#contract/rules/tickets/ticketLines.ts';
import type { Executor } from '../../db/client.ts';
import { invoiceItems, ticketItems, tickets } from '../../db/tables/index.ts';

type ItemRow = typeof ticketItems.$inferSelect;
type SourceRow = typeof invoiceItems.$inferSelect;

/** A stored line with its invoice line, in the shape that the rule for figures expects. */
export const figuredLine = (
  item: Pick<ItemRow, 'status' | 'requested' | 'authorized' | 'checked' | 'unitPrice' | 'factor'>,
  source: Pick<SourceRow, 'purchased' | 'unitPriceNoTax' | 'taxes' | 'factor'> | null,
  before: string,
): FiguredLine => ({ ...item, source, before });

const other = alias(ticketItems, 'other_item');
const otherTicket = alias(tickets, 'other_ticket');
const own = alias(tickets, 'own_ticket');

/**
 * Base units of the invoice line that are given before a ticket line: what was settled, in the order in which it was, and
 * then what is held, in the order of the lines. So the amounts of a settled line never move with one that is still open.
 */
export const givenBefore = sql<string>`coalesce((
  select sum(case when ${other.settled} then coalesce(${other.checked}, ${other.authorized}) * ${other.factor}
    else ${other.held} end)
  from ${ticketItems} ${sql.raw('"other_item"')}
  join ${tickets} ${sql.raw('"other_ticket"')} on ${otherTicket.id} = ${other.ticketId}
  join ${tickets} ${sql.raw('"own_ticket"')} on ${own.id} = ${ticketItems.ticketId}
  where ${other.invoiceItemId} = ${ticketItems.invoiceItemId}
    and (not ${other.settled}, case when ${other.settled} then ${otherTicket.finishedAt} end, ${other.id})
      < (not ${ticketItems.settled}, case when ${ticketItems.settled} then ${own.finishedAt} end, ${ticketItems.id})
), 0)::text`;

/** The same rule in SQL, for lists that only sum up quantities (contract/rules/tickets/ticketLines.ts, quantityInForce). */
export const quantityInForceSql = sql<string>`case ${ticketItems.status}
  when 'N' then 0 when 'AN' then ${ticketItems.requested}
  else coalesce(${ticketItems.checked}, ${ticketItems.authorized}) end`;

export interface LineWithFigures {
  ticketId: number;
  item: ItemRow;
  figures: LineFigures;
}

/** The figures of every line of these tickets, in line order. */
export async function figuresOfTickets(db: Executor, ids: readonly number[]): Promise<LineWithFigures[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ item: ticketItems, source: invoiceItems, before: givenBefore })
    .from(ticketItems)
    .leftJoin(invoiceItems, eq(invoiceItems.id, ticketItems.invoiceItemId))
    .where(inArray(ticketItems.ticketId, [...ids]))
    .orderBy(asc(ticketItems.ticketId), asc(ticketItems.line));
  return rows.map(({ item, source, before }) => ({
    ticketId: item.ticketId,
    item,
    figures: lineFigures(figuredLine(item, source, before)),
  }));
}

/** The unit of a line's quantities, and the invoice's; both with the base units in one of them. */
export const toldUnit = (
  item: Pick<ItemRow, 'unit' | 'factor'>,
  source: Pick<SourceRow, 'unit' | 'factor'>,
) => ({
  unidade: item.unit ?? source.unit,
  fator: parseDecimal(item.factor) ?? item.factor,
  unidadeNota: source.unit,
  fatorNota: parseDecimal(source.factor) ?? source.factor,
});

/** A price of the invoice's unit for one of the line's unit, with the ten decimals of vUnCom. */
export const priceIn = (
  price: string,
  { factor }: Pick<ItemRow, 'factor'>,
  source: Pick<SourceRow, 'factor'> | null,
): string =>
  !source || compareDecimals(factor, source.factor) === 0
    ? price
    : divideDecimals(multiplyDecimals(price, factor), source.factor, 10);
