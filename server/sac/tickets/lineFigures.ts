import { asc, eq, inArray, sql } from 'drizzle-orm';
import {
  type FiguredLine,
  type LineFigures,
  lineFigures,
} from '../../../contract/rules/tickets/ticketLines.ts';
import type { Executor } from '../../db/client.ts';
import { invoiceItems, ticketItems } from '../../db/tables/index.ts';

type ItemRow = typeof ticketItems.$inferSelect;
type SourceRow = typeof invoiceItems.$inferSelect;

/** A stored line with its invoice line, in the shape that the rule for figures expects. */
export const figuredLine = (
  item: Pick<ItemRow, 'status' | 'requested' | 'authorized' | 'checked' | 'unitPrice'>,
  source: Pick<SourceRow, 'purchased' | 'unitPriceNoTax' | 'taxes'> | null,
): FiguredLine => ({ ...item, source });

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
    .select({ item: ticketItems, source: invoiceItems })
    .from(ticketItems)
    .leftJoin(invoiceItems, eq(invoiceItems.id, ticketItems.invoiceItemId))
    .where(inArray(ticketItems.ticketId, [...ids]))
    .orderBy(asc(ticketItems.ticketId), asc(ticketItems.line));
  return rows.map(({ item, source }) => ({
    ticketId: item.ticketId,
    item,
    figures: lineFigures(figuredLine(item, source)),
  }));
}
