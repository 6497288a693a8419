import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { CompanyRule } from '#contract/rules/companyRules/companyRule.ts';
import { definitionVersion } from '../config/definitions/queries.ts';
import type { Executor } from '../db/client.ts';
import { companyRules, ruleActions, ruleRuns } from '../db/tables/index.ts';
import type { Limit } from './pace.ts';

export type Run = typeof ruleRuns.$inferSelect;

export const waiting: SQL | undefined = inArray(ruleRuns.state, ['NA_FILA', 'ESPERANDO']);
export const due: SQL | undefined = and(waiting, lte(ruleRuns.nextAttemptAt, sql`now()`));

/**
 * Of a run that is put off. What was judged long ago is judged anew, except where the rule acted since: its own action may have
 * made the condition false, and what it began is brought to its end.
 */
const stillHolds = sql`(${ruleRuns.step} > 0 and ${ruleRuns.state} <> 'ESPERANDO')`;

/** The version that a run was written down for. */
export const ruleOf = async (
  db: Executor,
  { ruleKey, ruleVersion }: Pick<Run, 'ruleKey' | 'ruleVersion'>,
): Promise<CompanyRule | null> =>
  (await definitionVersion<CompanyRule>(db, 'rules', ruleKey, ruleVersion))?.content ?? null;

/** How a run names its rule and record where one rule sets off another. */
export const linkOf = ({ ruleKey, entity, recordId }: Run): string => `${ruleKey}/${entity}/${recordId}`;

/** The rules for which something is due that was judged, or that was not. */
export async function rulesDue(db: Executor, { judged }: { judged: boolean }): Promise<string[]> {
  const rows = await db
    .selectDistinct({ key: ruleRuns.ruleKey })
    .from(ruleRuns)
    .where(and(due, eq(ruleRuns.holds, judged)))
    .orderBy(ruleRuns.ruleKey);
  return rows.map(({ key }) => key);
}

/** Minutes until the next attempt, by how many there were; after the last one it is shown as an error. */
export const BACK_OFF: readonly number[] = [0.1, 1, 5, 30, 120];

/** How long to wait after the attempts that a column counts. */
export const backOff = (attempts: SQL | typeof ruleRuns.attempts | typeof companyRules.lookAttempts): SQL =>
  sql`make_interval(secs => 60 * coalesce((${sql.param(BACK_OFF)}::double precision[])[${attempts} + 1], 0))`;

/** Puts off runs that failed; each ends as an error after its last attempt. */
export const tryLater = (db: Executor, ids: readonly number[], sentence: string) =>
  db
    .update(ruleRuns)
    .set({
      ...{ attempts: sql`${ruleRuns.attempts} + 1`, holds: stillHolds, sentence },
      state: sql`case when ${ruleRuns.attempts} < ${BACK_OFF.length} then ${ruleRuns.state} else 'ERRO' end`,
      endedAt: sql`case when ${ruleRuns.attempts} < ${BACK_OFF.length} then null else now() end`,
      nextAttemptAt: sql`now() + ${backOff(ruleRuns.attempts)}`,
    })
    .where(and(inArray(ruleRuns.id, [...ids]), waiting));

/** Ends a run with an error that would be the same again. */
export const endRefused = (db: Executor, { id }: Run, sentence: string) =>
  db
    .update(ruleRuns)
    .set({
      ...{ state: 'ERRO', endedAt: sql`now()`, holds: stillHolds, sentence },
      attempts: sql`${ruleRuns.attempts} + 1`,
    })
    .where(and(eq(ruleRuns.id, id), waiting));

/** Puts off what was judged for a rule that did too much, until one of its actions is so old that it no longer counts. */
export const putOff = (db: Executor, key: string, { actions, seconds, sentence }: Limit) =>
  db
    .update(ruleRuns)
    .set({
      ...{ holds: stillHolds, sentence },
      nextAttemptAt: sql`greatest(now() + interval '1 second', (
        select ${ruleActions.at} + make_interval(secs => ${seconds}) from ${ruleActions}
        where ${ruleActions.ruleKey} = ${key} order by ${ruleActions.at} desc offset ${actions - 1} limit 1))`,
    })
    .where(and(eq(ruleRuns.ruleKey, key), due, eq(ruleRuns.holds, true)));

const OFF = { state: 'IGNORADO', sentence: 'A regra foi desligada antes.', endedAt: sql`now()` } as const;

/** What still waited for a rule that is switched off, or only writes down from now on, stays undone. */
export const endWaiting = (db: Executor, key: string) =>
  db
    .update(ruleRuns)
    .set(OFF)
    .where(and(eq(ruleRuns.ruleKey, key), waiting));

/** Ends what was written down for a rule while it was switched off. */
export const endStopped = (db: Executor) =>
  db
    .update(ruleRuns)
    .set(OFF)
    .where(
      and(
        due,
        sql`not exists (select from ${companyRules} where ${companyRules.key} = ${ruleRuns.ruleKey}
          and (${companyRules.mode} = 'LIGADA' or ${companyRules.mode} = 'SO_REGISTRA' and ${ruleRuns.shadow}))`,
      ),
    );
