import { and, desc, sql } from 'drizzle-orm';
import type { TicketRow } from '../../../../contract/sac/tickets.ts';
import type { Context } from '../../../context.ts';
import { tickets } from '../../../db/tables/index.ts';
import { ticketScope } from '../../../session/scope.ts';
import { ticketRows } from '../ticketRows.ts';

const SHOWN = 10;

/** The tickets that moved last, of those that the person may see: the list's order `dtAtualizacao`. */
export async function recentTickets(ctx: Context): Promise<TicketRow[]> {
  const found = await ctx.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(sql`not ${tickets.archived}`, ticketScope(ctx.user)))
    .orderBy(desc(tickets.updatedAt), desc(tickets.id))
    .limit(SHOWN);
  return ticketRows(
    ctx,
    found.map(({ id }) => id),
  );
}
