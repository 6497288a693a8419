import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { TicketHit } from '../../../../contract/sac/search.ts';
import type { Context } from '../../../context.ts';
import { tickets } from '../../../db/tables/index.ts';
import { ticketScope } from '../../../session/scope.ts';
import { readTerm, type Term } from '../rules.ts';
import { ticketRows } from '../ticketRows.ts';
import { termCondition } from './listCondition.ts';
import { readPage } from './listTickets.ts';

/** What the list offers to other modules. */
export { dueSoon, dueSoonCondition, type Soon } from './dueSoon.ts';

/** The newest tickets that match a text and that the person may see; one with exactly that number comes first. */
export async function ticketHits(text: string, take: number, ctx: Context): Promise<TicketHit[]> {
  const term = readTerm(text);
  const meant = term && (await termCondition(ctx, text));
  if (!term || !meant) return [];
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

/**
 * A number or key matches few tickets, archived or not, which are simply sorted. Words may match half of all tickets, so they
 * are searched in list order, among those that are not archived.
 */
async function idsOf({ db }: Context, term: Term, condition: SQL, take: number): Promise<number[]> {
  if (term.kind !== 'NUMBER' && term.kind !== 'ACCESS_KEY') {
    const current = and(condition, sql`not ${tickets.archived}`) ?? condition;
    const { rows } = await readPage(
      db,
      { condition: current, sort: 'dtCriacao', direction: 'DESC' },
      { offset: 0 },
      take,
    );
    return rows.map(({ id }) => id);
  }
  const exact = term.kind === 'NUMBER' ? [desc(eq(tickets.id, term.number))] : [];
  const rows = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(condition)
    .orderBy(...exact, desc(tickets.createdAt), desc(tickets.id))
    .limit(take);
  return rows.map(({ id }) => id);
}
