import { asc, eq } from 'drizzle-orm';
import type { SplitGround } from '#contract/rules/tickets/ticketSplit.ts';
import type { Executor } from '#server/db/client.ts';
import { ticketItems, ticketTypes } from '#server/db/tables/index.ts';
import { stepOf, type TicketRecord } from '../change/lockTicket.ts';
import { mergeSides } from '../merge/mergeSides.ts';

/** What the rule about dividing asks of a ticket. */
export async function splitGround(db: Executor, ticket: TicketRecord): Promise<SplitGround> {
  const [sides, step, lines, [type]] = await Promise.all([
    mergeSides(db, [ticket]),
    stepOf(db, ticket),
    db
      .select({
        id: ticketItems.id,
        invoiceItemId: ticketItems.invoiceItemId,
        checked: ticketItems.checked,
        settled: ticketItems.settled,
      })
      .from(ticketItems)
      .where(eq(ticketItems.ticketId, ticket.id))
      .orderBy(asc(ticketItems.line)),
    db.select({ flags: ticketTypes.flags }).from(ticketTypes).where(eq(ticketTypes.id, ticket.typeId)),
  ]);
  const side = sides.get(ticket.id);
  if (!side || !type) throw new Error(`ticket ${ticket.id} was not read`);
  return {
    ticket: side,
    type: type.flags,
    lines: lines.map(({ id, invoiceItemId, checked, settled }) => ({
      id,
      bought: invoiceItemId !== null,
      counted: checked !== null || settled,
    })),
    inFinance: step.setor === FINANCE,
  };
}

/** The sector of the flows whose step settles what was returned. */
const FINANCE = 'FINANCEIRO';
