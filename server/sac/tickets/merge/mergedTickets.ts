import { and, desc, eq, isNull } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import { undoUntil } from '#contract/rules/tickets/ticketMerge.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import type { Context } from '#server/context.ts';
import { people, ticketMerges, tickets } from '#server/db/tables/index.ts';
import { isOutside } from '#server/session/scope.ts';
import type { TicketRecord } from '../change/lockTicket.ts';

type Lead = Pick<TicketRecord, 'id' | 'status' | 'archived' | 'mergedIntoId'>;

/** The tickets that were merged into this one, the newest first, and until when the person can take each back. */
export async function mergedTickets(
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  { id, status, archived, mergedIntoId }: Lead,
): Promise<Ticket['juntados']> {
  const rows = await db
    .select({ id: tickets.id, subject: tickets.subject, at: ticketMerges.at, person: people.name })
    .from(tickets)
    .innerJoin(
      ticketMerges,
      and(eq(ticketMerges.fromId, tickets.id), eq(ticketMerges.toId, id), isNull(ticketMerges.undoneAt)),
    )
    .innerJoin(people, eq(people.id, ticketMerges.personId))
    .where(eq(tickets.mergedIntoId, id))
    .orderBy(desc(ticketMerges.id));
  const may =
    allows(user.grants, 'TICKETS_JUNTAR') && !isClosed(status) && !archived && mergedIntoId === null;
  return rows.map(({ id: merged, subject, at, person }) => ({
    id: merged,
    assunto: subject,
    em: at.toISOString(),
    por: isOutside(user) ? null : person,
    desfazerAte: may && now() <= undoUntil(at) ? undoUntil(at).toISOString() : null,
  }));
}
