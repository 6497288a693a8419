import { eq } from 'drizzle-orm';
import type { AutomationPlan } from '../../../contract/callcenter/automations.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/zonedTime.ts';
import { BULK_AT_ONCE } from '../../../contract/sac/ticketBulk.ts';
import { audit } from '../../audit.ts';
import type { Tx } from '../../db/client.ts';
import { automations } from '../../db/tables/index.ts';
import { writeAgendas } from '../agendaImport/commands.ts';
import { type Runner, startLongRun } from './longRun.ts';
import { newAgenda } from './newAgenda.ts';
import { type Plan, planOf, planView } from './plan.ts';
import { type AutomationRecord, ruleOf } from './read.ts';

/**
 * Plans the agendas of a rule that the caller has locked, and makes a few of them at once. Many become long work, each
 * agenda in a transaction of its own: its job is named by the answer, and sent by the caller after the commit.
 */
export async function runLocked(tx: Tx, ctx: Runner, automation: AutomationRecord): Promise<AutomationPlan> {
  const plan = await planOf(tx, ctx, { rule: ruleOf(automation), automationId: automation.id });
  const run = plan.planned.length <= BULK_AT_ONCE ? writePlan : startLongRun;
  return run(tx, ctx, automation, plan);
}

/**
 * Makes what was planned, together. The key of the day stops a second agenda for a customer however often, and from how
 * many processes, it is run.
 */
async function writePlan(
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
