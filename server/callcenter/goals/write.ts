import { and, eq, sql } from 'drizzle-orm';
import { Goal, goalRoutes } from '#contract/callcenter/goals.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { Context } from '../../context.ts';
import { countLocked } from '../../db/advisoryLock.ts';
import type { Tx } from '../../db/client.ts';
import { goals, orders, people } from '../../db/tables/index.ts';
import { forbidden, notFound, refused } from '../../errors.ts';
import { seesOthersAgendas } from '../../session/scope.ts';
import { audit, publishParts } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { rowOf } from '../../writing/row.ts';
import { collaboratorsWhere } from '../agendaImport/queries.ts';
import { oneGoal, soldInMonth, soldValue } from './queries.ts';

const goalRow = rowOf(goals, {
  entity: 'goals',
  name: 'este objetivo',
  words: {
    personId: ['idColab', 'colaborador'],
    month: 'mes',
    value: 'valor',
    margin: 'margem',
  },
  leftOut: [
    // Counted from the orders.
    'valueDone',
    // As above.
    'marginDone',
    // As above.
    'countedAt',
  ],
  read: { schema: Goal, of: ({ db }, id) => oneGoal(db, id) },
});

export function requireLead(ctx: Context): void {
  if (!seesOthersAgendas(ctx.user)) throw forbidden('OBJETIVO_EDITAR');
}

export const createGoal = command(goalRoutes.create, async (tx, ctx, { body }) => {
  requireLead(ctx);
  const [person] = await collaboratorsWhere(tx, eq(people.id, body.idColab));
  if (!person) throw notFound();
  const month = `${body.mes}-01`;
  const same = and(eq(goals.personId, person.id), eq(goals.month, month));
  if ((await countLocked(tx, goals, { where: same, of: `${person.id} ${month}` })) > 0)
    throw refused('OBJETIVO_EXISTE', `${person.name} já tem objetivo neste mês. Altere o que existe.`, {
      idColab: 'Já tem objetivo neste mês.',
    });
  const { id } = await goalRow.create(tx, ctx, { body, set: { month } });
  return { data: { id, message: `Objetivo de ${person.name} definido.` } };
});

export const updateGoal = command(goalRoutes.update, async (tx, ctx, { params: { id }, body }) => {
  requireLead(ctx);
  const before = await goalRow.lock(tx, ctx, { id, versao: body.versao });
  await goalRow.change(tx, ctx, before, { body });
  return { data: { id, message: 'Objetivo salvo.' } };
});

export const countGoals = command(goalRoutes.count, async (tx, ctx, { body }) => {
  requireLead(ctx);
  const first = `${body.mes}-01`;
  const existing = await tx
    .select({ id: goals.id })
    .from(goals)
    .where(eq(goals.month, first))
    .orderBy(goals.personId)
    .for('update');
  if (existing.length === 0) throw refused('SEM_OBJETIVOS', 'Não há objetivos neste mês para apurar.');
  await countMonth(tx, first, ctx.now());
  await audit(tx, ctx, {
    action: 'APURAR',
    entity: 'goals',
    entityId: body.mes,
    after: { objetivos: existing.length },
  });
  const counted = existing.map(({ id }) => ({ action: 'APURAR', entity: 'goals', entityId: id }));
  await publishParts(tx, ctx, counted);
  return {
    data: { message: `${formatCount(existing.length, 'objetivo apurado', 'objetivos apurados')}.` },
  };
});

/** Sums are computed in the database's exact decimals. */
async function countMonth(tx: Tx, first: string, now: Date): Promise<void> {
  const sold = tx
    .select({
      sellerId: orders.sellerId,
      value: sql<string>`sum(${soldValue})`.as('sold_value'),
      margin: sql<string>`sum(${soldValue} - ${orders.cost})`.as('sold_margin'),
    })
    .from(orders)
    .where(soldInMonth(first))
    .groupBy(orders.sellerId)
    .as('sold');
  await tx
    .update(goals)
    .set({ valueDone: '0', marginDone: '0', countedAt: now, version: sql`${goals.version} + 1` })
    .where(eq(goals.month, first));
  await tx
    .update(goals)
    .set({ valueDone: sql`${sold.value}`, marginDone: sql`${sold.margin}` })
    .from(sold)
    .where(and(eq(goals.month, first), eq(goals.personId, sold.sellerId)));
}
