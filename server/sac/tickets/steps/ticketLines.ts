import { asc, eq, sql } from 'drizzle-orm';
import { unitDivides } from '../../../../contract/rules/quantity.ts';
import type { Executor } from '../../../db/client.ts';
import { invoiceItems, products, ticketItems } from '../../../db/tables/index.ts';

/** A line of the ticket as the dialogs name it. */
export interface TicketLine {
  id: number;
  label: string;
  /** Its quantity may have decimals. */
  divides: boolean;
  item: typeof ticketItems.$inferSelect;
}

/** The lines of a locked ticket, in their order. */
export async function ticketLines(db: Executor, ticketId: number): Promise<TicketLine[]> {
  const rows = await db
    .select({
      item: ticketItems,
      code: products.code,
      fractional: products.fractional,
      unit: sql<string>`coalesce(${invoiceItems.unit}, ${products.unit})`,
    })
    .from(ticketItems)
    .innerJoin(products, eq(products.id, ticketItems.productId))
    .leftJoin(invoiceItems, eq(invoiceItems.id, ticketItems.invoiceItemId))
    .where(eq(ticketItems.ticketId, ticketId))
    .orderBy(asc(ticketItems.line));
  return rows.map(({ item, code, unit, fractional }) => ({
    id: item.id,
    label: `${code} - ${item.description}`,
    divides: unitDivides({ unit, fractional }),
    item,
  }));
}
