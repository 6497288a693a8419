import { and, eq, ne, sql } from 'drizzle-orm';
import { MAX_LOOK } from '#contract/rules/companyRules/companyRule.ts';
import type { Deps } from '../context.ts';
import { insertMany } from '../db/manyRows.ts';
import { companyRules, ruleRuns } from '../db/tables/index.ts';
import { mapForRun } from '../map/queries.ts';
import { type LiveRule, liveRules } from './collect.ts';
import { type DueRecord, lastTurn, recordsDue } from './look.ts';

/** A rule that finds more in one turn goes on with the rest at the next. */
const MOST_LOOKS = 20;

/** Looks for the records whose time has come, for each rule by time. A rule that another process looks for is left to it. */
export async function takeTurns(deps: Pick<Deps, 'db' | 'now'>): Promise<boolean> {
  let found = false;
  for (const rule of await liveRules(deps.db))
    if (rule.content.quando.tipo !== 'EVENTO') found = (await takeTurn(deps, rule)) || found;
  return found;
}

async function takeTurn({ db, now }: Pick<Deps, 'db' | 'now'>, rule: LiveRule): Promise<boolean> {
  const { key, content } = rule;
  return db.transaction(async (tx) => {
    const [standing] = await tx
      .select()
      .from(companyRules)
      .where(and(eq(companyRules.key, key), ne(companyRules.mode, 'DESLIGADA')))
      .for('update', { skipLocked: true });
    if (!standing) return false;
    const to = now();
    const from = standing.lookedUntil ?? to;
    const clock = content.quando.tipo === 'HORARIO' ? lastTurn(content.quando, from, to) : null;
    const entities = content.quando.tipo === 'HORARIO' && !clock ? null : await mapForRun(tx, null);
    let after: DueRecord | null = null;
    let count = 0;
    for (let look = 0; entities && look < MOST_LOOKS; look += 1) {
      const page: DueRecord[] = await recordsDue(tx, content, entities, { from, to, after });
      await insertMany(
        tx,
        ruleRuns,
        page.map(({ id, at }) => ({
          ...{ ruleKey: key, ruleVersion: rule.version, entity: content.entidade, recordId: id },
          ...{
            event: content.quando.tipo,
            happenedAt: clock?.at ?? to,
            shadow: standing.mode === 'SO_REGISTRA',
          },
          eventKey: clock ? `hora/${clock.at.toISOString()}/${id}` : `prazo/${id}/${at}`,
        })),
        onlyNew,
      );
      count += page.length;
      after = page.at(-1) ?? null;
      if (page.length < MAX_LOOK) break;
    }
    await tx.update(companyRules).set({ lookedUntil: to }).where(eq(companyRules.key, key));
    return count > 0;
  });
}

/** The same moment of the same record is met once. */
const onlyNew = sql`on conflict (rule_key, event_key) do nothing`;
