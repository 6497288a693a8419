import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import { undoUntil } from '#contract/rules/tickets/ticketMerge.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import type { Context } from '#server/context.ts';
import { people, ticketSplits, tickets } from '#server/db/tables/index.ts';
import { isOutside, ticketScope } from '#server/session/scope.ts';

/** The ticket that this one was divided from, and its own parts, as far as the person sees them, the newest first. */
export async function dividedTickets(
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  id: number,
): Promise<Ticket['divisoes']> {
  const rows = await db
    .select({ split: ticketSplits, other: tickets.id, subject: tickets.subject, person: people.name })
    .from(ticketSplits)
    .innerJoin(
      tickets,
      eq(
        tickets.id,
        sql`case when ${ticketSplits.fromId} = ${id} then ${ticketSplits.toId} else ${ticketSplits.fromId} end`,
      ),
    )
    .innerJoin(people, eq(people.id, ticketSplits.personId))
    .where(
      and(
        or(eq(ticketSplits.fromId, id), eq(ticketSplits.toId, id)),
        isNull(ticketSplits.undoneAt),
        ticketScope(user),
      ),
    )
    .orderBy(desc(ticketSplits.id));
  const may = allows(user.grants, 'TICKETS_JUNTAR');
  return rows.map(({ split, other, subject, person }) => ({
    id: other,
    assunto: subject,
    papel: split.toId === id ? 'ORIGEM' : 'PARTE',
    em: split.at.toISOString(),
    por: isOutside(user) ? null : person,
    desfazerAte: may && now() <= undoUntil(split.at) ? undoUntil(split.at).toISOString() : null,
  }));
}
