import { asc, gt, inArray, sql } from 'drizzle-orm';
import { worksForCompany } from '#contract/catalogs/personType.ts';
import { type CompanyRule, isMacro } from '#contract/rules/companyRules/companyRule.ts';
import { type RuleEvent, ruleEntity, ruleEvent } from '#contract/rules/companyRules/ruleEntities.ts';
import { changedField } from '#contract/rules/companyRules/ruleProblems.ts';
import type { Db, Tx } from '../db/client.ts';
import { companyRules, feedEntries, people, ruleCursor, ruleRuns } from '../db/tables/index.ts';
import { feedHead, placeAt } from '../feed/cursor.ts';
import type { WorkDeps } from '../jobs/workContext.ts';
import { meetLate } from './meetLate.ts';
import { type LiveRule, publishedRules } from './standing.ts';

const BATCH_SIZE = 500;

/** The published rules that are on, or only write down. */
export async function liveRules(db: Db | Tx): Promise<LiveRule[]> {
  const standings = await db
    .select()
    .from(companyRules)
    .where(inArray(companyRules.mode, ['LIGADA', 'SO_REGISTRA']));
  if (standings.length === 0) return [];
  return (await publishedRules(db)).flatMap((rule) => {
    const standing = standings.find(({ key }) => key === rule.key);
    return standing && !isMacro(rule.content) ? [{ ...rule, standing }] : [];
  });
}

/**
 * Reads on in the feed, and writes down each event for each rule that waits for such a one, once. The place moves on in the same
 * transaction, so that nothing is met twice or left out, whichever process reads.
 */
export async function collectEvents({
  db,
  now,
  log,
}: Pick<WorkDeps, 'db' | 'now' | 'log'>): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [cursor] = await tx.select().from(ruleCursor).for('update', { skipLocked: true });
    if (!cursor) {
      // Nothing that happened before is met. Another process may hold the row.
      const place = await placeAt(tx, (await feedHead(tx)).last);
      await tx
        .insert(ruleCursor)
        .values({ id: 1, ...place })
        .onConflictDoNothing();
      return false;
    }
    const entries = await tx
      .select()
      .from(feedEntries)
      .where(gt(feedEntries.position, cursor.position))
      .orderBy(asc(feedEntries.position))
      .limit(BATCH_SIZE);
    const last = entries.at(-1);
    if (!last) return false;
    const live = await liveRules(tx);
    const rules = live.filter(({ content }) => content.quando.tipo === 'EVENTO');
    const staff = rules.length > 0 ? await staffAmong(tx, entries) : new Set<number>();
    const rows = entries.flatMap((entry) =>
      rules.filter((rule) => isFor(rule, entry)).map((rule) => runOf(rule, entry, staff)),
    );
    if (rows.length > 0)
      await tx
        .insert(ruleRuns)
        .values(rows)
        .onConflictDoNothing({ target: [ruleRuns.ruleKey, ruleRuns.eventKey] });
    const late = await meetLate({ tx, now, log }, live, (rule) =>
      entries.filter(
        (entry) => ruleEntity(rule.content.entidade)?.tipo === entry.type && isSeen(rule.content, entry),
      ),
    );
    await tx.update(ruleCursor).set({ position: last.position, mark: last.mark });
    return entries.length === BATCH_SIZE || rows.length > 0 || late > 0;
  });
}

type Entry = typeof feedEntries.$inferSelect;

function isFor({ content, standing }: LiveRule, entry: Entry): boolean {
  const { entidade, quando } = content;
  if (quando.tipo !== 'EVENTO' || ruleEntity(entidade)?.tipo !== entry.type) return false;
  const event = ruleEvent(entidade, quando.evento);
  if (!event || !isEvent(event, entry)) return false;
  if (quando.mudou !== undefined && !entry.changed.includes(changedField(entidade, quando.mudou) ?? ''))
    return false;
  return isSeen(content, entry) && entry.at >= standing.since;
}

const isEvent = ({ houve, passos, mudou }: RuleEvent, { happened, step, changed }: Entry): boolean =>
  (houve === undefined || houve === happened) &&
  (!passos || passos.includes(step)) &&
  (!mudou || mudou.some((field) => changed.includes(field)));

/** Whether a rule looks at what is written for this reason. */
const isSeen = ({ importacoes = false, emLote = true }: CompanyRule, { origin }: Entry): boolean =>
  (origin !== 'IMPORTACAO' || importacoes) && (origin !== 'LOTE' || emLote);

function runOf({ key, version, content, standing }: LiveRule, entry: Entry, staff: ReadonlySet<number>) {
  const { position, mark, recordId, at, chain, personId } = entry;
  return {
    ...{ ruleKey: key, ruleVersion: version, eventKey: `mudanca/${position}/${mark}` },
    ...{ entity: content.entidade, recordId, event: eventOf(content), happenedAt: at, chain },
    byStaff: personId !== null && staff.has(personId),
    shadow: standing.mode === 'SO_REGISTRA',
  };
}

const eventOf = ({ quando }: CompanyRule): string => (quando.tipo === 'EVENTO' ? quando.evento : quando.tipo);

async function staffAmong(tx: Tx, entries: readonly Entry[]): Promise<Set<number>> {
  const ids = [...new Set(entries.flatMap(({ personId }) => (personId === null ? [] : [personId])))];
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: people.id, type: people.type })
    .from(people)
    .where(sql`${people.id} = any(${sql.param(ids)}::integer[])`);
  return new Set(rows.filter(({ type }) => worksForCompany(type)).map(({ id }) => id));
}
