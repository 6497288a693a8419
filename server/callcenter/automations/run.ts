import { and, asc, eq, sql } from 'drizzle-orm';
import type { AutomationPlan } from '#contract/callcenter/agendas/automations.ts';
import { allows } from '#contract/permissions.ts';
import { DEFAULT_TIME_ZONE, localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import { MAX_SYNCHRONOUS_ROWS } from '#contract/sac/tickets/ticketBulk.ts';
import type { Context, Deps, User } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { automations, bulkJobs } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { createJob, isUnfinished } from '../../jobs/bulkJob.ts';
import { LONG_WORK } from '../../jobs/runBulkJob.ts';
import { personById } from '../../session/currentUser.ts';
import { seesOthersAgendas } from '../../session/scope.ts';
import { audit } from '../../writing/audit.ts';
import { writeAgendas } from '../agendaImport/commands.ts';
import type { LongRun, PlannedLine } from './commands.ts';
import {
  type AutomationRecord,
  inTurn,
  newAgenda,
  type Plan,
  planOf,
  planView,
  ruleOf,
  skippedFacts,
} from './plan.ts';

/**
 * Plans the agendas of a rule locked by the caller. A few are created at once; many become a background job with one
 * transaction per agenda. The answer names the job, and the caller enqueues it after the commit.
 */
export async function runLocked(tx: Tx, ctx: Runner, automation: AutomationRecord): Promise<AutomationPlan> {
  const wanted = { rule: ruleOf(automation), automationId: automation.id };
  const plan = await planOf(tx, ctx, wanted);
  // A long run takes its turn with each customer.
  if (plan.planned.length > MAX_SYNCHRONOUS_ROWS) return startLongRun(tx, ctx, automation, plan);
  return writePlan(tx, ctx, automation, await inTurn(tx, ctx, plan, wanted.rule));
}

/**
 * Creates the planned agendas together. The day's key prevents a second agenda for a customer, however often and from however
 * many processes it is run.
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
  const createdAgendas = plan.planned.filter((_, index) => ids[index] !== null);
  await tx
    .update(automations)
    .set({ lastRunAt: ctx.now(), lastMade: createdAgendas.length })
    .where(eq(automations.id, automation.id));
  await audit(tx, ctx, {
    action: 'EXECUTAR',
    entity: 'automations',
    entityId: automation.id,
    after: { agendas: createdAgendas.length, semLugar: plan.noRoom.length, ...skippedFacts(plan) },
  });
  return planView({ ...plan, planned: createdAgendas }, ['agenda criada', 'agendas criadas']);
}

type Night = Pick<Deps, 'db' | 'now' | 'queue'>;

const FROM = '02:00';

/**
 * Runs every active automation once a day, after two in the morning, with its author's current permissions. A failure does
 * not keep the others from running; errors are thrown at the end, and the next hour tries again.
 */
export async function runNightly(deps: Night): Promise<number> {
  if (localTime(deps.now(), DEFAULT_TIME_ZONE) < FROM) return 0;
  const due = (
    await deps.db.select().from(automations).where(eq(automations.active, true)).orderBy(asc(automations.id))
  )
    .filter((each) => isDue(each, deps.now()))
    .map(({ id }) => id);
  let ran = 0;
  const failures: unknown[] = [];
  for (const id of due)
    try {
      if (await runOne(deps, id)) ran++;
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} automations failed`);
  return ran;
}

const isDue = ({ lastRunAt }: Pick<AutomationRecord, 'lastRunAt'>, now: Date): boolean =>
  !lastRunAt || localDate(lastRunAt, DEFAULT_TIME_ZONE) < localDate(now, DEFAULT_TIME_ZONE);

/**
 * The author, whose permissions the nightly run uses. The same check as in the command: one who no longer leads a team may not
 * assign work.
 */
async function authorOf(tx: Tx, { createdById }: AutomationRecord): Promise<User | null> {
  const author = createdById === null ? null : await personById(tx, createdById);
  return author && seesOthersAgendas(author) && allows(author.grants, 'AUTOMACAO_EDITAR') ? author : null;
}

/** Refuses to switch on an automation that would not run by itself, because its author has left or leads no team any more. */
export async function requireAuthor(tx: Tx, automation: AutomationRecord): Promise<void> {
  if (!(await authorOf(tx, automation)))
    throw refused(
      'SEM_AUTOR',
      'Quem criou esta automação não pode mais distribuir agendas, e ela não rodaria sozinha. Crie outra no seu nome, ou salve esta desligada.',
    );
}

/**
 * Another process may be running it too; the one that gets the row lock second finds it done. A long run continues in the
 * background, and if this process ends first, the next one picks it up.
 */
async function runOne(deps: Night, id: number): Promise<boolean> {
  const answer = await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(automations)
      .where(and(eq(automations.id, id), eq(automations.active, true)))
      .for('update', { skipLocked: true });
    if (!row || !isDue(row, deps.now())) return null;
    const author = await authorOf(tx, row);
    if (!author) return stop(tx, deps.now, row);
    // A long run of the day before is still in progress; this automation gets its turn within the hour.
    if (await isUnderWay(tx, row)) return null;
    return runLocked(tx, { user: author, now: deps.now, ip: '', requestId: 'automacoes' }, row);
  });
  if (answer?.idLote) await deps.queue?.send(LONG_WORK, { id: answer.idLote });
  return answer !== null;
}

/** With a new version, so that a form that was open meanwhile does not switch it on again unread. */
async function stop(tx: Tx, now: Deps['now'], { id, version }: AutomationRecord): Promise<null> {
  await tx
    .update(automations)
    .set({ active: false, version: version + 1, updatedAt: now() })
    .where(eq(automations.id, id));
  await audit(
    tx,
    { user: null, ip: '', requestId: 'automacoes', now },
    {
      action: 'DESATIVAR',
      entity: 'automations',
      entityId: id,
      before: { ativa: true },
      after: { ativa: false, motivo: 'Quem criou esta automação não pode mais distribuir agendas.' },
    },
  );
  return null;
}

const ACTION = 'executar-automacao';

/** The user who asked for the run, or whose permissions the nightly run uses. */
type Runner = Pick<Context, 'user' | 'now' | 'ip' | 'requestId'>;

/** Stores the customers that a run is to reach, including those it cannot, so that each is reported with its reason. */
async function startLongRun(
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
    after: {
      lote: idLote,
      previstas: plan.planned.length,
      semLugar: plan.noRoom.length,
      ...skippedFacts(plan),
    },
  });
  return { ...planView(plan, ['agenda será criada', 'agendas serão criadas']), idLote };
}

function linesOf({ planned, noRoom, noSeller, skipped }: Plan): Map<number, PlannedLine> {
  return new Map<number, PlannedLine>([
    ...planned.map(({ customer, seller, branch, day, at }): [number, PlannedLine] => [
      customer.id,
      { personId: seller.id, branchId: branch.id, day, at: at.toISOString() },
    ]),
    ...noRoom.map((id): [number, PlannedLine] => [id, { sem: 'LUGAR' }]),
    ...noSeller.map((id): [number, PlannedLine] => [id, { sem: 'VENDEDOR' }]),
    ...[...skipped].map(([id, questions]): [number, PlannedLine] => [id, { pulado: [...questions] }]),
  ]);
}

/** Refuses a second run while one is in progress, because its plan would miss agendas that are still to be created. */
export async function requireIdle(tx: Tx, automation: AutomationRecord): Promise<void> {
  if (await isUnderWay(tx, automation))
    throw refused(
      'EM_EXECUCAO',
      'Esta automação está sendo executada. Espere terminar, ou pare a execução no topo da página.',
    );
}

async function isUnderWay(tx: Tx, { id }: AutomationRecord): Promise<boolean> {
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
