import { lt, sql } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { sweepRows } from '../db/manyRows.ts';
import { ruleRuns } from '../db/tables/index.ts';
import type { WorkDeps } from '../jobs/workContext.ts';
import { onFeedNotification } from '../realtime/signal.ts';
import { pollLoop } from '../rounds.ts';
import { actDue, judgeDue } from './act.ts';
import { collectEvents } from './collect.ts';
import { takeTurns } from './takeTurns.ts';

/** How often rules by time are looked after, in milliseconds. */
const TURN_INTERVAL = 30_000;

/** Lets rules act, in every process that does background work; they share what is to be done. */
export function startCompanyRules(deps: WorkDeps): { stop(): Promise<void> } {
  let failing = false;
  let stopped = false;
  let turnsAt = Number.NEGATIVE_INFINITY;
  const turns = pollLoop(async () => {
    try {
      let found = await collectEvents(deps.db);
      if (performance.now() - turnsAt > TURN_INTERVAL) {
        turnsAt = performance.now();
        found = (await takeTurns(deps)) || found;
      }
      found = (await judgeDue(deps)) || found;
      found = (await actDue(deps, () => stopped)) || found;
      failing = false;
      return found;
    } catch (err) {
      if (!failing) deps.log.warn({ err }, 'rules do not act');
      failing = true;
      return false;
    }
  });
  const news = onFeedNotification(deps, deps.log, ['numbered'], turns.wake);
  return {
    stop: async () => {
      stopped = true;
      await news.stop();
      await turns.stop();
    },
  };
}

/** How long it is kept what rules did. */
const RETENTION = sql`interval '90 days'`;

export const sweepRuleRuns = ({ db }: Pick<Deps, 'db'>): Promise<number> =>
  sweepRows(db, ruleRuns, lt(ruleRuns.createdAt, sql`now() - ${RETENTION}`), ruleRuns.createdAt);
