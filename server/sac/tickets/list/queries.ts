import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { isExact, numberOf, readSearch, type SearchTerm } from '#contract/rules/searchTerm.ts';
import type { TicketHit } from '#contract/sac/search.ts';
import type { Context } from '#server/context.ts';
import { tickets } from '#server/db/tables/index.ts';
import { ticketScope } from '#server/session/scope.ts';
import { plainText } from '#server/text/plainText.ts';
import { leadingTicket } from '../merge/family.ts';
import { ticketRows } from '../ticketRows.ts';
import { readPage } from './listTickets.ts';
import { termCondition } from './termCondition.ts';

export { notSnoozed } from '../snooze/endSnooze.ts';
/** What the list offers to other modules. */
export { dueSoon, dueSoonCondition, type Soon } from './dueSoon.ts';
export { recentTickets, ticketTotals, urgentTickets } from './summaries.ts';
export { ticketConditionFields } from './ticketConditionFields.ts';

/** The newest tickets that match a text and that the person may see; one with exactly that number comes first. */
export async function ticketHits(text: string, take: number, ctx: Context): Promise<TicketHit[]> {
  const term = readSearch(plainText(text));
  if (!term) return [];
  const { where: meant } = await termCondition(ctx, text, {
    within: sql`not ${tickets.archived}`,
    most: MOST_MESSAGES,
  });
  if (!meant) return [];
  const condition = and(ticketScope(ctx.user), meant);
  const ids = condition ? await idsOf(ctx, term, condition, take) : [];
  const rows = await ticketRows(ctx, ids);
  return rows.map(({ id, assunto, cliente, tipo, status, arquivado }) => ({
    id,
    assunto,
    cliente: cliente.fant || cliente.razSoc,
    razSoc: cliente.razSoc,
    tipo: tipo.desc,
    status,
    arquivado,
  }));
}

const OPEN = ticketStatus.flatMap(({ value, closed }) => (closed ? [] : [value]));

/** The palette shows a few tickets, and several messages may be of one. */
const MOST_MESSAGES = 50;

/**
 * A number or key matches few tickets, archived or not, which are simply sorted. Words may match half of all tickets, so they
 * are searched in list order, among those that are not archived.
 */
async function idsOf({ db }: Context, term: SearchTerm, condition: SQL, take: number): Promise<number[]> {
  const number = numberOf(term, 'TICKET', 'NOTA');
  if (!isExact(term)) {
    const current = and(condition, sql`not ${tickets.archived}`) ?? condition;
    const { rows } = await readPage(
      db,
      { condition: current, sort: 'dtCriacao', direction: 'DESC' },
      { offset: 0 },
      take,
    );
    return rows.map(({ id }) => id);
  }
  const exact = number === null ? [] : [desc(eq(tickets.id, await leadingTicket(db, number)))];
  // Whoever calls is asked first about what is still open.
  const current = [
    asc(tickets.archived),
    ...(term.phone || term.email ? [desc(inArray(tickets.status, OPEN))] : []),
  ];
  const rows = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      number === null && term.accessKey === null ? and(condition, sql`not ${tickets.archived}`) : condition,
    )
    .orderBy(...exact, ...current, desc(tickets.createdAt), desc(tickets.id))
    .limit(take);
  return rows.map(({ id }) => id);
}
