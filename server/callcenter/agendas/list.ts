import { and, asc, desc, eq, min, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type AgendaRow, MAX_AGENDA_ROWS } from '#contract/callcenter/agendas/agendaShapes.ts';
import type { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { agendaKind, agendaSituation, dialerStatus } from '#contract/catalogs/callCenter.ts';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { allows } from '#contract/permissions.ts';
import type { Input, Output } from '#contract/route.ts';
import { isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { Context, Reading } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { agendaReasons, agendas, branches, customers, orders, people } from '../../db/tables/index.ts';
import { forbidden, notFound } from '../../errors.ts';
import { inTime } from '../../paging/inTime.ts';
import {
  type Found,
  instantText,
  listQueryHash,
  neighbours,
  readKeyPage,
  readPageCursor,
  type SortKey,
  type Start,
} from '../../paging/keyPage.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging/paging.ts';
import { visibleCustomer } from '../../sac/customers/queries.ts';
import { agendaScope } from '../../session/scope.ts';
import { agendaDays } from './agendaDays.ts';
import { agendaCondition, openAgenda, ownAgendas } from './queries.ts';
import { mayChange, situationOf, situationType } from './rules.ts';

type Query = Input<typeof agendaRoutes.list>['query'];

/** A page of agendas by time, earliest first by default. */
export async function listAgendas(query: Query, ctx: Context): Promise<Output<typeof agendaRoutes.list>> {
  const direction = query.direction ?? 'ASC';
  return agendaPage(
    { ...query, direction },
    { condition: await agendaCondition(ctx, query), direction },
    ctx,
  );
}

/** Neighbouring pages are read by key (`cursor`); a jump (`page`) counts its offset on the index. */
async function agendaPage(
  query: Pick<Query, 'page' | 'take' | 'cursor' | 'direction' | 'tipo' | 'condicao'>,
  list: OrderedAgendas,
  ctx: Context,
): Promise<Output<typeof agendaRoutes.list>> {
  const { page, take, offset } = pageOf({ ...query, take: Math.min(query.take ?? 25, MAX_AGENDA_ROWS) });
  const hash = listQueryHash(ctx.user.id, { ...query, take });
  const cursor = query.cursor ? readPageCursor(query.cursor, isAgendaKey, hash) : null;
  const limited = ctx.db.select({ id: agendas.id }).from(agendas).where(list.condition).limit(COUNT_CAP);
  const [found, total] = await Promise.all([
    inTime(ctx.db, query.condicao, (db) => readAgendas(db, list, cursor ?? { offset }, take)),
    cursor ? cursor.total : inTime(ctx.db, query.condicao, (db) => countOf(db, limited)),
  ]);
  const current = cursor?.page ?? page;
  return {
    itens: await agendaRows(
      ctx,
      found.rows.map(({ id }) => id),
    ),
    paginator: {
      ...paginatorOf({ page: current, take }, total),
      ...neighbours(found, { hash, page: current, total }),
    },
  };
}

export const finishReasons = ({ db }: Pick<Context, 'db'>) =>
  db
    .select({ id: agendaReasons.id, nome: agendaReasons.name })
    .from(agendaReasons)
    .where(eq(agendaReasons.active, true))
    .orderBy(agendaReasons.id);

export interface OrderedAgendas {
  condition: SQL | undefined;
  direction: 'ASC' | 'DESC';
}

/** Whether a cursor's key can be compared; anything else would cause a database error. */
const isAgendaKey = (key: string): boolean =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(key) && isCalendarDate(key.slice(0, 10));

const BY_TIME: SortKey = {
  key: sql`${agendas.scheduledAt}`,
  read: (text) => sql`${text}::timestamptz`,
  text: instantText,
};

/** The ids of one page, ordered by time. */
export const readAgendas = (db: Executor, list: OrderedAgendas, start: Start, take: number): Promise<Found> =>
  readKeyPage(db, { table: agendas, id: agendas.id, by: BY_TIME, ...list }, start, take);

export type AgendaRecord = typeof agendas.$inferSelect;

const assignee = alias(people, 'assignee');

const joined = (db: Executor) =>
  db
    .select({
      agenda: agendas,
      person: assignee.name,
      customer: {
        id: customers.id,
        razSoc: customers.legalName,
        fant: customers.tradeName,
        telefone: customers.phone,
      },
      branch: { id: branches.id, desc: branches.tradeName, fuso: branches.timeZone },
      reason: agendaReasons.name,
      order: { id: orders.id, total: orders.total, stage: orders.stage },
    })
    .from(agendas)
    .innerJoin(customers, eq(customers.id, agendas.customerId))
    .innerJoin(branches, eq(branches.id, agendas.branchId))
    .innerJoin(assignee, eq(assignee.id, agendas.personId))
    .leftJoin(agendaReasons, eq(agendaReasons.id, agendas.finishReasonId))
    .leftJoin(orders, eq(orders.id, agendas.orderId));

type Joined = Awaited<ReturnType<typeof joined>>[number];

const agendaRowsById = prepared<{ ids: number[] }, Joined[]>('agenda_rows', (db) =>
  joined(db).where(sql`${agendas.id} = any(${sql.placeholder('ids')})`),
);

/** The agendas as lists show them, in the order of the ids. The caller that found the ids has already applied the scope. */
export async function agendaRows(
  ctx: Reading<'db' | 'user' | 'now'>,
  ids: readonly number[],
): Promise<AgendaRow[]> {
  if (ids.length === 0) return [];
  const found = await agendaRowsById(ctx.db, { ids: [...ids] });
  const byId = new Map(found.map((row) => [row.agenda.id, agendaRow(ctx, row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function agendaRow({ user, now }: Pick<Context, 'user' | 'now'>, row: Joined): AgendaRow {
  const { agenda } = row;
  const valor = situationOf(agenda, now());
  return {
    id: agenda.id,
    colaborador: { id: agenda.personId, nome: row.person },
    data_agendada: agenda.scheduledAt.toISOString(),
    data_finalizacao: agenda.finishedAt?.toISOString() ?? null,
    situacao: { label: rowOf(agendaSituation, valor).label, type: situationType[valor], valor },
    assunto: agenda.subject,
    descricao: agenda.description,
    motivo_finalizacao: row.reason,
    tipo: agenda.kind,
    tipo_label: rowOf(agendaKind, agenda.kind).label,
    cliente: row.customer,
    pedido: row.order && { id: row.order.id, vlTot: row.order.total, isPedido: row.order.stage === 'PEDIDO' },
    filial: row.branch,
    discadora_status: agenda.dialerStatus,
    discadora_label: agenda.dialerStatus && rowOf(dialerStatus, agenda.dialerStatus).label,
    discadora_atualizacao: agenda.dialerUpdatedAt?.toISOString() ?? null,
    discadora_origem: agenda.dialerOrigin,
    agenda_origem: agenda.origin,
    id_externo: agenda.externalId,
    versao: agenda.version,
    podeAlterar: agenda.finishedAt === null && mayChange(user, agenda),
  };
}

/** Nobody reads more than this on one screen. */
const MAX_CUSTOMERS = 500;

/**
 * Agendas of one customer, whoever owns them, for the panel's tabs; without a customer, the user's own. Latest first by
 * default.
 */
export async function customerHistory(
  { query }: Input<typeof agendaRoutes.history>,
  ctx: Context,
): Promise<Output<typeof agendaRoutes.history>> {
  const tipo = query.tipo ?? 'A';
  const needed = tipo === 'C' ? 'CLIENTE_AGENDAS_COBRANCA' : 'CLIENTE_AGENDAS';
  if (!allows(ctx.user.grants, needed)) throw forbidden(needed);
  if (query.idCli !== undefined) await requireCustomer(ctx, query.idCli);
  const direction = query.direction ?? 'DESC';
  return agendaPage(
    { ...query, direction, tipo },
    {
      condition: and(
        query.idCli === undefined
          ? ownAgendas(ctx.user)
          : and(agendaScope(ctx.user), eq(agendas.customerId, query.idCli)),
        eq(agendas.kind, tipo),
      ),
      direction,
    },
    ctx,
  );
}

/** A customer's open agendas up to a given day. */
export async function openOfCustomer(
  { params, query }: Input<typeof agendaRoutes.ofCustomer>,
  ctx: Context,
): Promise<Output<typeof agendaRoutes.ofCustomer>> {
  await requireCustomer(ctx, params.idCli);
  const found = await ctx.db
    .select({ id: agendas.id })
    .from(agendas)
    .where(
      and(
        agendaScope(ctx.user),
        eq(agendas.customerId, params.idCli),
        openAgenda,
        await agendaDays(ctx.db, until(query.fim)),
      ),
    )
    .orderBy(asc(agendas.scheduledAt), asc(agendas.id))
    .limit(MAX_CUSTOMERS);
  return agendaRows(
    ctx,
    found.map(({ id }) => id),
  );
}

/** Customers with whom the user has open agendas up to a given day, most urgent first. */
export async function customersWithAgendas(
  { query }: Input<typeof agendaRoutes.customers>,
  { db, user }: Context,
): Promise<Output<typeof agendaRoutes.customers>> {
  const next = min(agendas.scheduledAt);
  const rows = await db
    .select({
      id: customers.id,
      razSoc: customers.legalName,
      fant: customers.tradeName,
      agendas: sql<number>`count(*)::int`,
      next,
    })
    .from(agendas)
    .innerJoin(customers, eq(customers.id, agendas.customerId))
    .where(and(ownAgendas(user, query.idColab), openAgenda, await agendaDays(db, until(query.fim))))
    .groupBy(customers.id)
    .orderBy(asc(next), desc(customers.id))
    .limit(MAX_CUSTOMERS);
  return rows.map(({ next: at, ...row }) => ({ ...row, proxima: at?.toISOString() ?? '' }));
}

const until = (fim: string | undefined) => (fim ? { dtFim: fim } : {});

async function requireCustomer({ db, user }: Context, id: number): Promise<void> {
  if (!(await visibleCustomer(db, user, id))) throw notFound();
}
