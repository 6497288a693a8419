import { eq } from 'drizzle-orm';
import type { AutomationPlan } from '../../../contract/callcenter/automations.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/zonedTime.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { automations } from '../../db/tables/index.ts';
import { writeAgendas } from '../agendaImport/queries.ts';
import { newAgenda } from './newAgenda.ts';
import { type Plan, planOf, planView } from './plan.ts';
import { type AutomationRecord, ruleOf } from './read.ts';

type Runner = Pick<Context, 'user' | 'now' | 'ip' | 'requestId'>;

/** Plans and makes the agendas of a rule that the caller has locked. */
export const runLocked = async (tx: Tx, ctx: Runner, automation: AutomationRecord): Promise<AutomationPlan> =>
  writePlan(
    tx,
    ctx,
    automation,
    await planOf(tx, ctx, { rule: ruleOf(automation), automationId: automation.id }),
  );

/**
 * Makes what was planned, together. The key of the day stops a second agenda for a customer however often, and from how
 * many processes, it is run.
 */
export async function writePlan(
  tx: Tx,
  ctx: Runner,
  automation: AutomationRecord,
  plan: Plan,
): Promise<AutomationPlan> {
  const today = localDate(ctx.now(), DEFAULT_TIME_ZONE);
  const ids = await writeAgendas(
    tx,
    ctx,
    plan.planned.map(({ customer, seller, branch, at }) =>
      newAgenda(
        automation,
        {
          customerId: customer.id,
          representativeId: customer.representativeId,
          branchId: branch.id,
          personId: seller.id,
          at,
        },
        today,
      ),
    ),
    `Agenda criada pela automação ${automation.name}`,
  );
  const made = plan.planned.filter((_, index) => ids[index] !== null);
  await tx
    .update(automations)
    .set({ lastRunAt: ctx.now(), lastMade: made.length })
    .where(eq(automations.id, automation.id));
  await audit(tx, ctx, {
    action: 'EXECUTAR',
    entity: 'automations',
    entityId: automation.id,
    after: { agendas: made.length, semLugar: plan.noRoom.length },
  });
  return planView({ ...plan, planned: made }, ['agenda criada', 'agendas criadas']);
}
