import type { Deps } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { isDown } from '../failures.ts';
import type { WorkDeps } from '../jobs/workContext.ts';
import { mapForRun } from '../map/queries.ts';
import type { SourcedEntities } from '../map/sourcedEntity.ts';
import { writeDue } from './dueRuns.ts';
import { inTime } from './judge.ts';
import { recordsPast } from './look.ts';
import type { LiveRule } from './standing.ts';

interface Meeting extends Pick<Deps, 'now'> {
  tx: Tx;
  log: WorkDeps['log'];
}

/**
 * Writes down changed records whose moment a rule by time would have had to meet before they were changed: two hours before a time that
 * was set for in one. No look finds these, since it goes on from where the last one ended. Returns how many there are.
 */
export async function meetLate(
  { tx, log, now }: Meeting,
  rules: readonly LiveRule[],
  changed: (rule: LiveRule) => readonly number[],
): Promise<number> {
  let entities: SourcedEntities | null = null;
  let met = 0;
  for (const rule of rules) {
    const { quando } = rule.content;
    const ids = quando.tipo === 'PRAZO' ? [...new Set(changed(rule))] : [];
    if (ids.length === 0) continue;
    const at = now();
    entities ??= await mapForRun(tx, null);
    const known = entities;
    try {
      met += await tx.transaction(async (inner) => {
        const records = await inTime(inner, () =>
          recordsPast(inner, rule.content, known, { ids, now: at, since: rule.standing.since }),
        );
        await writeDue(inner, rule, records, { at, clock: null });
        return records.length;
      });
    } catch (err) {
      if (isDown(err)) throw err;
      // The reading goes on for all others.
      log.error({ err, rule: rule.key }, 'a rule by time could not look at what was changed');
    }
  }
  return met;
}
