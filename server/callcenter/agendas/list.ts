import { eq } from 'drizzle-orm';
import { MOST_AGENDA_ROWS } from '../../../contract/callcenter/agendaShapes.ts';
import type { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import type { Input, Output } from '../../../contract/route.ts';
import type { Context } from '../../context.ts';
import { agendaReasons, agendas } from '../../db/tables/index.ts';
import { listQueryHash, neighbours, readPageCursor } from '../../pageCursor.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging.ts';
import { agendaCondition } from './condition.ts';
import { isAgendaKey, type OrderedAgendas, readAgendas } from './readAgendas.ts';
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
