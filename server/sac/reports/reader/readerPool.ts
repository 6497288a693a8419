import pg from 'pg';
import type { Deps } from '#server/context.ts';
import { NOTICE_GONE } from '#server/db/deadConnections.ts';
import type { Replica } from '#server/db/replica.ts';
import { readerAddress, reportsOff } from './readerRole.ts';

type PoolDeps = Pick<Deps, 'db' | 'pool' | 'settings'>;
type Copy = Pick<Replica, 'pool' | 'url'>;

/** Few at a time, so that reports leave enough of the database to people working on tickets. */
const READERS = 4;

/** One per database that this process uses. */
const readers = new WeakMap<pg.Pool, Promise<pg.Pool>>();

/** Connections that can only read reports, also of a replica. If opening fails, the next call tries again. */
export function readerPool(deps: PoolDeps, copy?: Copy): Promise<pg.Pool> {
  const of = copy?.pool ?? deps.pool;
  const cachedReader = readers.get(of);
  if (cachedReader) return cachedReader;
  const opening = open(deps, copy);
  readers.set(of, opening);
  opening.catch(() => readers.delete(of));
  return opening;
}

/** Its connections would keep the embedded server running as if another process were using it. */
export async function closeReaderPool(pool: pg.Pool): Promise<void> {
  const opening = readers.get(pool);
  readers.delete(pool);
  const reader = await opening?.catch(() => null);
  await reader?.end();
}

async function open(deps: PoolDeps, copy?: Copy): Promise<pg.Pool> {
  const address = await readerAddress(deps as Deps);
  const pool = new pg.Pool({
    connectionString: copy ? addressAt(copy.url, address) : address,
    max: READERS,
    application_name: 'balcao relatorios',
    allowExitOnIdle: true,
    connectionTimeoutMillis: 20_000,
    idleTimeoutMillis: 10_000,
    options: OPTIONS,
  });
  pool.on('error', () => {});
  // If a connection breaks while reading, its query fails; without this handler, the error event would end the whole process
  // too.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await refuseStronger(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return pool;
}

/** The replica's address with the same role, which it has from its primary. */
function addressAt(place: string, reader: string): string {
  const { username, password } = new URL(reader);
  return Object.assign(new URL(place), { username, password }).href;
}

const LIMITS = Object.entries({
  default_transaction_read_only: 'on',
  idle_in_transaction_session_timeout: '60000',
  lock_timeout: '2000',
  search_path: 'relatorio',
  standard_conforming_strings: 'on',
  statement_timeout: '300000',
})
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');
const OPTIONS = `${LIMITS} ${NOTICE_GONE}`;

/** Refuses a role with more rights than needed: one that could read tables directly may not run reports. */
async function refuseStronger(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ strong: boolean }>(
    `select r.rolsuper or r.rolcreaterole or r.rolbypassrls or exists (
       select from pg_class c where c.relnamespace in ('public'::regnamespace, 'relatorio_interno'::regnamespace)
         and c.relkind in ('r', 'p', 'v', 'm')
         and has_table_privilege(r.oid, c.oid, 'select, insert, update, delete')
     ) as strong from pg_roles r where r.rolname = current_user`,
  );
  if (rows[0]?.strong !== false)
    throw reportsOff('a pessoa do banco que leria relatórios pode mais do que ler o esquema relatorio.');
}
