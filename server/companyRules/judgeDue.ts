import { and, asc, eq, sql } from 'drizzle-orm';
import { type CompanyRule, MAX_CHAIN } from '#contract/rules/companyRules/companyRule.ts';
import { actionName } from '#contract/rules/companyRules/ruleActions.ts';
import { formatCount } from '#contract/rules/format.ts';
import { listText } from '#contract/rules/text.ts';
import { ruleRuns } from '../db/tables/index.ts';
import { isDown } from '../failures.ts';
import type { WorkDeps } from '../jobs/workContext.ts';
import { mapForRun } from '../map/queries.ts';
import type { SourcedEntities } from '../map/sourcedEntity.ts';
import { BATCH_SIZE, isJudged, judgedRecords, REFUSED } from './judge.ts';
import { limitOf, paceOf } from './pace.ts';
import { due, endStopped, linkOf, type Run, ruleOf, rulesDue, tryLater, waiting } from './queue.ts';
import { publishedRules } from './standing.ts';
import { stopRule } from './stop.ts';

/**
 * Judges the conditions of what is due, many records of a rule in one statement. Each rule gets its turn, and one that did too much
 * leaves the rest unjudged. Two processes at once find the same.
 */
export async function judgeDue(deps: WorkDeps): Promise<boolean> {
  const { db } = deps;
  const { rowCount: stopped } = await endStopped(db);
  const keys = await rulesDue(db, { judged: false });
  if (keys.length === 0) return Boolean(stopped);
  const entities = await mapForRun(db, null);
  const [pace, rules] = await Promise.all([paceOf(db), publishedRules(db)]);
  let found = Boolean(stopped);
  for (const key of keys) {
    const rule = rules.find((one) => one.key === key);
    if (rule && limitOf(rule.content, pace.get(key))) continue;
    const runs = await db
      .select()
      .from(ruleRuns)
      .where(and(eq(ruleRuns.ruleKey, key), due, eq(ruleRuns.holds, false)))
      .orderBy(asc(ruleRuns.id))
      .limit(BATCH_SIZE);
    found ||= runs.length > 0;
    for (const group of groupsOf(runs)) await judgeGroup(deps, group, entities);
  }
  return found;
}

/** Those that are asked the same. After a failure they are asked in ever smaller groups, so that one bad record takes few along. */
function groupsOf(runs: readonly Run[]): [Run, ...Run[]][] {
  const groups = new Map<string, [Run, ...Run[]]>();
  for (const run of runs) {
    const key = JSON.stringify([
      ...[run.ruleVersion, run.byStaff, run.chain.length > 0],
      ...[run.attempts, run.id % 2 ** run.attempts],
    ]);
    const group = groups.get(key);
    if (group) group.push(run);
    else groups.set(key, [run]);
  }
  return [...groups.values()];
}

/** What fails here is put off, so that it keeps no other rule waiting. */
async function judgeGroup(
  deps: WorkDeps,
  group: readonly [Run, ...Run[]],
  entities: SourcedEntities,
): Promise<void> {
  const { db, now, log } = deps;
  const [first] = group;
  try {
    const rule = await ruleOf(db, first);
    if (!rule) throw new Error('a version of a rule is missing');
    if (!(await isJudged(rule, entities))) {
      await stopRule(deps, { key: first.ruleKey, content: rule }, REFUSED);
      return;
    }
    const judged = await judgedRecords(db, rule, entities, {
      ...{ ids: [...new Set(group.map(({ recordId }) => recordId))], now: now(), byStaff: first.byStaff },
      byRule: first.chain.length > 0,
    });
    for (const run of group) await settle(deps, run, rule, judged.get(run.recordId));
  } catch (err) {
    if (isDown(err)) throw err;
    log.error({ err, rule: first.ruleKey }, 'a condition of a rule could not be judged');
    const ids = group.map(({ id }) => id);
    await tryLater(db, ids, 'A condição não pôde ser julgada agora.');
  }
}

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
  else if (run.shadow)
    await end('SO_REGISTROU', `Faria: ${listText(rule.entao.map(({ acao }) => actionName(acao)))}.`);
  else await deps.db.update(ruleRuns).set({ holds: true }).where(own);
}

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
