import { and, eq } from 'drizzle-orm';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { tickets } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { ticketScope } from '../../session/scope.ts';

export { stepOf } from './change/lockTicket.ts';
export { oneTicket } from './detail/oneTicket.ts';
export { figuresOfTickets, quantityInForceSql } from './lineFigures.ts';
export { listTickets } from './list/listTickets.ts';
export { familyOf, leadingTicket } from './merge/family.ts';
export { surveyFacts } from './survey/askSurvey.ts';
export { ticketRows } from './ticketRows.ts';

/**
 * Throws 404 for a ticket that the person may not see, just as for an unknown one (docs/domain.md 1). Returns its branch
 * and sector.
 */
export async function requireVisibleTicket(
  db: Executor,
  user: User,
  id: number,
): Promise<{ id: number; branchId: number; sectorId: number | null }> {
  const [found] = await db
    .select({ id: tickets.id, branchId: tickets.branchId, sectorId: tickets.sectorId })
    .from(tickets)
    .where(and(eq(tickets.id, id), ticketScope(user)));
  if (!found) throw notFound();
  return found;
}
