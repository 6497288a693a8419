import { and, desc, inArray, or, sql } from 'drizzle-orm';
import { containing } from '../db/likePattern.ts';
import { tickets } from '../db/tables/index.ts';
import { ticketScope } from '../session/scope.ts';
import type { ReferenceTarget } from './mapping.ts';

const MAX_ID = 2_147_483_647;
const numbersOf = (texts: readonly string[]): number[] =>
  texts.flatMap((text) => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID ? [Number(text)] : []));

/** Tickets as a reference target: identified by number, newest first. */
export const ticketTarget: ReferenceTarget = {
  table: tickets,
  id: tickets.id,
  key: sql`${tickets.id}::text`,
  among: (keys) => inArray(tickets.id, numbersOf(keys)),
  name: sql`concat_ws(' · ', ${tickets.id}, nullif(${tickets.subject}, ''))`,
  search: (words) =>
    words.length === 0
      ? undefined
      : or(
          inArray(tickets.id, numbersOf(words)),
          and(...words.map((word) => sql`${tickets.foldedSubject} like ${containing(word)}`)),
        ),
  order: desc(tickets.id),
  inUse: sql`not ${tickets.archived}`,
  scope: ticketScope,
  field: { tipo: 'TEXT', titulo: 'Número do ticket' },
  titulo: { um: 'ticket', muitos: 'tickets', genero: 'm' },
};
