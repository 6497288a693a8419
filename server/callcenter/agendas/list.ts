import { eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type AgendaRow, MAX_AGENDA_ROWS } from '../../../contract/callcenter/agendaShapes.ts';
import type { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import { agendaKind, agendaSituation, dialerStatus } from '../../../contract/catalogs/callCenter.ts';
import { rowOf } from '../../../contract/catalogs/catalog.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { isCalendarDate } from '../../../contract/rules/calendarDate.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { agendaReasons, agendas, branches, customers, orders, people } from '../../db/tables/index.ts';
import {
  type Found,
  instantText,
  listQueryHash,
  neighbours,
  readKeyPage,
  readPageCursor,
  type SortKey,
  type Start,
} from '../../keyPage.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging.ts';
import { agendaCondition } from './queries.ts';
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
export async function agendaPage(
  query: { page?: number; take?: number; cursor?: string; direction?: 'ASC' | 'DESC'; tipo?: 'A' | 'C' },
  list: OrderedAgendas,
  ctx: Context,
): Promise<Output<typeof agendaRoutes.list>> {
  const { page, take, offset } = pageOf({ ...query, take: Math.min(query.take ?? 25, MAX_AGENDA_ROWS) });
  const hash = listQueryHash(ctx.user.id, { ...query, take });
  const cursor = query.cursor ? readPageCursor(query.cursor, isAgendaKey, hash) : null;
  const limited = ctx.db.select({ id: agendas.id }).from(agendas).where(list.condition).limit(COUNT_CAP);
  const [found, total] = await Promise.all([
    readAgendas(ctx.db, list, cursor ?? { offset }, take),
    cursor ? cursor.total : countOf(ctx.db, limited),
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
  ctx: Pick<Context, 'db' | 'user' | 'now'>,
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
    agenda_origem: agenda.origin,
    id_externo: agenda.externalId,
    versao: agenda.version,
    podeAlterar: agenda.finishedAt === null && mayChange(user, agenda),
  };
}
