import { sql } from 'drizzle-orm';
import { serviceParameters } from '../config/parameters/queries.ts';
import type { Deps } from '../context.ts';
import { feedEntries, feedState } from '../db/tables/index.ts';

/** A busy hour writes fewer. */
const MOST_SWEPT = 200_000;
const DAY = 24 * 60 * 60 * 1000;

/**
 * Takes away what is older than the installation keeps, from the beginning on. The last entry stays: a reader who is at the
 * end of a quiet feed keeps their place.
 */
export async function sweepFeed({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { diasMudancas } = await serviceParameters(db);
  const before = new Date(now().getTime() - diasMudancas * DAY).toISOString();
  await db.execute(sql`
    delete from ${feedEntries}
    where position < (select last from ${feedState}) and position <=
      (select max(position) from (select position, at from ${feedEntries} order by position limit ${MOST_SWEPT}) f
       where at < ${before}::timestamptz)`);
}
