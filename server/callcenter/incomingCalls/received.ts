import { and, asc, desc, eq, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { NO_OUTCOME, receivedCallRoutes } from '#contract/callcenter/agendas/receivedCalls.ts';
import type { Input } from '#contract/route.ts';
import type { User } from '../../context.ts';
import { incomingCalls } from '../../db/tables/index.ts';
import { implement } from '../../implement.ts';
import { COUNT_CAP, countOf, daysBetween, pageOf, paginatorOf } from '../../paging/paging.ts';
import { isConsumer, ofCustomerScope, seesOthersAgendas } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { selectReceived, shownCall } from './receivedRows.ts';

export const receivedCallImplementation = implement(receivedCallRoutes, {
  async list({ query }, { db, user }) {
    const { take, offset } = pageOf(query);
    const days = daysBetween(query.dtIni, query.dtFim, { zone: await zoneOf(db, user), field: 'dtFim' });
    const where = and(
      callScope(user),
      days && and(gte(incomingCalls.startedAt, days.start), lt(incomingCalls.startedAt, days.end)),
      query.idPessoa ? eq(incomingCalls.personId, query.idPessoa) : undefined,
      outcomeCondition(query),
      query.semCliente === undefined
        ? undefined
        : (query.semCliente ? isNull : isNotNull)(incomingCalls.customerId),
    );
    const turn = query.direction === 'ASC' ? asc : desc;
    const [total, rows] = await Promise.all([
      countOf(db, db.select({ id: incomingCalls.id }).from(incomingCalls).where(where).limit(COUNT_CAP)),
      selectReceived(db, user)
        .where(where)
        .orderBy(turn(incomingCalls.startedAt), turn(incomingCalls.id))
        .limit(take)
        .offset(offset),
    ]);
    return { itens: rows.map((row) => shownCall(row, user)), paginator: paginatorOf(query, total) };
  },
});

/** What a customer is, so are their calls; a call of nobody is the person's who took it, and of those who lead. */
function callScope(user: User): SQL | undefined {
  if (isConsumer(user) || user.wall !== undefined) return sql`false`;
  if (seesOthersAgendas(user)) return undefined;
  const ofSeen = and(isNotNull(incomingCalls.customerId), ofCustomerScope(user, incomingCalls.customerId));
  return or(eq(incomingCalls.personId, user.id), ofSeen);
}

function outcomeCondition({ desfecho }: Input<typeof receivedCallRoutes.list>['query']): SQL | undefined {
  if (desfecho === undefined) return undefined;
  return desfecho === NO_OUTCOME ? isNull(incomingCalls.outcome) : eq(incomingCalls.outcome, desfecho);
}
