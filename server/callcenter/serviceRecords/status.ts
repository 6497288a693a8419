import { eq, sql } from 'drizzle-orm';
import { serviceRecordRoutes } from '#contract/callcenter/agendas/serviceRecords.ts';
import type { OperatorStatus } from '#contract/catalogs/callCenter.ts';
import type { Output } from '#contract/route.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { operatorStatuses, serviceRecords } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { pendingOf } from './queries.ts';

type State = Output<typeof serviceRecordRoutes.operatorStatus>;

/** An operator who never set a status is away. */
export async function operatorState(db: Executor, personId: number): Promise<State> {
  const [row] = await db.select().from(operatorStatuses).where(eq(operatorStatuses.personId, personId));
  return { data: { status: row?.status ?? 'OFFLINE', desde: row?.updatedAt.toISOString() ?? null } };
}

export const setOperatorStatus = command(serviceRecordRoutes.setOperatorStatus, async (tx, ctx, { body }) => {
  const [pending] = await tx
    .select({ id: serviceRecords.id })
    .from(serviceRecords)
    .where(pendingOf(ctx.user.id));
  if (pending && (body.status === 'DISPONIVEL' || body.status === 'OFFLINE'))
    throw refused(
      'ATENDIMENTO_EM_ANDAMENTO',
      'Você tem um atendimento em andamento. Registre-o antes de mudar a sua situação.',
    );
  await moveOperator(tx, ctx, body.status);
  return operatorState(tx, ctx.user.id);
});

/** Sets the user's status, unless it is already set. */
export async function moveOperator(tx: Tx, ctx: Context, status: OperatorStatus): Promise<void> {
  const before = await operatorState(tx, ctx.user.id);
  if (before.data.status === status && before.data.desde) return;
  await tx
    .insert(operatorStatuses)
    .values({ personId: ctx.user.id, status, updatedAt: ctx.now() })
    .onConflictDoUpdate({
      target: operatorStatuses.personId,
      set: { status, updatedAt: ctx.now(), version: sql`${operatorStatuses.version} + 1` },
    });
  await audit(tx, ctx, {
    action: 'ALTERAR',
    entity: 'operator_statuses',
    entityId: ctx.user.id,
    before: { status: before.data.status },
    after: { status },
  });
}
