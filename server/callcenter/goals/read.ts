import { and, asc, eq, sql } from 'drizzle-orm';
import type { Goal, goalRoutes } from '../../../contract/callcenter/goals.ts';
import type { Input, Output } from '../../../contract/route.ts';
import {
  type Decimal,
  divideDecimals,
  fixedDecimal,
  isPositive,
  multiplyDecimals,
  roundDecimal,
} from '../../../contract/rules/decimal.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/zonedTime.ts';
import type { Context } from '../../context.ts';
import { goals, people } from '../../db/tables/index.ts';
import { pageOf, paginatorOf } from '../../paging.ts';
import { leadsAgendas } from '../../session/scope.ts';

/** Whoever leads sees everybody's; anybody else their own. */
export async function listGoals(
  { query }: Input<typeof goalRoutes.list>,
  { db, user, now }: Context,
): Promise<Output<typeof goalRoutes.list>> {
  const month = query.mes ?? localDate(now(), DEFAULT_TIME_ZONE).slice(0, 7);
  const personId = leadsAgendas(user) ? query.idColab : user.id;
  const condition = and(
    eq(goals.month, `${month}-01`),
    personId === undefined ? undefined : eq(goals.personId, personId),
  );
  const { take, offset } = pageOf(query);
  const [rows, total] = await Promise.all([
    db
      .select({ goal: goals, name: people.name })
      .from(goals)
      .innerJoin(people, eq(people.id, goals.personId))
      .where(condition)
      .orderBy(sql`${people.name} collate pt_br`, asc(goals.id))
      .limit(take)
      .offset(offset),
    db.$count(goals, condition),
  ]);
  return { itens: rows.map(viewOf), paginator: paginatorOf(query, total) };
}

const viewOf = ({ goal, name }: { goal: typeof goals.$inferSelect; name: string }): Goal => ({
  id: goal.id,
  colaborador: { id: goal.personId, nome: name },
  mes: goal.month.slice(0, 7),
  valor: money(goal.value),
  margem: money(goal.margin),
  valorRealizado: money(goal.valueDone),
  margemRealizada: money(goal.marginDone),
  percValor: percentOf(goal.valueDone, goal.value),
  percMargem: percentOf(goal.marginDone, goal.margin),
  apurado: goal.countedAt?.toISOString() ?? null,
  versao: goal.version,
});

const money = (value: Decimal) => fixedDecimal(value, 2);

/** With one place; 0 where there is no goal. */
const percentOf = (done: Decimal, goal: Decimal): Decimal =>
  isPositive(goal) ? roundDecimal(divideDecimals(multiplyDecimals(done, '100'), goal, 8), 1) : '0';
