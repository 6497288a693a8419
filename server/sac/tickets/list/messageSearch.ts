import { and, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import { hasMessageWord, type SearchTerm } from '#contract/rules/searchTerm.ts';
import type { Reading } from '#server/context.ts';
import { ticketMessages, tickets } from '#server/db/tables/index.ts';
import { inTime } from '#server/paging/inTime.ts';
import { isAttendant } from '#server/session/attendants.ts';
import { seesPersonal } from '#server/session/personalData.ts';
import { ticketScope } from '#server/session/scope.ts';
import { hasWordsIndex } from './wordsIndex.ts';

/** How far back messages are searched, unless the list begins earlier. */
const MONTHS = 24;

/** At most this many messages are read, newest first. */
const MAX_MESSAGES = 500;

/**
 * A common word is found in the newest weeks already; only what is found less often is looked for further back, so that a
 * search never gathers half of all messages. Weeks of each step; the last one has the words alone to go by, which are few
 * then.
 */
const STEPS = [1, 3, 8, Number.POSITIVE_INFINITY] as const;

export interface MessageFilters {
  /** A further condition on `tickets`. */
  within?: SQL | undefined;
  /** The list's `condicao` within it, with which the search takes no longer than the list may. */
  condition?: string | undefined;
  /** The first moment of the list, if it is limited. */
  since?: Date | undefined;
  /** After how many messages the search ends. */
  most?: number;
}

/** Tickets that were found, the newest ones if there are more, or none while messages cannot be searched yet (`cut`). */
export interface FoundTickets {
  ids: number[];
  cut: boolean;
}

/**
 * The tickets with the newest messages that contain all the words, among those that the person may read: consumers and
 * representatives never find a ticket by a private message, and who sees no personal data finds none by a document, phone or
 * address within a message.
 */
export async function ticketsByMessages(
  { db, user, now }: Reading<'db' | 'user' | 'now'>,
  term: SearchTerm,
  { within, condition, since, most = MAX_MESSAGES }: MessageFilters,
): Promise<FoundTickets> {
  if (!hasMessageWord(term)) return { ids: [], cut: false };
  if (!(await hasWordsIndex(db))) return { ids: [], cut: true };
  // The database reduces the words of the search as it does those of messages.
  const query = sql`array_to_string(tsvector_to_array(message_words(${term.text})), ' & ')::tsquery`;
  const contains = sql`message_words(${ticketMessages.html}) @@ ${query}`;
  const read = and(
    isAttendant(user) ? undefined : eq(ticketMessages.type, 'PUBLICO'),
    ticketScope(user),
    within,
  );
  const first = Math.min(monthsBefore(now(), MONTHS).getTime(), since?.getTime() ?? Number.POSITIVE_INFINITY);
  const found = new Set<number>();
  let until = weekOf(now().getTime());
  for (const weeks of STEPS) {
    const when = Number.isFinite(weeks)
      ? or(...Array.from({ length: weeks }, (_, at) => and(inWeek(until - at), contains)))
      : and(
          gte(ticketMessages.createdAt, new Date(first)),
          lt(ticketMessages.createdAt, startOf(until + 1)),
          contains,
        );
    const rows = await inTime(db, condition, async (limited) => {
      const newest = limited
        .select({ id: ticketMessages.ticketId, html: ticketMessages.html })
        .from(ticketMessages)
        .innerJoin(tickets, eq(tickets.id, ticketMessages.ticketId))
        .where(and(when, read))
        .orderBy(desc(ticketMessages.id))
        .limit(most)
        .as('newest');
      return limited
        .select({ id: newest.id })
        .from(newest)
        .where(
          seesPersonal(user)
            ? undefined
            : sql`message_words(regexp_replace(${newest.html}, ${PERSONAL}, ' ', 'g')) @@ ${query}`,
        );
    });
    for (const { id } of rows) found.add(id);
    until -= weeks;
    if (found.size >= most || rows.length >= most) return { ids: [...found], cut: true };
    if (startOf(until + 1).getTime() <= first) break;
  }
  return { ids: [...found], cut: false };
}

/** Addresses, and runs of at least eight digits with the separators of documents and phones, as masks hide them. */
const PERSONAL = String.raw`[^\s<>;,]+@[^\s<>;,]+|[0-9](?:[\s().\-/]{0,2}[0-9]){7,}`;

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** As `message_week` of the database counts them. */
const weekOf = (moment: number): number => Math.floor(moment / WEEK_MS);
const startOf = (week: number): Date => new Date(week * WEEK_MS);
const inWeek = (week: number): SQL => sql`message_week(${ticketMessages.createdAt}) = ${week}::int`;

function monthsBefore(moment: Date, months: number): Date {
  const then = new Date(moment);
  then.setUTCMonth(then.getUTCMonth() - months);
  return then;
}
