import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { serviceParameters } from '../config/parameters/queries.ts';
import type { Deps } from '../context.ts';
import { LOCKS } from '../db/advisoryLock.ts';
import type { Db, Executor } from '../db/client.ts';
import { feedEntries, feedPending, feedState } from '../db/tables/index.ts';
import { onFeedNotification, signalFeed } from '../realtime/signal.ts';
import { pollLoop } from '../rounds.ts';

/** Assigns changes their places in the feed. Runs in every process; whichever comes first does the work. */
export function startSequencer(
  { db, pool }: Pick<Deps, 'db' | 'pool'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): { stop(): Promise<void> } {
  let failing = false;
  const turns = pollLoop(async () => {
    try {
      const { count, seconds } = await numberChanges(db);
      failing = false;
      if (seconds > MAX_LATENESS_SECONDS)
        log.warn({ count, seconds: Math.round(seconds) }, 'the feed of changes lags: a transaction was long');
      return count > 0;
    } catch (err) {
      if (!failing) log.warn({ err }, 'the feed of changes is not numbered');
      failing = true;
      return false;
    }
  });
  const news = onFeedNotification({ pool }, log, ['written'], turns.wake);
  return {
    stop: async () => {
      await news.stop();
      await turns.stop();
    },
  };
}

/** How many changes get their numbers in one transaction. */
const MAX_BATCH = 5_000;

/** If a change waited longer than this for its number, a warning is logged: some transaction was open all that time. */
const MAX_LATENESS_SECONDS = 60;

interface Numbered {
  count: number;
  /** How long the oldest of them waited, in seconds. */
  seconds: number;
}

/**
 * Assigns the changes committed so far their places at the end of the feed. What an open transaction wrote is not visible yet
 * and is numbered after it ends, so no number ever appears below those that a reader has already seen. One process at a time
 * does this; the others leave it to that one.
 */
export async function numberChanges(db: Db): Promise<Numbered> {
  let count = 0;
  let seconds = 0;
  for (;;) {
    const done = await numberSome(db);
    count += done.count;
    seconds = Math.max(seconds, done.seconds);
    if (done.count < MAX_BATCH) return { count, seconds };
  }
}

const NOTHING: Numbered = { count: 0, seconds: 0 };

async function numberSome(db: Db): Promise<Numbered> {
  const { rows: waiting } = await db.execute(sql`select from ${feedPending} limit 1`);
  if (waiting.length === 0) return NOTHING;
  return db.transaction(async (tx) => {
    const lock = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${LOCKS.feed}) as mine`,
    );
    if (!lock.rows[0]?.mine) return NOTHING;
    const placed = await assignPositions(tx);
    if (placed.count > 0) await signalFeed(tx, 'numbered');
    return placed;
  });
}

/** Must be called while holding the lock. A separate statement is used so that it sees what the previous process left. */
export async function assignPositions(tx: Executor): Promise<Numbered> {
  const { rows } = await tx.execute<Numbered & Record<string, unknown>>(sql`
      with taken as (
        delete from ${feedPending} where id in
          (select id from ${feedPending} order by id limit ${MAX_BATCH}) returning *
      ), counted as (
        insert into ${feedState} as s (id, epoch, last)
        select 1, substr(md5(gen_random_uuid()::text), 1, 8), count(*) from taken
        on conflict (id) do update set last = s.last + excluded.last returning last
      ), placed as (
        insert into ${feedEntries}
          (position, mark, type, record_id, happened, step, person_id, code, branch_ids, internal, chain, origin,
          changed, at)
        select counted.last - (select count(*) from taken) + row_number() over (order by taken.id),
          (random() * 2147483647)::integer, type, record_id, happened, step, person_id, code, branch_ids, internal,
          chain, origin, changed, at
        from taken, counted
      )
      select count(*)::integer as count,
        coalesce(extract(epoch from clock_timestamp() - min(written_at)), 0)::float as seconds from taken`);
  return rows[0] ?? NOTHING;
}

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
