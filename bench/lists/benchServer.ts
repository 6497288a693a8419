import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type pg from 'pg';
import type { PersonType } from '#contract/permissions.ts';
import { openFileStore } from '#server/adapters/files/openFileStore.ts';
import { buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/client.ts';
import { deadLimits } from '#server/db/deadConnections.ts';
import { migrate } from '#server/db/migrate.ts';
import { startEmbedded } from '#server/db/startDatabase.ts';
import { hashToken, newToken } from '#server/session/secrets.ts';
import { readSettings } from '#server/settings/settings.ts';
import { factsOf, numberOf, type SampleValues } from './facts.ts';

export type Who = Exclude<PersonType, 'ADMIN'>;
const PEOPLE: Who[] = ['GERENTE', 'SUPERVISOR', 'OPERADOR', 'VENDEDOR', 'REPRESENTANTE', 'CONSUMIDOR_FINAL'];

export interface BenchServer {
  facts: SampleValues;
  /** Whether the page exists. Paths are below /sac unless they begin with a slash. */
  get: (who: Who, path: string) => Promise<boolean>;
  /** A file as a stream, and the number of rows it reports. */
  download: (who: Who, path: string, body: object) => Promise<{ rows: number; content: Readable }>;
  /** A whole request; throws unless it is answered with 200. */
  ask: (who: Who, method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;
  pool: pg.Pool;
  close: () => Promise<void>;
}

/** Work on a whole database of a million rows, which takes longer than a statement of the console may. */
export async function patiently(url: string, work: (pool: pg.Pool) => Promise<unknown>): Promise<void> {
  const { silence } = deadLimits;
  // A machine that rewrites millions of rows may answer nothing else for a while.
  deadLimits.silence = Number.POSITIVE_INFINITY;
  const patient = connect(url, { max: 1, statementTimeout: 0 });
  try {
    await work(patient.pool);
  } finally {
    deadLimits.silence = silence;
    await patient.close();
  }
}

/** Leaves the database in the state that its own maintenance produces after a while. */
export const vacuumDatabase = (url: string): Promise<void> =>
  patiently(url, (pool) => pool.query('vacuum analyze'));

/** The planner's estimate: counting ten million rows would take too long. */
async function estimatedRows(pool: pg.Pool, table: string): Promise<number> {
  await pool.query(`analyze ${table}`);
  return numberOf(pool, `select reltuples::int from pg_class where oid = '${table}'::regclass`);
}

/** The numbers of rows to create, besides what every database has. */
export type BenchSize = Partial<Record<'tickets' | 'customers' | 'orders' | 'agendas', number>>;

export interface BenchDatabase extends Pick<Connection, 'db' | 'pool'> {
  url: string;
  close: () => Promise<void>;
}

/** A database of the given size (`npm run seed`), created if missing and kept for the next run. */
export async function openBenchDatabase(dataDir: string, size: BenchSize): Promise<BenchDatabase> {
  const made = !existsSync(path.join(dataDir, 'postgres'));
  if (made) await fill(dataDir, size);
  const database = await startEmbedded(dataDir);
  await migrate(database.url);
  const { db, pool, close } = connect(database.url);
  if ((size.tickets ?? 1) > (await estimatedRows(pool, 'tickets')) * 1.1)
    throw new Error(`${dataDir} ficou pela metade. Apague a pasta e repita.`);
  if (!made) await vacuumDatabase(database.url);
  return {
    url: database.url,
    db,
    pool,
    close: async () => {
      await close();
      await database.stop();
    },
  };
}

/** On a server that keeps no log and checks nothing; the measurements then run on one with the product's settings. */
async function fill(dataDir: string, size: BenchSize): Promise<void> {
  const filled = await startEmbedded(dataDir, 'filling');
  try {
    seed(dataDir, size);
  } finally {
    await filled.stop();
  }
}

/** The complete server on such a database, without a port. */
export async function openBenchServer(dataDir: string, size: BenchSize): Promise<BenchServer> {
  const settings = readSettings({
    DATA_DIR: dataDir,
    CAPTCHA: 'off',
    LOG_LEVEL: 'error',
    REQUESTS_PER_MINUTE: '0',
  });
  const { db, pool, close } = await openBenchDatabase(dataDir, size);
  const app = await buildApp({ db, pool, settings, files: openFileStore(settings), now: () => new Date() });
  const tokens = new Map(
    await Promise.all(PEOPLE.map(async (who) => [who, await sessionOf(pool, who)] as const)),
  );
  const ask: BenchServer['ask'] = async (who, method, wanted, body) => {
    const answer = await app.inject({
      method,
      url: wanted.startsWith('/') ? wanted : `/sac/${wanted}`,
      headers: { App: 'bench', authorization: `Bearer ${tokens.get(who)}` },
      ...(body && { payload: body }),
    });
    if (answer.statusCode !== 200) throw new Error(`${wanted}: ${answer.body}`);
    return answer.json();
  };
  const pageOf = async (who: Who, wanted: string) => (await ask(who, 'GET', wanted)) as AnyPage;
  const first = await pageOf('GERENTE', 'tickets?page=100');
  const facts = { ...(await factsOf(pool)), cursor: first.paginator?.proximo };
  return {
    facts,
    get: async (who, wanted) => {
      const { itens, paginator } = await pageOf(who, wanted);
      return !itens || itens.length > 0 || !paginator || paginator.current_page === 1;
    },
    ask,
    pool,
    download: async (who, wanted, body) => {
      const answer = await app.inject({
        method: 'POST',
        url: `/sac/${wanted}`,
        payload: body,
        payloadAsStream: true,
        headers: { App: 'bench', authorization: `Bearer ${tokens.get(who)}` },
      });
      if (answer.statusCode !== 200) throw new Error(`${wanted}: ${answer.statusCode}`);
      return { rows: Number(answer.headers['x-total-linhas']), content: answer.stream() };
    },
    close: async () => {
      await app.close();
      await close();
    },
  };
}

interface AnyPage {
  itens?: unknown[];
  paginator?: { current_page: number; proximo?: string };
}

function seed(dataDir: string, size: Record<string, number>): void {
  const main = path.join(import.meta.dirname, '../../server/db/seed/main.ts');
  const wanted = Object.entries(size).flatMap(([name, count]) => [`--${name}`, String(count)]);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', main, ...wanted], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm run seed ended with ${status}`);
}

/** The session of the first person of a type. */
export async function sessionOf(pool: pg.Pool, who: Who): Promise<string> {
  const [token = ''] = await sessionsOf(pool, [who], 1);
  return token;
}

/** Sessions for up to this many people of these types. */
export async function sessionsOf(
  pool: pg.Pool,
  types: readonly Who[],
  most: number,
  /** Restricts the selection to these people. */
  among: readonly number[] | null = null,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from people where type = any($1) and active and ($3::int[] is null or id = any($3))
     order by id limit $2`,
    [types, most, among],
  );
  return Promise.all(
    rows.map(async ({ id }) => {
      const token = newToken();
      await pool.query(
        `insert into sessions (token_hash, person_id, expires_at) values ($1, $2, now() + interval '1 day')`,
        [hashToken(token), id],
      );
      return token;
    }),
  );
}
