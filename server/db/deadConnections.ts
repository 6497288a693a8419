import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setImmediate as othersTurn } from 'node:timers/promises';
import pg from 'pg';

/**
 * Times in milliseconds. `silence`: how long a statement may go unanswered before its state is checked, every `look`.
 * `timeout`: how long the server may take to accept a connection and report what it works on. `hold`: how long a silent
 * transaction, even of a busy console, may keep others from its rows. `quiet`: the shorter limit when its whole process is
 * silent, although it sends a signal every `pulse`. A balancer that checks twice a second cuts a silent console off after 0.9
 * to 1.4 s; what it cut is sent again to another console, and should not find its rows still locked there.
 */
export const deadLimits = {
  silence: 500,
  look: 250,
  timeout: 2_000,
  hold: 6_000,
  quiet: 900,
  pulse: 200,
};

/** Appended to the names of all connections of this process. */
const PROCESS = randomBytes(4).toString('hex');
export const nameOfConnection = (name: string): string => `${name} ${PROCESS}`;
/** The same for a connection that may wait long while its process has no other: that is no sign of its having gone silent. */
export const nameOfWaiting = (name: string): string => `${name} (${PROCESS})`;

/**
 * For a connection's `options`: within ten seconds the server notices that a host has silently disappeared and releases its
 * locks. Has no effect on a local socket, which reports that by itself.
 */
export const NOTICE_GONE =
  '-c tcp_keepalives_idle=4 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=10000';

/** A watched connection of a pool. */
export interface Watched {
  /** Call when a statement is sent; the returned function is to be called when it is answered. */
  statementSent: () => () => void;
}

interface WatchedConnection {
  client: pg.PoolClient;
  /** When the oldest unanswered statement was sent, and when the server last sent anything. */
  waitingSince: number;
  heardAt: number;
  waiting: number;
}

/** node-postgres has both, but its typings do not. */
type Inner = {
  processID?: number;
  connection: { stream: { on: (e: 'data', f: () => void) => void; destroy: (e: Error) => void } };
};
const inner = (client: pg.PoolClient) => client as unknown as Inner;
const pidOf = (client: pg.PoolClient) => inner(client).processID ?? 0;

/**
 * Closes connections whose other end is gone. When a network goes silent (a firewall that dropped its state, a host that is
 * gone) a socket does not report it for a quarter of an hour, and a pool of such sockets keeps everyone waiting although the
 * database is fine. For a long wait, the server is asked through another connection; a statement that it is not working on,
 * or a server that does not answer, is given up. A statement that is being worked on may take as long as it is allowed to.
 */
export function watchConnections(pool: pg.Pool, url: string): (client: pg.PoolClient) => Watched {
  const lines = new Set<WatchedConnection>();
  /** The server processes of closed connections, and when each was closed. */
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
      const working = await busyPids(url, silent);
      // An answer may have arrived in the meantime without being read yet.
      await othersTurn();
      const dead: WatchedConnection[] = [];
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
    const line: WatchedConnection = { client, waitingSince: 0, heardAt: performance.now(), waiting: 0 };
    lines.add(line);
    inner(client).connection.stream.on('data', () => {
      line.heardAt = performance.now();
    });
    client.once('end', () => lines.delete(line));
    return {
      statementSent: () => {
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

const isSilent = ({ waiting, waitingSince, heardAt }: WatchedConnection, now: number) =>
  waiting > 0 && now - Math.max(waitingSince, heardAt) > deadLimits.silence;

/** Closes the waiting connections, and idle ones unused since before, which the same silence has affected. */
function giveUp(
  lines: Set<WatchedConnection>,
  dead: readonly WatchedConnection[],
  before: number,
): pg.PoolClient[] {
  const idle = [...lines].filter((line) => line.waiting === 0 && line.heardAt < before);
  const clients = [...dead, ...idle].map(({ client }) => client);
  for (const client of clients)
    inner(client).connection.stream.destroy(new Error('Connection terminated: no answer from the server'));
  return clients;
}

/** Those of the connections whose statement the server is working on; none if it does not answer. */
async function busyPids(url: string, lines: readonly WatchedConnection[]): Promise<Set<number>> {
  const pids = lines.map(({ client }) => pidOf(client));
  try {
    return await withOwnConnection(url, async (client) => {
      const { rows } = await client.query<{ pid: number }>(WORKED_ON, [pids]);
      return new Set(rows.map(({ pid }) => pid));
    });
  } catch (error) {
    // A server that refuses has answered: it is overloaded or starting up.
    return error instanceof pg.DatabaseError ? new Set(pids) : new Set();
  }
}

/**
 * A closed connection may still have a transaction with locks on the server, which waits for its next statement, or for a
 * lock it would then keep; it is ended whatever it does. A younger server process merely reuses the pid of one that is gone.
 */
async function release(url: string, left: ReadonlyMap<number, number>): Promise<boolean> {
  const age = (performance.now() - Math.max(...left.values())) / 1_000;
  return withOwnConnection(url, (client) => client.query(END_LEFT, [[...left.keys()], age])).then(
    () => true,
    () => false,
  );
}

const OWN_CONNECTIONS = `datname = current_database() and usename = current_user and application_name like 'balcao%'`;
const IN_TRANSACTION = `'idle in transaction', 'idle in transaction (aborted)'`;

const WORKED_ON = `select pid from pg_stat_activity
  where pid = any($1) and ${OWN_CONNECTIONS} and (state is null or state not in ('idle', ${IN_TRANSACTION}))`;

const WAITERS = `from pg_stat_activity
  where wait_event_type = 'Lock' and wait_event in ('transactionid', 'tuple') and ${OWN_CONNECTIONS}`;

const SOMEBODY_WAITS = { name: 'pulso', text: `select exists (select ${WAITERS}) as waits` };

const PROCESS_OF = `substring(application_name from '[0-9a-f]{8}$')`;

/**
 * A lock holder may itself be waiting, so the whole chain is followed down to those that neither work nor wait. A process
 * that is silent on all its connections will not continue with those that wait either.
 */
const END_HOLDERS = `with recursive ahead (pid) as (
    select unnest(pg_blocking_pids(pid)) ${WAITERS}
    union select unnest(pg_blocking_pids(ahead.pid)) from ahead
  ), quiet as materialized (
    select ${PROCESS_OF} as process from pg_stat_activity where ${OWN_CONNECTIONS}
    group by 1 having max(query_start) < clock_timestamp() - make_interval(secs => $2)
  ), silent as materialized (
    select pid from ahead join pg_stat_activity using (pid)
    where ${OWN_CONNECTIONS} and (state in (${IN_TRANSACTION}) and state_change < clock_timestamp() - make_interval(secs => $1)
      or (state in (${IN_TRANSACTION}) or wait_event_type = 'Lock') and ${PROCESS_OF} in (select process from quiet))
  ) select pg_terminate_backend(pid) from silent`;

const END_LEFT = `with left_behind as materialized (
    select pid from pg_stat_activity
    where pid = any($1) and ${OWN_CONNECTIONS} and backend_start < clock_timestamp() - make_interval(secs => $2)
  ) select pg_terminate_backend(pid) from left_behind`;

/** Ends whatever this process has running in the database; what has begun is undone. */
export const endOwnConnections = (url: string): Promise<void> =>
  withOwnConnection(url, (client) => client.query(END_OWN, [PROCESS])).then(
    () => {},
    () => {},
  );

const END_OWN = `select pg_terminate_backend(pid) from pg_stat_activity
  where ${OWN_CONNECTIONS} and strpos(application_name, $1) > 0`;

/**
 * Sends a query every moment on its own connection, so that the server can tell this process from one that went silent,
 * however busy its other connections are. The query asks whether anybody waits for a row. If so, transactions of consoles that
 * went silent are ended: acknowledged work is kept, and the rest is sent again to a live console.
 */
export function startConnectionHeartbeat(url: string): { stop(): Promise<void> } {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: nameOfConnection('balcao pulso'),
    connectionTimeoutMillis: deadLimits.timeout,
    query_timeout: deadLimits.timeout,
    options: NOTICE_GONE,
  });
  pool.on('error', () => {});
  let speaking = false;
  let answers = [performance.now()];
  const beat = async () => {
    const { rows } = await pool.query<{ waits: boolean }>(SOMEBODY_WAITS);
    answers = [...answers.slice(-BEATS), performance.now()];
    const { hold, quiet } = deadLimits;
    // When the server or this process stood still, others seem as silent as it was itself.
    if (rows[0]?.waits)
      await pool.query(
        END_HOLDERS,
        [hold, quiet].map((limit) => (limit + longestGap(answers)) / 1_000),
      );
  };
  const speak = async () => {
    if (speaking) return;
    speaking = true;
    // If the database is down, other queries report it.
    await beat().catch(() => {});
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

/** Answers remembered: their gaps cover more than the time after which a process counts as silent. */
const BEATS = 6;

const longestGap = (moments: readonly number[]): number =>
  Math.max(...moments.slice(1).map((moment, at) => moment - (moments[at] as number)));

/** Runs a query on its own connection. */
async function withOwnConnection<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'balcao vigia',
    connectionTimeoutMillis: deadLimits.timeout,
    query_timeout: deadLimits.timeout,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await ask(client);
  } finally {
    // If the server does not answer, waiting for the goodbye would hang too.
    void client.end().catch(() => {});
  }
}
