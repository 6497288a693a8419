import type pg from 'pg';
import type { TimeZone } from '../../../../contract/rules/zonedTime.ts';
import type { Deps } from '../../../context.ts';
import { LONG_PATIENCE, type Replica } from '../../../db/replica.ts';
import { Refusal } from '../../../errors.ts';
import { traced } from '../../../tracing/spans.ts';
import { readerPool } from '../reader/readerPool.ts';
import { type ScopedPerson, signedScope } from '../reader/readerRole.ts';
import { limitReading, readsAt, strayBackends } from './cancelRun.ts';

export interface Reading {
  person: ScopedPerson;
  zone: TimeZone;
  /** Of the customer panel: only this customer's rows. */
  customer: number | null;
  /** Tells the connection of this run to whoever cancels it. */
  name: string;
  /** Milliseconds for one statement. */
  timeout: number;
  signal?: AbortSignal | undefined;
}

/** With as many left behind, nothing more is begun until they are gone. */
const MOST_STRAY = 2;

type Parts = Pick<Deps, 'db' | 'pool' | 'replica' | 'settings'>;

/** A READ ONLY transaction of the reader that sees what the person sees, and ends whatever happens. */
export async function withReader<T>(
  deps: Parts,
  reading: Reading,
  use: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await openReader(deps, reading);
  const limit = limitReading(deps, reading.timeout + LATER, reading.signal);
  limit.watch(client);
  let broken: Error | undefined;
  try {
    return await use(client);
  } catch (error) {
    broken = error as Error;
    throw limit.stop() ? outOfTime() : error;
  } finally {
    limit.end();
    await closeReader(client, broken);
  }
}

/** The database's own clock goes first. ms */
const LATER = 500;

/** As the database says it of a statement that took too long. */
const outOfTime = () => Object.assign(new Error('out of time'), { code: '57014' });

export async function openReader(deps: Parts, reading: Reading): Promise<pg.PoolClient> {
  if ((await strayBackends(deps)) >= MOST_STRAY) throw readersBusy();
  const { replica } = deps;
  if (!replica || !(await replica.isCurrent(LONG_PATIENCE))) return openAt(deps, reading);
  try {
    return await openAt(deps, reading, replica);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    replica.failed();
    return openAt(deps, reading);
  }
}

/** As a step of its trace: a report waits here while others are read. */
const openAt = (deps: Parts, reading: Reading, replica?: Replica): Promise<pg.PoolClient> =>
  traced(
    {
      name: 'open report reader',
      kind: 'CLIENT',
      attributes: { 'db.system.name': 'postgresql', 'balcao.reader': replica ? 'replica' : 'primary' },
    },
    () => beginReading(deps, reading, replica),
  );

async function beginReading(deps: Parts, reading: Reading, replica?: Replica): Promise<pg.PoolClient> {
  const client = await (await readerPool(deps, replica)).connect().catch((error: Error) => {
    throw /timeout exceeded/.test(error.message) ? readersBusy() : error;
  });
  try {
    await client.query(await opening(deps, client, reading));
    if (replica) readsAt(client, replica);
    return client;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

const readersBusy = () =>
  new Refusal(
    503,
    'RELATORIOS_OCUPADOS',
    'Há relatórios demais sendo gerados agora. Tente de novo em alguns minutos.',
  );

/** All of it is written by the server; values are quoted by the driver. */
async function opening(deps: Parts, client: pg.PoolClient, reading: Reading): Promise<string> {
  const connection = (client as pg.PoolClient & { processID: number }).processID;
  const { scope, signature } = await signedScope(deps, reading.person, {
    connection,
    customer: reading.customer,
  });
  const settings: Record<string, string> = {
    'balcao.escopo': scope,
    'balcao.assinatura': signature,
    timezone: reading.zone,
    application_name: reading.name,
    statement_timeout: String(reading.timeout),
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `set local ${name} = ${client.escapeLiteral(value)}`,
  );
  return ['begin transaction isolation level repeatable read, read only', ...lines].join(';\n');
}

/** A connection whose transaction cannot be ended is thrown away. */
export async function closeReader(client: pg.PoolClient, broken?: Error): Promise<void> {
  try {
    await client.query('rollback');
    client.release();
  } catch {
    client.release(broken ?? true);
  }
}
