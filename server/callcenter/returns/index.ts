import { and, asc, desc, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { type ReturnReason, type ReturnRow, returnRoutes } from '#contract/callcenter/orders/returns.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { allows } from '#contract/permissions.ts';
import type { Input, Output } from '#contract/route.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { totalFigures } from '#contract/rules/tickets/ticketLines.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import type { TicketRow } from '#contract/sac/tickets.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import {
  invoiceItems,
  invoices,
  reasons,
  ticketItems,
  ticketMenus,
  ticketOrigins,
  tickets,
  ticketTypes,
} from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { COUNT_CAP, countOf, daysBetween, pageOf, paginatorOf } from '../../paging/paging.ts';
import { listInvoices, productsOfInvoice } from '../../sac/invoices/queries.ts';
import { productReasonsOf, type TypeRow, typeColumns, typeOf } from '../../sac/ticketCatalog/queries.ts';
import { openTicket, writeProducts } from '../../sac/tickets/commands.ts';
import { figuresOfTickets, ticketRows } from '../../sac/tickets/queries.ts';
import { ticketScope } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { plainTexts } from '../../text/plainText.ts';
import { command } from '../../writing/command.ts';

type List = typeof returnRoutes.list;

/** Tickets of the return type within the user's scope, newest first. */
async function listReturns({ query }: Input<List>, ctx: Context): Promise<Output<List>> {
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
    query.ids && inArray(tickets.id, query.ids),
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

/** Opens the ticket of a request through the code of the ticket wizard, with its rules, locks and log entries. */
const createReturn = command(returnRoutes.create, async (tx, ctx, { body }) => {
  const type = await requiredReturnType(tx);
  const origem = body.origem ?? (await firstOrigin(tx));
  const input = { ...plainTexts(body), origem, idTipo: type.id, tipo: type.key };
  const { data } = await openTicket(tx, input, ctx);
  return { data: { ...data, message: `Solicitação aberta no ticket ${data.id}.` } };
});

async function firstOrigin(db: Executor): Promise<string | null> {
  const [row] = await db
    .select({ key: ticketOrigins.key })
    .from(ticketOrigins)
    .orderBy(asc(ticketOrigins.position))
    .limit(1);
  return row?.key ?? null;
}

/** Adds what the ticket's own page may add, for the user who opened the request. */
const addReturnProducts = command(returnRoutes.addProducts, async (tx, ctx, { body }) => {
  const { idDevolucao, ...products } = plainTexts(body);
  const type = await requiredReturnType(tx);
  const [request] = await tx
    .select({ creatorId: tickets.creatorId })
    .from(tickets)
    .where(and(eq(tickets.id, idDevolucao), eq(tickets.typeId, type.id), ticketScope(ctx.user)));
  if (!request) throw notFound();
  if (request.creatorId !== ctx.user.id && !allows(ctx.user.grants, 'TICKETS_PRODUTOS'))
    throw refused('DE_OUTRA_PESSOA', 'Só quem abriu a solicitação, ou quem analisa, inclui produtos nela.');
  return writeProducts(tx, ctx, idDevolucao, products);
});

export const returnImplementation = implement(returnRoutes, {
  reasons: returnReasons,
  list: listReturns,
  invoices: listInvoices,
  products: ({ params }, ctx) => productsOfInvoice(params.numNf, ctx),
  create: createReturn,
  addProducts: addReturnProducts,
});

/** The ticket type of a request as named by the parameter; `undefined` if no active type has that key. */
async function returnType(db: Executor): Promise<TypeRow | undefined> {
  const { tipoSolicitacaoTroca } = await serviceParameters(db);
  const [row] = await db
    .select(typeColumns)
    .from(ticketTypes)
    .innerJoin(ticketMenus, eq(ticketMenus.id, ticketTypes.menuId))
    .where(and(eq(ticketTypes.key, tipoSolicitacaoTroca), eq(ticketTypes.active, true)));
  return row;
}

async function requiredReturnType(db: Executor): Promise<TypeRow> {
  const type = await returnType(db);
  if (!type)
    throw refused(
      'SEM_TIPO_DE_TROCA',
      'Nenhum tipo de ticket está escolhido para as solicitações de troca. Peça a um administrador que o escolha nos parâmetros.',
    );
  return type;
}

/** The reason tree of the request, then the reasons for its products. */
async function returnReasons(_input: unknown, { db }: Context): Promise<ReturnReason[]> {
  const type = await requiredReturnType(db);
  const offeredReasons = await db
    .select()
    .from(reasons)
    .where(and(eq(reasons.active, true), or(eq(reasons.typeId, type.id), isNull(reasons.typeId))))
    .orderBy(asc(reasons.position), asc(reasons.id));
  return [
    ...(typeOf(type, offeredReasons).motivos?.itens ?? []).map((reason) => ({
      ...reason,
      uso: 'SOLICITACAO' as const,
    })),
    ...productReasonsOf(offeredReasons, type.id).map((reason) => ({ ...reason, uso: 'PRODUTO' as const })),
  ] as ReturnReason[];
}
