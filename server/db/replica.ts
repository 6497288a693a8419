import { setTimeout as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { shareCacheOf } from './cachedQuery.ts';
import { type Connection, type Db, openPool } from './client.ts';

/**
 * How long reads may wait for the replica to catch up, in milliseconds: a list that a user waits for, and work that takes
 * longer anyway (files, reports).
 */
export const LIST_WAIT_MS = 50;
export const LONG_WAIT_MS = 2_000;
/** Milliseconds between two checks of a replica that is not up to date yet. */
const STEP = 5;
/** Milliseconds before a replica that was behind, or failed, is tried again. */
const MAX_LAG = 1_000;
const RETRY_DELAY = 5_000;
/** A check that takes longer than this many milliseconds means that the replica is down. */
const LOOK = 1_000;
const MAX_RETRY_DELAY = 30_000;

type ReplicaState = 'EM_DIA' | 'ATRASADA' | 'FORA' | 'RECUSADA';

interface ReplicaFigures {
  state: ReplicaState;
  /** Seconds since the last change it has; null if it cannot be asked. */
  seconds: number | null;
  /** Reads this process requested from it since startup, and those answered by the primary instead. */
  taken: number;
  sentBack: number;
}

/** A streaming replica of the database for long read-only queries (docs/adr/0025). */
export interface Replica {
  readonly url: string;
  readonly pool: pg.Pool;
  /** Reads from the replica; statements it does not answer, and all transactions, go to the primary. */
  readonly db: Db;
  /** Whether the replica now has everything that the primary had acknowledged at the time of the call. */
  isCurrent: (timeout: number) => Promise<boolean>;
  /** Reports that it did not answer; the primary is used for a while. */
  failed: () => void;
  figures: () => Promise<ReplicaFigures>;
  close: () => Promise<void>;
}

/** The database to read from without seeing an outdated state: the replica if it is current. */
export async function dbForReading(
  { db, replica }: { db: Db; replica?: Replica | undefined },
  timeout: number,
): Promise<Db> {
  return replica && (await replica.isCurrent(timeout)) ? replica.db : db;
}

/** A context that reads a whole file's rows from there. */
export const forLongReading = async <C extends { db: Db; replica?: Replica | undefined }>(
  ctx: C,
): Promise<C> => ({
  ...ctx,
  db: await dbForReading(ctx, LONG_WAIT_MS),
});

interface ReplicaCheck {
  standby: boolean;
  lsn: string | null;
  seconds: number;
  system: string;
}

const LOOK_AT_REPLICA = `select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as lsn,
  coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float as seconds,
  (select system_identifier::text from pg_control_system()) as system`;

/**
 * Opens the replica. Each read asks the primary for its log position and uses the replica once that has replayed up to it. So
 * no read is older than its request, whoever wrote through whichever node, and sessions need not be tracked.
 */
export function openReplica(url: string, primary: Pick<Connection, 'db' | 'pool'>): Replica {
  const pool = openPool(url, {
    max: 8,
    name: 'balcao leitura',
    connectionTimeout: 2_000,
    answerTimeout: MAX_RETRY_DELAY + LOOK,
    statementTimeout: MAX_RETRY_DELAY,
  });
  // A connection of its own, so that no long read delays the check.
  const watch = openPool(url, {
    max: 1,
    name: 'balcao réplica',
    connectionTimeout: LOOK,
    answerTimeout: LOOK,
  });
  const counts = { taken: 0, sentBack: 0 };
  let state: ReplicaState = 'EM_DIA';
  /** The position seen so far; 0 until it was confirmed to be a replica of this very database. */
  let replayed = 0n;
  let restsUntil = 0;
  let system: Promise<string> | null = null;
  let looking: Promise<ReplicaCheck | null> | null = null;

  const rest = (why: ReplicaState, milliseconds: number) => {
    state = why;
    restsUntil = performance.now() + milliseconds;
  };
  const failed = () => {
    // The server that comes back may be an older copy.
    replayed = 0n;
    rest('FORA', RETRY_DELAY);
  };
  pool.on('error', failed);
  watch.on('error', failed);

  async function lookAt(): Promise<ReplicaCheck | null> {
    try {
      system ??= systemOf(primary.pool);
      const [own, { rows }] = await Promise.all([system, watch.query<ReplicaCheck>(LOOK_AT_REPLICA)]);
      const [seen] = rows;
      if (!seen?.standby || seen.lsn === null || seen.system !== own) {
        replayed = 0n;
        rest('RECUSADA', RETRY_DELAY);
        return null;
      }
      replayed = positionOf(seen.lsn);
      return seen;
    } catch {
      system = null;
      failed();
      return null;
    }
  }
  const look = () => {
    looking ??= lookAt().finally(() => {
      looking = null;
    });
    return looking;
  };

  async function reaches(wanted: bigint, timeout: number): Promise<boolean> {
    const until = performance.now() + timeout;
    while (replayed < wanted) {
      if (!(await look())) return false;
      if (replayed >= wanted) break;
      if (performance.now() >= until) {
        rest('ATRASADA', MAX_LAG);
        return false;
      }
      await pause(STEP);
    }
    rest('EM_DIA', 0);
    return true;
  }

  const db = drizzle(
    withFallback(pool, primary.pool, { failed, answers: async () => (await look()) !== null }),
  );
  db.transaction = primary.db.transaction.bind(primary.db);
  shareCacheOf(db, primary.db);

  return {
    url,
    pool,
    db,
    failed,
    async isCurrent(timeout) {
      const current =
        performance.now() >= restsUntil && (await reaches(await writtenBy(primary.pool), timeout));
      counts[current ? 'taken' : 'sentBack'] += 1;
      return current;
    },
    async figures() {
      const wanted = await writtenBy(primary.pool);
      const seen = await look();
      if (seen) await reaches(wanted, LIST_WAIT_MS);
      return { state, seconds: seen && (state === 'ATRASADA' ? seen.seconds : 0), ...counts };
    },
    async close() {
      await Promise.all([pool.end(), watch.end()]);
    },
  };
}

/** Acknowledged changes have been flushed to disk. */
async function writtenBy(primary: pg.Pool): Promise<bigint> {
  const { rows } = await primary.query<{ lsn: string }>(WRITTEN);
  return positionOf(rows[0]?.lsn ?? '0/0');
}
const WRITTEN = { name: 'written_position', text: 'select pg_current_wal_flush_lsn()::text as lsn' };

/** '16/B374D848' consists of two halves of 32 bits. */
export function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Log positions of two servers are comparable only if one is a copy of the other. */
async function systemOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ system: string }>(
    'select system_identifier::text as system from pg_control_system()',
  );
  return rows[0]?.system ?? '';
}

type Query = (...given: unknown[]) => Promise<unknown>;

interface Watched {
  failed: () => void;
  answers: () => Promise<boolean>;
}

/** Queries the replica, and the primary if the error concerns the server rather than the statement. */
function withFallback(replica: pg.Pool, primary: pg.Pool, watched: Watched): pg.Pool {
  const [first, second] = [replica.query.bind(replica) as Query, primary.query.bind(primary) as Query];
  const query: Query = async (...given) => {
    try {
      return await whileAlive(first(...given), watched.answers);
    } catch (error) {
      if (!isOfServer(error)) throw error;
      // A statement that writes is not a fault of the replica.
      if ((error as pg.DatabaseError).code !== READ_ONLY) watched.failed();
      return second(...given);
    }
  };
  return { query } as unknown as pg.Pool;
}

/** Waits for a long answer as long as its server is alive, because a cut network connection goes unreported. */
async function whileAlive<T>(answer: Promise<T>, answers: () => Promise<boolean>): Promise<T> {
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  const connectionLoss = new Promise<never>((_resolve, reject) => {
    const lookAgain = () => {
      timer = setTimeout(async () => {
        if (over) return;
        if (await answers()) lookAgain();
        else reject(new Error('the replica fell silent'));
      }, LOOK);
    };
    lookAgain();
  });
  connectionLoss.catch(() => {});
  answer.catch(() => {});
  return Promise.race([answer, connectionLoss]).finally(() => {
    over = true;
    clearTimeout(timer);
  });
}

const READ_ONLY = '25006';

/**
 * The server is gone, full, starting, read-only, lacks the permission or database, or a conflict with recovery cancelled the
 * statement (SQLSTATE 40001).
 */
const isOfServer = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) ||
  /^(08|25006|28|3D|40001|40P01|42501|53|57P|58|XX)/.test(error.code ?? '');
