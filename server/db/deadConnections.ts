import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setImmediate as othersTurn } from 'node:timers/promises';
import pg from 'pg';

/**
 * `silence`: so long a statement goes unanswered before anybody asks what became of it, looked at every `look`; `patience`:
 * the server has so long to take a connection and say what it works on; `hold`: so long a transaction may keep others from
 * its rows while nothing is said in it, which a busy console may do as well; `quiet`: no longer than this where its process
 * says nothing at all, though it speaks every `pulse`. ms
 */
export const deadLimits = {
  silence: 500,
  look: 250,
  patience: 2_000,
  hold: 6_000,
  quiet: 1_500,
  pulse: 300,
};

/** At the end of the names of all connections of this process. */
const PROCESS = randomBytes(4).toString('hex');
export const nameOfConnection = (name: string): string => `${name} ${PROCESS}`;

/**
 * For `options` of a connection: the server notices within ten seconds that a host is gone without a word, and lets go of
 * what it had locked. On a socket of the own machine, which says so by itself, it means nothing.
 */
export const NOTICE_GONE =
  '-c tcp_keepalives_idle=4 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=10000';

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
 * a server that does not answer at all, is given up. A statement that is worked on may take as long as it is allowed; where
 * it waits for the row of a transaction whose own console fell silent, that one is ended: what was acknowledged stands, and
 * the rest is given again to a console that lives.
 */
export function watchConnections(pool: pg.Pool, url: string): (client: pg.PoolClient) => Watched {
  const lines = new Set<Line>();
  /** The server's processes of what was given up, and when. */
  const left = new Map<number, number>();
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
      // What was answered meanwhile may lie there unread.
      await othersTurn();
      const dead: Line[] = [];
      for (const line of silent)
        if (working.has(pidOf(line.client))) line.heardAt = performance.now();
        else if (line.waitingSince === before.get(line) && isSilent(line, performance.now())) dead.push(line);
      if (dead.length === 0) return;
      for (const client of giveUp(lines, dead, now - deadLimits.silence))
        left.set(pidOf(client), performance.now());
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
    return await atServer(url, async (client) => {
      const { rows } = await client.query<{ pid: number; waits: boolean }>(WORKED_ON, [pids]);
      const waiting = rows.filter(({ waits }) => waits).map(({ pid }) => pid);
      const { hold, quiet } = deadLimits;
      if (waiting.length > 0) await client.query(END_HOLDERS, [waiting, hold / 1_000, quiet / 1_000]);
      return new Set(rows.map(({ pid }) => pid));
    });
  } catch (error) {
    // A server that refuses has answered: it is too full, or starts.
    return error instanceof pg.DatabaseError ? new Set(pids) : new Set();
  }
}

/**
 * What was given up may hold a transaction with its locks at the server, which waits for the next word of it, or for a lock
 * that it would keep once it has it: it is ended, whatever it does. A process that is younger has the number of one that is gone.
 */
async function release(url: string, left: ReadonlyMap<number, number>): Promise<boolean> {
  const age = (performance.now() - Math.max(...left.values())) / 1_000;
  return atServer(url, (client) => client.query(END_LEFT, [[...left.keys()], age])).then(
    () => true,
    () => false,
  );
}

const OURS = `usename = current_user and application_name like 'balcao%'`;
const IN_TRANSACTION = `'idle in transaction', 'idle in transaction (aborted)'`;

const WORKED_ON = `select pid, wait_event_type = 'Lock' and wait_event in ('transactionid', 'tuple') as waits
  from pg_stat_activity
  where pid = any($1) and ${OURS} and (state is null or state not in ('idle', ${IN_TRANSACTION}))`;

const PROCESS_OF = `substring(application_name from '[0-9a-f]{8}$')`;

/**
 * Who is waited for may wait as well: the whole way, down to who neither works nor waits. A process that says nothing on any
 * of its connections will not go on with those that wait either.
 */
const END_HOLDERS = `with recursive ahead (pid) as (
    select unnest(pg_blocking_pids(waiting)) from unnest($1::int[]) as waiting
    union select unnest(pg_blocking_pids(ahead.pid)) from ahead
  ), quiet as materialized (
    select ${PROCESS_OF} as process from pg_stat_activity where ${OURS}
    group by 1 having max(query_start) < clock_timestamp() - make_interval(secs => $3)
  ), silent as materialized (
    select pid from ahead join pg_stat_activity using (pid)
    where ${OURS} and (state in (${IN_TRANSACTION}) and state_change < clock_timestamp() - make_interval(secs => $2)
      or (state in (${IN_TRANSACTION}) or wait_event_type = 'Lock') and ${PROCESS_OF} in (select process from quiet))
  ) select pg_terminate_backend(pid) from silent`;

const END_LEFT = `with left_behind as materialized (
    select pid from pg_stat_activity
    where pid = any($1) and ${OURS} and backend_start < clock_timestamp() - make_interval(secs => $2)
  ) select pg_terminate_backend(pid) from left_behind`;

/**
 * Says a word each moment on a connection of its own, so that the server knows this process from one that fell silent, however
 * busy all others are.
 */
export function keepPulse(url: string): { stop(): Promise<void> } {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: nameOfConnection('balcao pulso'),
    connectionTimeoutMillis: deadLimits.patience,
    query_timeout: deadLimits.patience,
    options: NOTICE_GONE,
  });
  pool.on('error', () => {});
  let speaking = false;
  const speak = async () => {
    if (speaking) return;
    speaking = true;
    // Where the database is away, others say so.
    await pool.query('select 1').catch(() => {});
    speaking = false;
  };
  const timer = setInterval(speak, deadLimits.pulse).unref();
  return {
    async stop() {
      clearInterval(timer);
      await pool.end();
    },
  };
}

/** By a connection of its own. */
async function atServer<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'balcao vigia',
    connectionTimeoutMillis: deadLimits.patience,
    query_timeout: deadLimits.patience,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await ask(client);
  } finally {
    // Where nobody answers, the farewell would wait for an answer too.
    void client.end().catch(() => {});
  }
}
