import { eq, sql } from 'drizzle-orm';
import { DEFAULT_TIME_ZONE, type TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { User } from '../context.ts';
import { cachedQuery } from '../db/cachedQuery.ts';
import type { Executor } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import { branches } from '../db/tables/index.ts';

/** The time zone in which a person's days begin: that of their first branch. */
export async function zoneOf(db: Executor, { branchIds }: Pick<User, 'branchIds'>): Promise<TimeZone> {
  const [first] = branchIds;
  if (first === undefined) return DEFAULT_TIME_ZONE;
  const [branch] = await zoneOfBranch(db, { id: first });
  return branch?.timeZone ?? DEFAULT_TIME_ZONE;
}

const zoneOfBranch = cachedQuery(
  'zone_of_branch',
  [branches],
  prepared<{ id: number }, { timeZone: TimeZone }[]>('zone_of_branch', (db) =>
    db
      .select({ timeZone: branches.timeZone })
      .from(branches)
      .where(eq(branches.id, sql.placeholder('id'))),
  ),
);
