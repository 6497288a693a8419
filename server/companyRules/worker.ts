import { lt, sql } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { sweepRows } from '../db/manyRows.ts';
import { ruleRuns } from '../db/tables/index.ts';
import { isDown } from '../failures.ts';
import type { WorkDeps } from '../jobs/workContext.ts';
import { onFeedNotification } from '../realtime/signal.ts';
import { pollLoop } from '../rounds.ts';
import { actDue } from './act.ts';
import { collectEvents } from './collect.ts';
import { DAYS_KEPT } from './dueRuns.ts';
import { judgeDue } from './judgeDue.ts';
import { takeTurns } from './takeTurns.ts';

/** How often rules by time are looked after, in milliseconds. */
const TURN_INTERVAL = 30_000;

/** Lets rules act, in every process that does background work; they share what is to be done. */
export function startCompanyRules(deps: WorkDeps): { stop(): Promise<void> } {
  let failing = false;
  let stopped = false;
  let turnsAt = Number.NEGATIVE_INFINITY;
  const parts: (() => Promise<boolean>)[] = [
    () => collectEvents(deps),
    async () => {
      if (performance.now() - turnsAt <= TURN_INTERVAL) return false;
      turnsAt = performance.now();
      return takeTurns(deps);
    },
    () => judgeDue(deps),
    () => actDue(deps, () => stopped),
  ];
  const turns = pollLoop(async () => {
    let found = false;
    let failed = false;
    for (const part of parts)
      try {
        found = (await part()) || found;
      } catch (err) {
        if (!failing) deps.log.warn({ err }, 'rules do not act');
        failed = true;
        failing = true;
        if (isDown(err)) break;
      }
    failing = failed;
    return found && !failed;
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

/** What waits is kept until it is done. */
export const sweepRuleRuns = ({ db }: Pick<Deps, 'db'>): Promise<number> =>
  sweepRows(
    db,
    ruleRuns,
    lt(ruleRuns.endedAt, sql`now() - make_interval(days => ${DAYS_KEPT})`),
    ruleRuns.endedAt,
  );
