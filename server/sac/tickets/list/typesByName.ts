import { asc, sql } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import { remembered } from '../../../db/remembered.ts';
import { ticketTypes } from '../../../db/tables/index.ts';

/** The few types, in the order of their names as people read them. */
export const typesByName = remembered(
  'ticket_types_by_name',
  [ticketTypes],
  prepared<Record<string, never>, { id: number; key: string }[]>('ticket_types_by_name', (db) =>
    db
      .select({ id: ticketTypes.id, key: ticketTypes.key })
      .from(ticketTypes)
      .orderBy(asc(sql`${ticketTypes.description} collate pt_br`), asc(ticketTypes.id)),
  ),
);
