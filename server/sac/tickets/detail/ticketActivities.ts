import { and, desc, eq } from 'drizzle-orm';
import type { TimelineEntry } from '../../../../contract/sac/ticketConversation.ts';
import type { Context } from '../../../context.ts';
import { people, ticketEvents } from '../../../db/tables/index.ts';
import { eventNote, readableEvents } from '../change/eventNote.ts';
import { requireVisibleTicket } from '../queries.ts';

/** A ticket with more events than this is a fault somewhere; the page shows the newest. */
const MOST = 1_000;

/** The timeline, newest first; consumers get no internal entry. */
export async function ticketActivities(ticketId: number, { db, user }: Context): Promise<TimelineEntry[]> {
  await requireVisibleTicket(db, user, ticketId);
  const rows = await db
    .select({ event: ticketEvents, person: people.name })
    .from(ticketEvents)
    .leftJoin(people, eq(people.id, ticketEvents.personId))
    .where(and(eq(ticketEvents.ticketId, ticketId), readableEvents(user)))
    .orderBy(desc(ticketEvents.createdAt), desc(ticketEvents.id))
    .limit(MOST);
  return rows.map(({ event, person }) => ({
    id: event.id,
    tipo: event.type,
    datahora_criacao: event.createdAt.toISOString(),
    observacao: eventNote(user, event),
    colaborador: person === null ? null : { nome: person },
  }));
}
