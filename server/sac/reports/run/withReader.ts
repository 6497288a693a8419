import type pg from 'pg';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { Deps } from '#server/context.ts';
import { LONG_WAIT_MS, type Replica } from '#server/db/replica.ts';
import { Refusal } from '#server/errors.ts';
import { traced } from '#server/tracing/spans.ts';
import { readerPool } from '../reader/readerPool.ts';
import { type ScopedPerson, signedScope } from '../reader/readerRole.ts';
import { countAbandonedBackends, limitReading, markReplicaReader } from './cancelRun.ts';

export interface Reading {
  person: ScopedPerson;
  zone: TimeZone;
  /** The customer of the customer panel: only this customer's rows are read. */
  customer: number | null;
  /** The connection name by which a cancelling process finds this run. */
  name: string;
  /** The statement timeout in milliseconds. */
  timeout: number;
  signal?: AbortSignal | undefined;
}

/** With this many abandoned backends, no new reading starts until they are gone. */
const MAX_STRAY = 2;

type Parts = Pick<Deps, 'db' | 'pool' | 'replica' | 'settings'>;

/** Runs `use` in a READ ONLY transaction of the reader role that sees what the person sees; it is always ended. */
export async function withReader<T>(
  deps: Parts,
  reading: Reading,
  use: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await openReader(deps, reading);
  const limit = limitReading(deps, reading.timeout + TIMEOUT_MARGIN, reading.signal);
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

/** Milliseconds, so that the database's own timeout comes first. */
const TIMEOUT_MARGIN = 500;

/** The error that the database raises for a statement timeout. */
const outOfTime = () => Object.assign(new Error('out of time'), { code: '57014' });

export async function openReader(deps: Parts, reading: Reading): Promise<pg.PoolClient> {
  if ((await countAbandonedBackends(deps)) >= MAX_STRAY) throw readersBusy();
  const { replica } = deps;
  if (!replica || !(await replica.isCurrent(LONG_WAIT_MS))) return openAt(deps, reading);
  try {
    return await openAt(deps, reading, replica);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    replica.failed();
    return openAt(deps, reading);
  }
}

/** Traced as a step of its own, since a report may wait here for others. */
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
    if (replica) markReplicaReader(client, replica);
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

/** The statements are built entirely by the server; the values are escaped by the driver. */
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

/** A connection whose transaction cannot be ended is discarded. */
export async function closeReader(client: pg.PoolClient, broken?: Error): Promise<void> {
  try {
    await client.query('rollback');
    client.release();
  } catch {
    client.release(broken ?? true);
  }
}
