import { eq, sql } from 'drizzle-orm';
import type { FeedEvent } from '#contract/records/routes/feed.ts';
import type { Deps } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { companyRules } from '../db/tables/index.ts';
import { isDown } from '../failures.ts';
import type { WorkDeps } from '../jobs/workContext.ts';
import { mapForRun } from '../map/queries.ts';
import type { SourcedEntities } from '../map/sourcedEntity.ts';
import { knownSince, writeDue } from './dueRuns.ts';
import { inTime } from './judge.ts';
import { recordsPast } from './look.ts';
import type { LiveRule } from './standing.ts';

interface Meeting extends Pick<Deps, 'now'> {
  tx: Tx;
  log: WorkDeps['log'];
}

interface ChangedRecord {
  recordId: number;
  happened: FeedEvent;
}

/**
 * Writes down changed records whose moment a rule by time would have had to meet before they were changed: two hours before a time that
 * was set for in one. No look finds these, since it goes on from where the last one ended. Returns how many there are.
 */
export async function meetLate(
  { tx, log, now }: Meeting,
  rules: readonly LiveRule[],
  changed: (rule: LiveRule) => readonly ChangedRecord[],
): Promise<number> {
  let entities: SourcedEntities | null = null;
  let met = 0;
  for (const rule of rules) {
    const entries = rule.content.quando.tipo === 'PRAZO' ? changed(rule) : [];
    if (entries.length === 0) continue;
    const fresh = new Set(entries.flatMap((entry) => (entry.happened === 'criado' ? [entry.recordId] : [])));
    const ids = [...new Set(entries.map(({ recordId }) => recordId))];
    const at = now();
    entities ??= await mapForRun(tx, null);
    const map = entities;
    try {
      met += await tx.transaction(async (inner) => {
        const others = ids.filter((id) => !fresh.has(id));
        return inTime(inner, async () => {
          const created = await writePast(inner, rule, map, { ids: [...fresh], at, known: null });
          return created + (await writePast(inner, rule, map, { ids: others, at, known: knownSince(at) }));
        });
      });
    } catch (err) {
      if (isDown(err)) throw err;
      log.error({ err, rule: rule.key }, 'a rule by time could not look at what was changed');
      // The reading goes on for all others; the next look of this rule takes them along (takeTurns.ts).
      await tx
        .update(companyRules)
        .set({ lateIds: sql`${companyRules.lateIds} || ${sql.param(ids)}::integer[]` })
        .where(eq(companyRules.key, rule.key));
    }
  }
  return met;
}

interface Past {
  ids: readonly number[];
  at: Date;
  known: Date | null;
}

/** Writes down those of the records whose time to act is past; how many there are. */
export async function writePast(
  tx: Tx,
  rule: LiveRule,
  entities: SourcedEntities,
  { ids, at, known }: Past,
): Promise<number> {
  if (ids.length === 0) return 0;
  const { since } = rule.standing;
  const records = await recordsPast(tx, rule.content, entities, { ids, now: at, since, known });
  await writeDue(tx, rule, records, { at, clock: null });
  return records.length;
}
