import { type and, eq, inArray, sql } from 'drizzle-orm';
import { type BoardOrder, followUpRoutes, type OrderColumn } from '#contract/callcenter/agendas/followUp.ts';
import { type OrderStatus, orderStatus } from '#contract/catalogs/orderStatus.ts';
import type { Input, Output } from '#contract/route.ts';
import { lossFinalAt, statusBeforeLoss, statusOn } from '#contract/rules/orders/orderMoves.ts';
import { addDays, daysBetween } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import { branches, orders } from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { requirePeriod } from '../../paging/paging.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { orderCondition, orderRows } from '../orders/queries.ts';
import { customerBoard, followUpTypeList, stageCustomers } from './customerBoard.ts';

const FIRST = 8;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

/** Statuses that a board always shows; others appear only while they have entries. */
const ALWAYS: Record<'ORCAMENTO' | 'PEDIDO', readonly OrderStatus[]> = {
  ORCAMENTO: ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO', 'VENCIDO', 'PERDIDO'],
  PEDIDO: [
    'AGUARDANDO',
    'ANALISE',
    'LIBERADO',
    'SEPARACAO',
    'FATURADO',
    'TRANSPORTE',
    'ENTREGUE',
    'CANCELADO',
  ],
};

/** Quotes or orders within the user's scope, by status: count, total and the newest ones. */
async function orderBoard(
  { query }: Input<typeof followUpRoutes.orders>,
  ctx: Context,
): Promise<Output<typeof followUpRoutes.orders>> {
  const { tipo, idFil, idColab } = query;
  const zone = await zoneOf(ctx.db, ctx.user);
  const today = localDate(ctx.now(), zone);
  const dtFim = query.dtFim ?? today;
  const dtIni = query.dtIni ?? addDays(dtFim, 1 - DEFAULT_DAYS);
  requirePeriod(dtIni, dtFim);
  if (daysBetween(dtIni, dtFim) >= MAX_DAYS) throw invalid({ dtFim: 'Escolha no máximo um ano.' });
  const condition = await orderCondition(ctx, zone, tipo, {
    dtIni,
    dtFim,
    ...(idFil !== undefined && { filial: [idFil] }),
    ...(idColab !== undefined && { idColab: [idColab] }),
  });
  const groups = await groupsOf(ctx, condition, today);
  const [rows, losses] = await Promise.all([
    orderRows(
      ctx,
      groups.flatMap(({ ids }) => ids),
    ),
    lossesOf(ctx, groups.find(({ status }) => status === 'PERDIDO')?.ids ?? []),
  ]);
  const byId = new Map(
    rows.map((row): [number, BoardOrder] => [row.id, { ...row, perda: losses.get(row.id) ?? null }]),
  );
  const columns = shownStatuses(tipo, groups).map((status): OrderColumn => {
    const group = groups.find((each) => each.status === status);
    return {
      status,
      total: group?.total ?? 0,
      valor: group?.valor ?? '0',
      itens: (group?.ids ?? []).flatMap((id) => byId.get(id) ?? []),
    };
  });
  return { dtIni, dtFim, colunas: columns };
}

/** Whether and to what each lost quote would be reopened. */
async function lossesOf(
  { db, now }: Context,
  ids: readonly number[],
): Promise<Map<number, BoardOrder['perda']>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: orders.id,
      status: orders.status,
      lostAt: orders.lostAt,
      lostFrom: orders.lostFrom,
      validUntil: orders.validUntil,
      zone: branches.timeZone,
    })
    .from(orders)
    .innerJoin(branches, eq(branches.id, orders.branchId))
    .where(inArray(orders.id, [...ids]));
  return new Map(
    rows.map(({ id, validUntil, zone, ...loss }) => {
      const before = statusBeforeLoss(loss, now());
      return [
        id,
        {
          voltaA: before && statusOn(before, validUntil, localDate(now(), zone)),
          definitiva: loss.lostAt !== null && now() >= lossFinalAt(loss.lostAt),
        },
      ];
    }),
  );
}

interface Group extends Record<string, unknown> {
  status: string;
  total: number;
  valor: string;
  ids: number[];
}

/** Counts an active quote past its validity as expired, even before the hourly job has updated it. */
async function groupsOf({ db }: Context, condition: ReturnType<typeof and>, today: string): Promise<Group[]> {
  const placed = db
    .select({
      id: orders.id,
      total: orders.total,
      status:
        sql<string>`case when ${orders.status} = 'ATIVO' and ${orders.validUntil} < ${today}::date then 'VENCIDO' else ${orders.status} end`.as(
          'shown_status',
        ),
      place: sql`${orders.createdAt}`.as('place'),
    })
    .from(orders)
    .where(condition);
  const { rows } = await db.execute<Group>(sql`
    with placed as (${placed}),
    numbered as (select *, row_number() over (partition by shown_status order by place desc, id desc) as rank from placed)
    select shown_status as status, count(*)::int as total, sum(total)::text as valor,
      array_agg(id order by rank) filter (where rank <= ${FIRST}) as ids
    from numbered group by shown_status`);
  return rows;
}

/** In the order of the workflow: the catalogue's own order, with the permanent statuses first. */
function shownStatuses(tipo: 'ORCAMENTO' | 'PEDIDO', groups: readonly Group[]): string[] {
  const present = new Set(groups.map(({ status }) => status));
  const statusValues = orderStatus.map(({ value }) => value as string);
  const others = [...statusValues.filter((value) => present.has(value)), ...present];
  return [...new Set<string>([...ALWAYS[tipo], ...others])];
}

export const followUpImplementation = implement(followUpRoutes, {
  types: (_, ctx) => followUpTypeList(ctx),
  board: customerBoard,
  stage: stageCustomers,
  orders: orderBoard,
});
