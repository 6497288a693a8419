import { asc, eq } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import { products, ticketItems } from '../../../db/tables/index.ts';

/** A line of the ticket as the dialogs name it. */
export interface TicketLine {
  id: number;
  label: string;
  item: typeof ticketItems.$inferSelect;
}

/** The lines of a locked ticket, in their order. */
export async function ticketLines(db: Executor, ticketId: number): Promise<TicketLine[]> {
  const rows = await db
    .select({ item: ticketItems, code: products.code })
    .from(ticketItems)
    .innerJoin(products, eq(products.id, ticketItems.productId))
    .where(eq(ticketItems.ticketId, ticketId))
    .orderBy(asc(ticketItems.line));
  return rows.map(({ item, code }) => ({ id: item.id, label: `${code} - ${item.description}`, item }));
}
