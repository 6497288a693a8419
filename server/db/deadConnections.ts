import { performance } from 'node:perf_hooks';
import pg from 'pg';

/**
 * `silence`: so long a statement goes unanswered before anybody asks whether its connection still lives, looked at every
 * `look`; `patience`: the server has so long to take a connection and say what it works on. ms
 */
export const deadLimits = { silence: 3_000, look: 1_000, patience: 4_000 };

/** A connection of a pool, as it is watched. */
export interface Watched {
  /** A statement was sent; what is answered is to be called when it was answered. */
  asked: () => () => void;
}

interface Line {
  client: pg.PoolClient;
  /** When the oldest statement without an answer was sent, and when the server said anything last. */
  waitingSince: number;
  heardAt: number;
  waiting: number;
}

/** node-postgres knows both; its typings do not. */
type Inner = {
  processID?: number;
  connection: { stream: { on: (e: 'data', f: () => void) => void; destroy: (e: Error) => void } };
};
const inner = (client: pg.PoolClient) => client as unknown as Inner;
const pidOf = (client: pg.PoolClient) => inner(client).processID ?? 0;

/**
 * Ends connections that nobody is at the other end of any more. Where a network falls silent (a firewall that forgot them, a
 * host that is gone) a socket says nothing of it for a quarter of an hour, and a pool of such sockets keeps everybody waiting
 * though the database is well. Who waits long is asked for at the server, by another connection: what it does not work on, or
 * a server that does not answer at all, is given up. A statement that is worked on may take as long as it is allowed.
 */
export function watchConnections(pool: pg.Pool, url: string): (client: pg.PoolClient) => Watched {
  const lines = new Set<Line>();
  /** The server's processes of what was given up. */
  const left = new Set<number>();
  let looking = false;
  const look = async () => {
    const now = performance.now();
    const silent = [...lines].filter((line) => isSilent(line, now));
    if (looking || silent.length + left.size === 0) return;
    looking = true;
    try {
      if (left.size > 0 && (await release(url, left))) left.clear();
      if (silent.length === 0) return;
      const before = new Map(silent.map((line) => [line, line.waitingSince]));
      const working = await workedOn(url, silent);
      const dead = silent.filter(
        (line) =>
          !working.has(pidOf(line.client)) &&
          line.waitingSince === before.get(line) &&
          isSilent(line, performance.now()),
      );
      if (dead.length === 0) return;
      for (const client of giveUp(lines, dead, now - deadLimits.silence)) left.add(pidOf(client));
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(
    () => (pool.ending ? clearInterval(timer) : void look()),
    deadLimits.look,
  ).unref();
  return (client) => {
    const line: Line = { client, waitingSince: 0, heardAt: performance.now(), waiting: 0 };
    lines.add(line);
    inner(client).connection.stream.on('data', () => {
      line.heardAt = performance.now();
    });
    client.once('end', () => lines.delete(line));
    return {
      asked: () => {
        if (line.waiting === 0) line.waitingSince = performance.now();
        line.waiting += 1;
        return () => {
          line.waiting -= 1;
          if (line.waiting > 0) line.waitingSince = performance.now();
        };
      },
    };
  };
}

const isSilent = ({ waiting, waitingSince, heardAt }: Line, now: number) =>
  waiting > 0 && now - Math.max(waitingSince, heardAt) > deadLimits.silence;

/** Those that wait, and whoever stands unused since before: the same silence took them. */
function giveUp(lines: Set<Line>, dead: readonly Line[], before: number): pg.PoolClient[] {
  const idle = [...lines].filter((line) => line.waiting === 0 && line.heardAt < before);
  const clients = [...dead, ...idle].map(({ client }) => client);
  for (const client of clients)
    inner(client).connection.stream.destroy(new Error('Connection terminated: no answer from the server'));
  return clients;
}

/** Of these connections those whose statement the server has in hand; none where it does not answer. */
async function workedOn(url: string, lines: readonly Line[]): Promise<Set<number>> {
  const pids = lines.map(({ client }) => pidOf(client));
  try {
    return new Set(await asked(url, pids, `state is null or state not in (${UNUSED})`));
  } catch (error) {
    // A server that refuses has answered: it is too full, or starts.
    return error instanceof pg.DatabaseError ? new Set(pids) : new Set();
  }
}

/** What was given up may hold a transaction with its locks at the server, which waits for the next word of it: it is ended. */
async function release(url: string, pids: ReadonlySet<number>): Promise<boolean> {
  const ended = asked(url, [...pids], `state in (${UNUSED}) and pg_terminate_backend(pid)`);
  return ended.then(
    () => true,
    () => false,
  );
}

const UNUSED = `'idle', 'idle in transaction', 'idle in transaction (aborted)'`;

/** Of the server's processes with these numbers those of which this holds, by a connection of its own. */
async function asked(url: string, pids: readonly number[], condition: string): Promise<number[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'balcao vigia',
    connectionTimeoutMillis: deadLimits.patience,
    query_timeout: deadLimits.patience,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where pid = any($1) and usename = current_user and application_name like 'balcao%' and (${condition})`,
      [pids],
    );
    return rows.map(({ pid }) => pid);
  } finally {
    // Where nobody answers, the farewell would wait for an answer too.
    void client.end().catch(() => {});
  }
}
