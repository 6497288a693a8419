import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/client.ts';

/** Waits until that many statements are blocked by locks of other transactions. */
export async function untilBlocked(db: Executor, many = 1): Promise<void> {
  for (let tried = 0; tried < 200; tried += 1) {
    const { rows } = await db.execute(sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    if (rows.length >= many) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error(`not ${many} wait`);
}
