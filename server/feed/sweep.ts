import { sql } from 'drizzle-orm';
import { serviceParameters } from '../config/parameters/queries.ts';
import type { Deps } from '../context.ts';
import { feedEntries, feedState } from '../db/tables/index.ts';

/** A busy hour writes fewer. */
const MOST_SWEPT = 200_000;
const DAY = 24 * 60 * 60 * 1000;

/**
 * Takes away what is older than the installation keeps, from the beginning on and no further than the first entry that is
 * younger: one that a wrong clock dated back takes none of those before it along. The last entry stays: a reader who is at the
 * end of a quiet feed keeps their place.
 */
export async function sweepFeed({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { diasMudancas } = await serviceParameters(db);
  const before = new Date(now().getTime() - diasMudancas * DAY).toISOString();
  await db.execute(sql`
    with eldest as (select position, at from ${feedEntries} order by position limit ${MOST_SWEPT})
    delete from ${feedEntries}
    where position < (select last from ${feedState}) and position < coalesce(
      (select min(position) from eldest where at >= ${before}::timestamptz),
      (select max(position) + 1 from eldest))`);
}
