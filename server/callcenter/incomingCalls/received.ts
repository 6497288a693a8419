import { asc, desc } from 'drizzle-orm';
import { receivedCallRoutes } from '#contract/callcenter/agendas/receivedCalls.ts';
import { incomingCalls } from '../../db/tables/index.ts';
import { implement } from '../../implement.ts';
import { COUNT_CAP, countOf, pageOf, paginatorOf } from '../../paging/paging.ts';
import { exportReceived } from './exportReceived.ts';
import { receivedCondition } from './receivedCondition.ts';
import { selectReceived, shownCall } from './receivedRows.ts';

export const receivedCallImplementation = implement(receivedCallRoutes, {
  async list({ query }, ctx) {
    const { db, user } = ctx;
    const { take, offset } = pageOf(query);
    const where = await receivedCondition(ctx, query);
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
  exportFile: exportReceived,
});
