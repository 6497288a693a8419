import { and, eq, sql } from 'drizzle-orm';
import type { AutomationPlan } from '../../../contract/callcenter/automations.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/zonedTime.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { automations, bulkJobs } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { createJob, isUnfinished } from '../../jobs/bulkJob.ts';
import type { LongRun, PlannedLine } from './automationWork.ts';
import type { AutomationRecord } from './plan.ts';
import { type Plan, planView } from './plan.ts';

const ACTION = 'executar-automacao';
/** Whoever asked for the run, or by whose rights the night makes it. */
export type Runner = Pick<Context, 'user' | 'now' | 'ip' | 'requestId'>;

/** Writes down whom a run is to reach, those that it cannot as well, so that each is told with its reason. */
export async function startLongRun(
  tx: Tx,
  ctx: Runner,
  automation: AutomationRecord,
  plan: Plan,
): Promise<AutomationPlan> {
  const data: LongRun = {
    idAutomacao: automation.id,
    nome: automation.name,
    dia: localDate(ctx.now(), DEFAULT_TIME_ZONE),
  };
  const lines = linesOf(plan);
  const idLote = await createJob(tx, ctx, {
    action: ACTION,
    ids: [...lines.keys()],
    data,
    known: Object.fromEntries(lines),
  });
  await tx
    .update(automations)
    .set({ lastRunAt: ctx.now(), lastMade: 0 })
    .where(eq(automations.id, automation.id));
  await audit(tx, ctx, {
    action: 'EXECUTAR',
    entity: 'automations',
    entityId: automation.id,
    after: { lote: idLote, previstas: plan.planned.length, semLugar: plan.noRoom.length },
  });
  return { ...planView(plan, ['agenda será criada', 'agendas serão criadas']), idLote };
}

function linesOf({ planned, noRoom, noSeller }: Plan): Map<number, PlannedLine> {
  return new Map<number, PlannedLine>([
    ...planned.map(({ customer, seller, branch, day, at }): [number, PlannedLine] => [
      customer.id,
      { personId: seller.id, branchId: branch.id, day, at: at.toISOString() },
    ]),
    ...noRoom.map((id): [number, PlannedLine] => [id, { sem: 'LUGAR' }]),
    ...noSeller.map((id): [number, PlannedLine] => [id, { sem: 'VENDEDOR' }]),
  ]);
}

/** A second run beside one that goes on would plan by what is not there yet. */
export async function requireIdle(tx: Tx, automation: AutomationRecord): Promise<void> {
  if (await isUnderWay(tx, automation))
    throw refused(
      'EM_EXECUCAO',
      'Esta automação está sendo executada. Espere terminar, ou pare a execução no topo da página.',
    );
}

export async function isUnderWay(tx: Tx, { id }: AutomationRecord): Promise<boolean> {
  const unfinished = await tx.$count(
    bulkJobs,
    and(
      eq(bulkJobs.action, ACTION),
      isUnfinished,
      sql`${bulkJobs.input} -> 'dados' ->> 'idAutomacao' = ${String(id)}`,
    ),
  );
  return unfinished > 0;
}
