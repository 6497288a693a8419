import { and, eq, sql } from 'drizzle-orm';
import { goalRoutes } from '#contract/callcenter/goals.ts';
import type { Input, Output } from '#contract/route.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { goals, orders, people } from '../../db/tables/index.ts';
import { forbidden, notFound, refused } from '../../errors.ts';
import { seesOthersAgendas } from '../../session/scope.ts';
import { audit, auditedRow } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { requireVersion } from '../../writing/requireVersion.ts';
import { collaboratorsWhere } from '../agendaImport/queries.ts';
import { soldInMonth, soldValue } from './queries.ts';

const audited = auditedRow(goals, {
  words: {
    personId: 'colaborador',
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
});

type Routes = typeof goalRoutes;

export function requireLead(ctx: Context): void {
  if (!seesOthersAgendas(ctx.user)) throw forbidden('OBJETIVO_EDITAR');
}

export const createGoal = command(goalRoutes.create, async (tx, ctx, { body }) => {
  requireLead(ctx);
  const [person] = await collaboratorsWhere(tx, eq(people.id, body.idColab));
  if (!person) throw notFound();
  const [row] = await tx
    .insert(goals)
    .values({ personId: person.id, month: `${body.mes}-01`, value: body.valor, margin: body.margem })
    .onConflictDoNothing()
    .returning();
  if (!row)
    throw refused('OBJETIVO_EXISTE', `${person.name} já tem objetivo neste mês. Altere o que existe.`, {
      idColab: 'Já tem objetivo neste mês.',
    });
  await audit(tx, ctx, { action: 'CRIAR', entity: 'goals', entityId: row.id, after: audited(row) });
  return { data: { id: row.id, message: `Objetivo de ${person.name} definido.` } };
});

export async function updateGoal(
  { params, body }: Input<Routes['update']>,
  ctx: Context,
): Promise<Output<Routes['update']>> {
  requireLead(ctx);
  return ctx.db.transaction(async (tx) => {
    const [before] = await tx.select().from(goals).where(eq(goals.id, params.id)).for('update');
    if (!before) throw notFound();
    await requireVersion(tx, body.versao, {
      entity: 'goals',
      entityId: before.id,
      version: before.version,
      name: 'este objetivo',
      state: () => ({ valor: before.value, margem: before.margin }),
    });
    const [row = before] = await tx
      .update(goals)
      .set({ value: body.valor, margin: body.margem, version: before.version + 1 })
      .where(eq(goals.id, before.id))
      .returning();
    await audit(tx, ctx, {
      action: 'ALTERAR',
      entity: 'goals',
      entityId: before.id,
      ...audited.change(before, row),
    });
    return { data: { id: before.id, message: 'Objetivo guardado.' } };
  });
}

export async function countGoals(
  { body }: Input<Routes['count']>,
  ctx: Context,
): Promise<Output<Routes['count']>> {
  requireLead(ctx);
  const first = `${body.mes}-01`;
  return ctx.db.transaction(async (tx) => {
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
    return {
      data: { message: `${formatCount(existing.length, 'objetivo apurado', 'objetivos apurados')}.` },
    };
  });
}

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
