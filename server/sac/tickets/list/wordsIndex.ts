import { sql } from 'drizzle-orm';
import type { Deps } from '#server/context.ts';
import { LOCKS, oneAtATime } from '#server/db/advisoryLock.ts';
import type { Executor } from '#server/db/client.ts';

/** Databases whose index was seen to be complete; it does not go away again. */
const complete = new WeakSet<Executor>();

/** Whether the words of messages can be searched yet: without their index, every message would be read. */
export async function hasWordsIndex(db: Executor): Promise<boolean> {
  if (complete.has(db)) return true;
  const { rows } = await db.execute<{ valid: boolean }>(sql`
    select indisvalid as valid from pg_index where indexrelid = to_regclass('public.ticket_messages_words_idx')`);
  const [index] = rows;
  if (index?.valid) complete.add(db);
  return index?.valid === true;
}

/**
 * Builds the index of the words of messages where the migration left it for later (0050), without blocking those who write
 * messages. One process at a time does it; what a process that ended has left unfinished is built again.
 */
export const buildWordsIndex = ({ pool }: Pick<Deps, 'pool'>): Promise<boolean> =>
  oneAtATime(pool, LOCKS.wordsIndex, async (db) => {
    if (await hasWordsIndex(db)) return;
    await db.execute(sql`drop index concurrently if exists public.ticket_messages_words_idx`);
    // As the migration writes it, which the table declares too.
    await db.execute(sql`create index concurrently ticket_messages_words_idx on ticket_messages
      using gin (public.message_week(created_at), public.message_words(html))`);
  });
