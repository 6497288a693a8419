import { and, eq, sql } from 'drizzle-orm';
import type { AgendaCount } from '../../../contract/callcenter/agendaShapes.ts';
import type { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import type { Input } from '../../../contract/route.ts';
import { daysBetween } from '../../../contract/rules/calendarDate.ts';
import type { Context } from '../../context.ts';
import { agendas, branches } from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';
import { countIf, ownAgendas, situationCondition } from './condition.ts';
import { agendaDays } from './days.ts';

/** A calendar shows six weeks at most; a quarter is asked for by reports. */
const MOST_DAYS = 92;

/** How many agendas each day of the range has, by situation; a day without any is not in the answer. */
export async function agendaCounts(
  query: Input<typeof agendaRoutes.counts>['query'],
  { db, user, now }: Context,
): Promise<AgendaCount[]> {
  if (daysBetween(query.dtIni, query.dtFim) >= MOST_DAYS)
    throw invalid({ dtFim: `Peça no máximo ${MOST_DAYS} dias de cada vez.` });
  const day = sql<string>`(${agendas.scheduledAt} at time zone ${branches.timeZone})::date::text`;
  return db
    .select({
      data: day.as('dia'),
      atrasadas: countIf(situationCondition(['ATRASADA'], now())),
      pendentes: countIf(situationCondition(['PENDENTE'], now())),
      cumpridas: countIf(situationCondition(['CUMPRIDA'], now())),
      total: sql<number>`count(*)::int`,
    })
    .from(agendas)
    .innerJoin(branches, eq(branches.id, agendas.branchId))
    .where(
      and(
        ownAgendas(user, query.idColab),
        query.tipo && eq(agendas.kind, query.tipo),
        await agendaDays(db, query),
      ),
    )
    .groupBy(sql`dia`)
    .orderBy(sql`dia`);
}
