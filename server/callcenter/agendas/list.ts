import { eq, type SQL, sql } from 'drizzle-orm';
import { MOST_AGENDA_ROWS } from '../../../contract/callcenter/agendaShapes.ts';
import type { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { isCalendarDate } from '../../../contract/rules/calendarDate.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { agendaReasons, agendas } from '../../db/tables/index.ts';
import { type Found, instantText, readKeyPage, type SortKey, type Start } from '../../keyPage.ts';
import { listQueryHash, neighbours, readPageCursor } from '../../pageCursor.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging.ts';
import { agendaCondition } from './queries.ts';
import { agendaRows } from './rows.ts';

type Query = Input<typeof agendaRoutes.list>['query'];

/** A page of agendas by their time, the earliest first unless asked. */
export async function listAgendas(query: Query, ctx: Context): Promise<Output<typeof agendaRoutes.list>> {
  const direction = query.direction ?? 'ASC';
  return agendaPage(
    { ...query, direction },
    { condition: await agendaCondition(ctx, query), direction },
    ctx,
  );
}

/** Neighbouring pages are reached by key (`cursor`), a jump (`page`) counts its way on the index. */
export async function agendaPage(
  query: { page?: number; take?: number; cursor?: string; direction?: 'ASC' | 'DESC'; tipo?: 'A' | 'C' },
  list: OrderedAgendas,
  ctx: Context,
): Promise<Output<typeof agendaRoutes.list>> {
  const { page, take, offset } = pageOf({ ...query, take: Math.min(query.take ?? 25, MOST_AGENDA_ROWS) });
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

/** Whether a key of a cursor can be compared: anything else would be an error in the database. */
const isAgendaKey = (key: string): boolean =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(key) && isCalendarDate(key.slice(0, 10));

const BY_TIME: SortKey = {
  key: sql`${agendas.scheduledAt}`,
  read: (text) => sql`${text}::timestamptz`,
  text: instantText,
};

/** The ids of one page by their time. */
export const readAgendas = (db: Executor, list: OrderedAgendas, start: Start, take: number): Promise<Found> =>
  readKeyPage(db, { table: agendas, id: agendas.id, by: BY_TIME, ...list }, start, take);
