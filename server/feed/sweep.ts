import { sql } from 'drizzle-orm';
import { serviceParameters } from '../config/parameters/queries.ts';
import type { Deps } from '../context.ts';
import { feedEntries, feedState } from '../db/tables/index.ts';

/** More than a busy hour writes. */
const MAX_SWEPT = 200_000;
const DAY = 24 * 60 * 60 * 1000;

/**
 * Removes entries that are older than the installation keeps them, from the start of the feed up to the first younger entry:
 * one that a wrong clock dated back does not take the entries before it along. The last entry is kept, so that a reader at
 * the end of a quiet feed keeps its place.
 */
export async function sweepFeed({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { diasMudancas } = await serviceParameters(db);
  const before = new Date(now().getTime() - diasMudancas * DAY).toISOString();
  await db.execute(sql`
    with eldest as (select position, at from ${feedEntries} order by position limit ${MAX_SWEPT})
    delete from ${feedEntries}
    where position < (select last from ${feedState}) and position < coalesce(
      (select min(position) from eldest where at >= ${before}::timestamptz),
      (select max(position) + 1 from eldest))`);
}
