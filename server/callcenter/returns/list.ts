import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { ReturnRow, returnRoutes } from '../../../contract/callcenter/returns.ts';
import { ticketStatus } from '../../../contract/catalogs/ticketStatus.ts';
import type { Input, Output } from '../../../contract/route.ts';
import type { Decimal } from '../../../contract/rules/decimal.ts';
import { totalFigures } from '../../../contract/rules/ticketFigures.ts';
import { isClosed } from '../../../contract/rules/ticketTransitions.ts';
import type { TicketRow } from '../../../contract/sac/tickets.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { invoiceItems, invoices, ticketItems, tickets } from '../../db/tables/index.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging.ts';
import { figuresOfTickets } from '../../sac/tickets/queries.ts';
import { ticketRows } from '../../sac/tickets/ticketRows.ts';
import { ticketScope } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { daysBetween } from '../daysBetween.ts';
import { returnType } from './returnType.ts';

type List = typeof returnRoutes.list;

/** Tickets of the return type that the person sees, the newest first. */
export async function listReturns({ query }: Input<List>, ctx: Context): Promise<Output<List>> {
  const { db } = ctx;
  const where = await conditionOf(query, ctx);
  const { take, offset } = pageOf(query);
  const turn = query.direction === 'ASC' ? asc : desc;
  const [found, total] = await Promise.all([
    db
      .select({ id: tickets.id })
      .from(tickets)
      .where(where)
      .orderBy(turn(tickets.createdAt), turn(tickets.id))
      .limit(take)
      .offset(offset),
    countOf(db, db.select({ id: tickets.id }).from(tickets).where(where).limit(COUNT_CAP)),
  ]);
  const ids = found.map(({ id }) => id);
  const [rows, facts] = await Promise.all([ticketRows(ctx, ids), itemFacts(db, ids)]);
  return {
    itens: rows.map((row) => returnRow(row, facts.get(row.id))),
    paginator: paginatorOf(query, total),
  };
}

const CLOSED = ticketStatus.flatMap(({ value }) => (isClosed(value) ? [value] : []));
const OPEN = ticketStatus.flatMap(({ value }) => (isClosed(value) ? [] : [value]));

async function conditionOf(query: Input<List>['query'], { db, user }: Context) {
  const [type, zone] = await Promise.all([returnType(db), zoneOf(db, user)]);
  const days = daysBetween(query.dtInicial, query.dtFinal, { zone, field: 'dtFinal' });
  return and(
    type ? eq(tickets.typeId, type.id) : sql`false`,
    ticketScope(user),
    query.status ? inArray(tickets.status, query.status === 'CONCLUIDO' ? CLOSED : OPEN) : undefined,
    query.idCli ? eq(tickets.customerId, query.idCli) : undefined,
    days && and(gte(tickets.createdAt, days.start), lt(tickets.createdAt, days.end)),
  );
}

interface ItemFacts {
  count: number;
  value: Decimal;
  notes: number[];
}

async function itemFacts(db: Executor, ids: readonly number[]): Promise<Map<number, ItemFacts>> {
  if (ids.length === 0) return new Map();
  const rowsWanted = db
    .select({
      id: ticketItems.ticketId,
      count: sql<number>`count(*)::int`,
      notes: sql<
        number[]
      >`coalesce(array_agg(distinct ${invoices.number}) filter (where ${invoices.number} is not null), '{}')`,
    })
    .from(ticketItems)
    .leftJoin(invoiceItems, eq(invoiceItems.id, ticketItems.invoiceItemId))
    .leftJoin(invoices, eq(invoices.id, invoiceItems.invoiceId))
    .where(inArray(ticketItems.ticketId, [...ids]))
    .groupBy(ticketItems.ticketId);
  const [rows, lines] = await Promise.all([rowsWanted, figuresOfTickets(db, ids)]);
  const worthOf = (id: number) =>
    totalFigures(lines.filter(({ ticketId }) => ticketId === id).map(({ figures }) => figures)).total;
  return new Map(rows.map(({ id, ...facts }) => [id, { ...facts, value: worthOf(id) }]));
}

const returnRow = (row: TicketRow, facts?: ItemFacts): ReturnRow => ({
  ...row,
  status: CLOSED.some((status) => status === row.status) ? 'CONCLUIDO' : 'AGUARDANDO',
  situacaoTicket: row.status,
  notas: facts?.notes ?? [],
  totalItens: facts?.count ?? 0,
  valor: facts?.value ?? '0',
});
