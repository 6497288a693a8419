import { and, eq, ne, type SQL } from 'drizzle-orm';
import { allows } from '../../../../contract/permissions.ts';
import type { User } from '../../../context.ts';
import { ticketEvents } from '../../../db/tables/index.ts';
import { isConsumer } from '../../../session/scope.ts';

type Noted = Pick<typeof ticketEvents.$inferSelect, 'note' | 'data' | 'personId'>;

/**
 * The sentence of a timeline entry as this person may read it. Why somebody moved a ticket (`data.motivo`) is said
 * among the staff: an end consumer reads only what they wrote themselves.
 */
export function eventNote(user: Pick<User, 'id' | 'type'>, { note, data, personId }: Noted): string {
  const { motivo } = data;
  if (typeof motivo !== 'string' || note.includes(motivo)) return note;
  if (isConsumer(user) && personId !== user.id) return note;
  return note ? `${note} Motivo: ${motivo}` : `Motivo: ${motivo}`;
}

/** Which entries of a timeline this person reads: no internal one as a consumer, no cost without the permission. */
export const readableEvents = (user: Pick<User, 'type' | 'grants'>): SQL | undefined =>
  and(
    isConsumer(user) ? eq(ticketEvents.internal, false) : undefined,
    allows(user.grants, 'TICKETS_CUSTOS') ? undefined : ne(ticketEvents.type, 'CUSTO'),
  );
