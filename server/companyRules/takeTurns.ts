import { and, eq, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { MAX_LOOK } from '#contract/rules/companyRules/companyRule.ts';
import { isByTime } from '#contract/rules/companyRules/ruleProblems.ts';
import type { Tx } from '../db/client.ts';
import { companyRules, type LookPlace } from '../db/tables/index.ts';
import { isDown } from '../failures.ts';
import type { WorkDeps } from '../jobs/workContext.ts';
import { mapForRun } from '../map/queries.ts';
import type { SourcedEntities } from '../map/sourcedEntity.ts';
import { liveRules } from './collect.ts';
import { knownSince, writeDue } from './dueRuns.ts';
import { inTime, isJudged, REFUSED } from './judge.ts';
import { type DueRecord, lastTurn, recordsDue } from './look.ts';
import { writePast } from './meetLate.ts';
import { BACK_OFF, backOff } from './queue.ts';
import { type LiveRule, lookingFrom, type StandingRow } from './standing.ts';
import { stopRule } from './stop.ts';

/** A rule that finds more in one turn goes on with the rest at the next, so that the others have theirs. */
const MOST_LOOKS = 20;

type TurnDeps = Pick<WorkDeps, 'db' | 'now' | 'log'>;

/** Looks for the records whose time has come, for each rule by time. A rule that another process looks for is left to it. */
export async function takeTurns(deps: TurnDeps, most = MOST_LOOKS): Promise<boolean> {
  let found = false;
  for (const rule of await liveRules(deps.db))
    if (isByTime(rule.content.quando)) found = (await takeTurn(deps, rule, most)) || found;
  return found;
}

/** What fails here is put off, so that it keeps no other rule waiting; after the last attempt the rule is switched off. */
async function takeTurn(deps: TurnDeps, rule: LiveRule, most: number): Promise<boolean> {
  const { key } = rule;
  try {
    let found = false;
    for (let look = 0, goesOn = true; goesOn && look < most; look += 1) {
      const count = await lookOnce(deps, rule);
      found ||= count > 0;
      goesOn = count >= MAX_LOOK;
    }
    return found;
  } catch (err) {
    if (isDown(err)) throw err;
    deps.log.error({ err, rule: key }, 'a rule by time could not look for records');
    const [row] = await deps.db
      .update(companyRules)
      .set({
        lookAttempts: sql`${companyRules.lookAttempts} + 1`,
        nextLookAt: sql`now() + ${backOff(companyRules.lookAttempts)}`,
      })
      .where(eq(companyRules.key, key))
      .returning({ attempts: companyRules.lookAttempts });
    if (row && row.attempts > BACK_OFF.length)
      await stopRule(
        deps,
        rule,
        'Procurar os registros dela falhou várias vezes seguidas, ou demorou demais.',
      );
    return false;
  }
}

/** The next records, written down together with the place at which the next look begins; how many there were. */
async function lookOnce(deps: TurnDeps, rule: LiveRule): Promise<number> {
  const { key, content } = rule;
  const look = async (tx: Tx) => {
    const [standing] = await tx
      .select()
      .from(companyRules)
      .where(
        and(
          ...[eq(companyRules.key, key), ne(companyRules.mode, 'DESLIGADA')],
          or(isNull(companyRules.nextLookAt), lte(companyRules.nextLookAt, sql`now()`)),
        ),
      )
      .for('update', { skipLocked: true });
    if (!standing) return 0;
    const to = deps.now();
    const from = standing.lookedUntil ?? to;
    const turn = content.quando.tipo === 'HORARIO' ? lastTurn(content.quando, from, to) : null;
    const clock = turn?.at.toISOString() ?? null;
    const idle = content.quando.tipo === 'HORARIO' && clock === null;
    const entities = idle ? null : await mapForRun(tx, null);
    if (entities && !(await isJudged(content, entities))) return null;
    const late = standing.lateIds.slice(0, MAX_LOOK);
    const caughtUp = entities
      ? await writePast(tx, { ...rule, standing }, entities, { ids: late, at: to, known: knownSince(to) })
      : 0;
    const place = entities
      ? await lookFrom(tx, { rule, standing, entities, from, to, clock })
      : { found: 0, last: null };
    await tx
      .update(companyRules)
      .set({
        ...(place.found < MAX_LOOK
          ? lookingFrom(to)
          : { lookPlace: place.last, lookAttempts: 0, nextLookAt: null }),
        lateIds: standing.lateIds.slice(late.length),
      })
      .where(eq(companyRules.key, key));
    return caughtUp + place.found;
  };
  const count = await deps.db.transaction((tx) => inTime(tx, () => look(tx)));
  if (count === null) await stopRule(deps, rule, REFUSED);
  return count ?? 0;
}

interface Look {
  rule: LiveRule;
  standing: StandingRow;
  entities: SourcedEntities;
  from: Date;
  to: Date;
  /** The time that it is for, if it is one by the clock. */
  clock: string | null;
}

async function lookFrom(
  tx: Tx,
  { rule, standing, entities, from, to, clock }: Look,
): Promise<{ found: number; last: LookPlace | null }> {
  const { content } = rule;
  // What was left of an earlier time of the clock is not looked for any more.
  const lookPlace = standing.lookPlace;
  const after: DueRecord | null = clock === null || lookPlace?.at === clock ? lookPlace : null;
  const page = await recordsDue(tx, content, entities, { from, to, after });
  await writeDue(tx, rule, page, { at: to, clock });
  const last = page.at(-1);
  return { found: page.length, last: last ? { id: last.id, at: clock ?? last.at } : null };
}
