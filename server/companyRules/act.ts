import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import { type CompanyRule, MAX_CHAIN } from '#contract/rules/companyRules/companyRule.ts';
import { actionKind, type RuleAction } from '#contract/rules/companyRules/ruleActions.ts';
import { ruleEntity } from '#contract/rules/companyRules/ruleEntities.ts';
import { formatCount } from '#contract/rules/format.ts';
import { listText, upperFirst } from '#contract/rules/text.ts';
import { definitionVersion } from '../config/definitions/queries.ts';
import type { Db, Tx } from '../db/client.ts';
import { companyRules, ruleActions, ruleRuns } from '../db/tables/index.ts';
import { forbidden, Refusal } from '../errors.ts';
import { isOutage } from '../failures.ts';
import { visibleCodes } from '../feed/read.ts';
import { type WorkDeps, workContext } from '../jobs/workContext.ts';
import { mapForRun } from '../map/queries.ts';
import { actorOf, setChain } from './acting.ts';
import { carryOut } from './actions/index.ts';
import { fill } from './filled.ts';
import { judgedRecords } from './judge.ts';
import { limitText, paceOf } from './standing.ts';
import { stopRule } from './stop.ts';

type Run = typeof ruleRuns.$inferSelect;

const MOST_JUDGED = 500;
const MOST_ACTED = 100;

const waiting: SQL | undefined = inArray(ruleRuns.state, ['NA_FILA', 'ESPERANDO']);
const due: SQL | undefined = and(waiting, lte(ruleRuns.nextAttemptAt, sql`now()`));

/** Judges the conditions of what is due, many records of a rule in one statement. Two processes at once find the same. */
export async function judgeDue(deps: WorkDeps): Promise<boolean> {
  const { db, now } = deps;
  const runs = await db
    .select()
    .from(ruleRuns)
    .where(and(due, eq(ruleRuns.holds, false)))
    .orderBy(asc(ruleRuns.id))
    .limit(MOST_JUDGED);
  if (runs.length === 0) return false;
  const entities = await mapForRun(db, null);
  for (const group of groupsOf(runs)) {
    const [first] = group;
    const rule = first && (await ruleOf(db, first));
    if (!first || !rule) continue;
    const judged = await judgedRecords(db, rule, entities, {
      ...{ ids: [...new Set(group.map(({ recordId }) => recordId))], now: now(), byStaff: first.byStaff },
      byRule: first.chain.length > 0,
    });
    for (const run of group) await settle(deps, run, rule, judged.get(run.recordId));
  }
  return true;
}

/** Those that are asked the same. */
function groupsOf(runs: readonly Run[]): Run[][] {
  const groups = new Map<string, Run[]>();
  for (const run of runs) {
    const key = JSON.stringify([run.ruleKey, run.ruleVersion, run.byStaff, run.chain.length > 0]);
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return [...groups.values()];
}

const ruleOf = async (db: Db | Tx, { ruleKey, ruleVersion }: Run): Promise<CompanyRule | null> =>
  (await definitionVersion<CompanyRule>(db, 'rules', ruleKey, ruleVersion))?.content ?? null;

async function settle(
  deps: WorkDeps,
  run: Run,
  rule: CompanyRule,
  holds: boolean | undefined,
): Promise<void> {
  const own = and(eq(ruleRuns.id, run.id), waiting, eq(ruleRuns.holds, false));
  const end = (state: Run['state'], sentence: string) =>
    deps.db.update(ruleRuns).set({ state, sentence, endedAt: sql`now()` }).where(own);
  if (holds === undefined) await end('IGNORADO', 'O registro não existe mais.');
  else if (!holds)
    await end(
      'IGNORADO',
      run.step > 0 ? 'Depois da espera a condição já não valia.' : 'A condição não valia.',
    );
  else if (run.chain.length >= MAX_CHAIN) await endChain(deps, run, rule, end);
  else if (run.shadow) await end('SO_REGISTROU', `Faria: ${listText(rule.entao.map(actionText))}.`);
  else await deps.db.update(ruleRuns).set({ holds: true }).where(own);
}

const actionText = ({ acao }: RuleAction): string => actionKind(acao)?.label ?? acao;

/** Rules that set each other off stop here. One that always came back to its own record is switched off. */
async function endChain(
  deps: WorkDeps,
  run: Run,
  rule: CompanyRule,
  end: (state: Run['state'], sentence: string) => PromiseLike<unknown>,
): Promise<void> {
  const names = [...new Set(run.chain.map((link) => link.split('/')[0] ?? ''))];
  await end(
    'ERRO',
    `${formatCount(MAX_CHAIN, 'regra', 'regras')} já se seguiram uma à outra (${listText(names)}): a cadeia parou aqui.`,
  );
  const own = linkOf(run);
  if (run.chain.filter((link) => link === own).length >= MAX_CHAIN)
    await stopRule(
      deps,
      { key: run.ruleKey, content: rule },
      'Ela disparava a si mesma, sempre no mesmo registro.',
    );
}

const linkOf = ({ ruleKey, entity, recordId }: Run): string => `${ruleKey}/${entity}/${recordId}`;

/** Carries out what is due. A rule that did too much waits. */
export async function actDue(deps: WorkDeps, isStopped: () => boolean = () => false): Promise<boolean> {
  const { db } = deps;
  const runs = await db
    .select({ id: ruleRuns.id, key: ruleRuns.ruleKey })
    .from(ruleRuns)
    .where(and(due, eq(ruleRuns.holds, true)))
    .orderBy(asc(ruleRuns.nextAttemptAt), asc(ruleRuns.id))
    .limit(MOST_ACTED);
  if (runs.length === 0) return false;
  const pace = await paceOf(db);
  for (const { id, key } of runs)
    for (let goesOn = true; goesOn && !isStopped(); ) {
      const done = pace.get(key) ?? { minute: 0, hour: 0 };
      pace.set(key, done);
      const outcome = await actOnce(deps, id, done);
      goesOn = outcome === 'DONE';
      if (outcome === 'DONE' || outcome === 'ENDED') {
        done.minute += 1;
        done.hour += 1;
      }
    }
  return true;
}

/** How long a rule over its limit waits before it is looked at again, in seconds. */
const REST = 15;

type Outcome = 'DONE' | 'ENDED' | 'LEFT';

/**
 * One action in one transaction, together with the place that the run has got to: whatever ends the process, the action is done and
 * written down, or neither.
 */
async function actOnce(deps: WorkDeps, id: number, pace: { minute: number; hour: number }): Promise<Outcome> {
  const { outcome, stop } = await deps.db.transaction(async (tx) => {
    const [run] = await tx
      .select()
      .from(ruleRuns)
      .where(and(eq(ruleRuns.id, id), due, eq(ruleRuns.holds, true)))
      .for('update', { skipLocked: true });
    const rule = run && (await ruleOf(tx, run));
    if (!run || !rule) return { outcome: 'LEFT' as const, stop: null };
    return oneAction(deps, tx, run, rule, pace);
  });
  if (stop) await stopRule(deps, { key: stop.rule.id, content: stop.rule }, stop.why);
  return outcome;
}

interface Acted {
  outcome: Outcome;
  stop: { rule: CompanyRule; why: string } | null;
}

async function oneAction(
  deps: WorkDeps,
  tx: Tx,
  run: Run,
  rule: CompanyRule,
  pace: { minute: number; hour: number },
): Promise<Acted> {
  const own = eq(ruleRuns.id, run.id);
  const left = (stop: Acted['stop'] = null): Acted => ({ outcome: 'LEFT', stop });
  const limit = limitText(rule, pace);
  if (limit) {
    await tx
      .update(ruleRuns)
      .set({ sentence: limit, nextAttemptAt: sql`now() + make_interval(secs => ${REST})` })
      .where(own);
    return left();
  }
  const [standing] = await tx.select().from(companyRules).where(eq(companyRules.key, run.ruleKey));
  if (!standing || standing.mode === 'DESLIGADA') return left();
  const actor = await actorOf(tx, rule, standing);
  if (actor.user === null) return left({ rule, why: actor.problem });
  const seen = await visibleCodes(tx, actor.user, ruleEntity(run.entity)?.tipo ?? '', [run.recordId]);
  const end = (state: Run['state'], sentence: string) =>
    tx.update(ruleRuns).set({ state, sentence, endedAt: sql`now()` }).where(own);
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
            title: rule.titulo,
          },
          ...{ runId: run.id, entity: run.entity, recordId: run.recordId, entities },
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
  if (last) await end('FEITO', await doneText(tx, run));
  else
    await tx
      .update(ruleRuns)
      .set({ step: run.step + 1, attempts: 0, sentence: '' })
      .where(own);
  return { outcome: last ? 'ENDED' : 'DONE', stop: null };
}

const write = (
  tx: Tx,
  { id, ruleKey, step }: Run,
  action: string,
  { sentence, result = {} }: { sentence: string; result?: Record<string, number> },
) => tx.insert(ruleActions).values({ runId: id, place: step, ruleKey, action, sentence, result });

async function doneText(tx: Tx, { id }: Run): Promise<string> {
  const rows = await tx
    .select({ sentence: ruleActions.sentence })
    .from(ruleActions)
    .where(eq(ruleActions.runId, id))
    .orderBy(asc(ruleActions.place));
  return rows.map(({ sentence }) => sentence).join(' ');
}

/** Minutes until the next attempt, by how many there were; after the last one it is shown as an error. */
const BACK_OFF = [0.1, 1, 5, 30, 120];

/**
 * A refusal would be the same again, so it is shown at once. Anything else is tried again; what the database could not do just now
 * does not count.
 */
async function fail(deps: WorkDeps, tx: Tx, run: Run, action: RuleAction, error: unknown): Promise<void> {
  if (isOutage(error)) throw error;
  const refusal = error instanceof Refusal ? error.message : null;
  const sentence = `${upperFirst(actionText(action))}: ${refusal ?? 'não foi possível agora.'}`;
  const minutes = refusal === null ? BACK_OFF[run.attempts] : undefined;
  if (refusal === null)
    deps.log.error({ err: error, run: run.id, rule: run.ruleKey }, 'an action of a rule failed');
  await tx
    .update(ruleRuns)
    .set({
      ...{ attempts: run.attempts + 1, sentence },
      ...(minutes === undefined
        ? { state: 'ERRO' as const, endedAt: sql`now()` }
        : { nextAttemptAt: sql`now() + make_interval(secs => ${minutes * 60})` }),
    })
    .where(eq(ruleRuns.id, run.id));
}
