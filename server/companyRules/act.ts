import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import type { CompanyRule } from '#contract/rules/companyRules/companyRule.ts';
import { actionKind, actionName, type RuleAction } from '#contract/rules/companyRules/ruleActions.ts';
import { ruleEntity } from '#contract/rules/companyRules/ruleEntities.ts';
import { formatCount } from '#contract/rules/format.ts';
import { upperFirst } from '#contract/rules/text.ts';
import type { Db, Tx } from '../db/client.ts';
import { companyRules, ruleActions, ruleRuns } from '../db/tables/index.ts';
import { forbidden, Refusal } from '../errors.ts';
import { isDown } from '../failures.ts';
import { visibleCodes } from '../feed/read.ts';
import { type WorkDeps, workContext } from '../jobs/workContext.ts';
import { mapForRun } from '../map/queries.ts';
import { actorOf, setChain } from './acting.ts';
import type { Done } from './actions/acting.ts';
import { carryOut } from './actions/index.ts';
import { fill } from './filled.ts';
import { limitOf, type Pace, paceOf } from './pace.ts';
import { due, endRefused, linkOf, putOff, type Run, ruleOf, rulesDue, tryLater } from './queue.ts';
import { type PublishedRule, publishedRules } from './standing.ts';
import { stopRule } from './stop.ts';

/** How many events of a rule are met before it is the turn of the next. */
const MOST_ACTED = 100;

/** Carries out what is due, rule by rule. One that did too much waits, and keeps none of the others waiting. */
export async function actDue(deps: WorkDeps, isStopped: () => boolean = () => false): Promise<boolean> {
  const { db } = deps;
  const keys = await rulesDue(db, { judged: true });
  if (keys.length === 0) return false;
  const [pace, rules] = await Promise.all([paceOf(db), publishedRules(db)]);
  for (const key of keys) {
    const rule = rules.find((one) => one.key === key);
    await actFor(deps, key, { rule, pace: pace.get(key) ?? { minute: 0, hour: 0 }, isStopped });
  }
  return true;
}

interface Turn {
  /** As it is published now; its limit is for all that it does. */
  rule: PublishedRule | undefined;
  pace: Pace;
  isStopped: () => boolean;
}

async function actFor(deps: WorkDeps, key: string, { rule, pace, isStopped }: Turn): Promise<void> {
  const { db } = deps;
  const isIts: SQL | undefined = and(eq(ruleRuns.ruleKey, key), due, eq(ruleRuns.holds, true));
  const runs = await db
    .select({ id: ruleRuns.id })
    .from(ruleRuns)
    .where(isIts)
    .orderBy(asc(ruleRuns.nextAttemptAt), asc(ruleRuns.id))
    .limit(MOST_ACTED);
  for (const { id } of runs)
    for (let goesOn = true; goesOn && !isStopped(); ) {
      const limit = rule && limitOf(rule.content, pace);
      if (limit) {
        await putOff(db, key, limit);
        return;
      }
      const outcome = await actSafely(deps, id);
      goesOn = outcome === 'DONE';
      if (outcome !== 'LEFT') {
        pace.minute += 1;
        pace.hour += 1;
      }
    }
}

type Outcome = 'DONE' | 'ENDED' | 'LEFT';

/** A run that fails outside its action is put off, so that it keeps no other waiting. */
async function actSafely(deps: WorkDeps, id: number): Promise<Outcome> {
  try {
    return await actOnce(deps, id);
  } catch (err) {
    if (isDown(err)) throw err;
    deps.log.error({ err, run: id }, 'a rule could not act');
    await tryLater(deps.db, [id], 'Não foi possível agora.');
    return 'LEFT';
  }
}

/**
 * One action in one transaction, together with the place that the run has got to: whatever ends the process, the action is done and
 * written down, or neither.
 */
async function actOnce(deps: WorkDeps, id: number): Promise<Outcome> {
  const { outcome, stop } = await deps.db.transaction(async (tx) => {
    const [run] = await tx
      .select()
      .from(ruleRuns)
      .where(and(eq(ruleRuns.id, id), due, eq(ruleRuns.holds, true)))
      .for('update', { skipLocked: true });
    if (!run) return { outcome: 'LEFT' as const, stop: null };
    const rule = await ruleOf(tx, run);
    if (!rule) throw new Error('a version of a rule is missing');
    return oneAction(deps, tx, run, rule);
  });
  if (stop) await stopRule(deps, { key: stop.rule.id, content: stop.rule }, stop.why);
  return outcome;
}

interface Acted {
  outcome: Outcome;
  stop: { rule: CompanyRule; why: string } | null;
}

async function oneAction(deps: WorkDeps, tx: Tx, run: Run, rule: CompanyRule): Promise<Acted> {
  const own = eq(ruleRuns.id, run.id);
  const left = (stop: Acted['stop'] = null): Acted => ({ outcome: 'LEFT', stop });
  const end = (state: Run['state'], sentence: string) =>
    tx.update(ruleRuns).set({ state, sentence, endedAt: sql`now()` }).where(own);
  const [standing] = await tx.select().from(companyRules).where(eq(companyRules.key, run.ruleKey));
  if (standing?.mode !== 'LIGADA') {
    await end('IGNORADO', 'A regra foi desligada antes.');
    return left();
  }
  const actor = await actorOf(tx, rule, standing);
  if (actor.user === null) return left({ rule, why: actor.problem });
  const seen = await visibleCodes(tx, actor.user, ruleEntity(run.entity)?.tipo ?? '', [run.recordId]);
  if (!seen.has(run.recordId)) {
    await end('IGNORADO', 'O perfil da regra não vê este registro.');
    return left();
  }
  const action = rule.entao[run.step];
  const last = run.step >= rule.entao.length - 1;
  if (!action) {
    await end('FEITO', 'Feito.');
    return { outcome: 'ENDED', stop: null };
  }
  if (action.acao === 'ESPERAR') {
    const hours = action.unidade === 'DIAS' ? action.quantidade * 24 : action.quantidade;
    await tx
      .update(ruleRuns)
      .set({
        ...{ state: 'ESPERANDO', step: run.step + 1, holds: false, attempts: 0 },
        nextAttemptAt: sql`now() + make_interval(hours => ${hours})`,
        sentence: `Espera ${formatCount(action.quantidade, action.unidade === 'DIAS' ? 'dia' : 'hora', action.unidade === 'DIAS' ? 'dias' : 'horas')}.`,
      })
      .where(own);
    await write(tx, run, action.acao, { sentence: 'Esperou.' });
    return left();
  }
  await setChain(tx, [...run.chain, linkOf(run)]);
  const ctx = workContext(deps, tx, actor.user, { ip: '', requestId: `regra ${run.ruleKey}` });
  const entities = await mapForRun(tx, null);
  const place = { entity: run.entity, recordId: run.recordId, entities, user: actor.user };
  try {
    for (const permission of actionKind(action.acao)?.permissoes ?? [])
      if (permission !== 'session' && !allows(actor.user.grants, permission)) throw forbidden(permission);
    const done = await tx.transaction((inner) =>
      carryOut(
        {
          ...{
            tx: inner,
            ctx: { ...ctx, db: inner as unknown as Db },
            ruleKey: run.ruleKey,
            ruleVersion: run.ruleVersion,
            by: `regra ${rule.titulo}`,
            confirmed: true,
          },
          ...{ runId: run.id, step: run.step, entity: run.entity, recordId: run.recordId, entities },
          fill: async (text) => (text ? fill(inner, text, place) : ''),
        },
        action,
      ),
    );
    await write(tx, run, action.acao, done);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'SEM_MUDANCA')) {
      await fail(deps, tx, run, action, error);
      return left();
    }
    await write(tx, run, action.acao, { sentence: error.message });
  }
  if (last) await end(...(await outcomeOf(tx, run)));
  else
    await tx
      .update(ruleRuns)
      .set({ state: 'NA_FILA', step: run.step + 1, attempts: 0, sentence: '' })
      .where(own);
  return { outcome: last ? 'ENDED' : 'DONE', stop: null };
}

const write = (
  tx: Tx,
  { id, ruleKey, step }: Run,
  action: string,
  { sentence, result = {}, skipped }: Done,
) =>
  tx.insert(ruleActions).values({
    ...{ runId: id, place: step, ruleKey, action, sentence },
    result: skipped ? { ...result, pulada: 1 } : result,
  });

/** What became of a run whose actions are through: one that left all of them out did not apply. */
async function outcomeOf(tx: Tx, { id }: Run): Promise<[Run['state'], string]> {
  const rows = await tx
    .select({ action: ruleActions.action, sentence: ruleActions.sentence, result: ruleActions.result })
    .from(ruleActions)
    .where(eq(ruleActions.runId, id))
    .orderBy(asc(ruleActions.place));
  const skipped = rows.every(({ action, result }) => action === 'ESPERAR' || result.pulada);
  return [skipped ? 'IGNORADO' : 'FEITO', rows.map(({ sentence }) => sentence).join(' ')];
}

/**
 * A refusal would be the same again, so it is shown at once. Anything else is tried again; what the database could not do just now
 * does not count.
 */
async function fail(deps: WorkDeps, tx: Tx, run: Run, action: RuleAction, error: unknown): Promise<void> {
  if (isDown(error)) throw error;
  const name = upperFirst(actionName(action.acao));
  if (error instanceof Refusal) {
    await endRefused(tx, run, `${name}: ${error.message}`);
    return;
  }
  deps.log.error({ err: error, run: run.id, rule: run.ruleKey }, 'an action of a rule failed');
  await tryLater(tx, [run.id], `${name}: não foi possível agora.`);
}
