import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../context.ts';
import { openPool } from '../db/client.ts';
import { databaseDisk, diskSpace, knownDatabaseDisk } from '../db/databaseDisk.ts';
import { isMigrated } from '../db/migrate.ts';

/**
 * Milliseconds, less than a load balancer's timeout: it learns that the database is unavailable instead of getting no answer.
 */
const TIMEOUT = 900;

/**
 * `GET /healthz` for load balancers and supervisors: 200 if the database answers and its schema has this version, else 503. A
 * full disk of this machine (`espaco: CHEIO`, with the embedded database `espacoBanco` too) is 503 as well, since nothing can be
 * written; low space is reported earlier. The full disk of an external database is reported with 200: it affects all processes
 * alike, and a load balancer that found none healthy would keep people from reading too.
 *
 * It uses its own connection: a process whose other connections are all in use is busy, not unhealthy, and a load balancer that
 * thought otherwise would cut its requests off.
 */
export function registerHealth(
  app: FastifyInstance,
  { pool, settings }: Pick<Deps, 'pool'> & { settings: Pick<Deps['settings'], 'dataDir' | 'databaseUrl'> },
  space = diskSpace,
) {
  const own = openPool(pool.options.connectionString ?? '', {
    max: 1,
    name: 'balcao saude',
    connectionTimeout: TIMEOUT,
    answerTimeout: TIMEOUT,
  });
  app.addHook('onClose', () => own.end());
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => {
    const [health, disk] = await Promise.all([healthOf(own), space(settings.dataDir)]);
    const espaco = disk?.state ?? 'OK';
    const answers = health.banco && health.migracoes;
    // Only a full disk is tried again, which takes time. A database that does not answer may have been stopped by one.
    const espacoBanco = answers
      ? await inTime(databaseDisk({ pool, settings }, own), 'CHEIO')
      : await knownDatabaseDisk({ pool, settings }, space);
    const embedded = settings.databaseUrl === undefined;
    const full = espaco === 'CHEIO' || espacoBanco === 'CHEIO';
    const writes = espaco !== 'CHEIO' && !(embedded && espacoBanco === 'CHEIO');
    const status = full ? 'sem espaço em disco' : answers ? 'ok' : 'indisponível';
    return reply
      .code(answers && writes ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status, ...health, espaco, espacoBanco });
  });
}

const healthOf = (pool: Deps['pool']): Promise<{ banco: boolean; migracoes: boolean }> =>
  inTime(
    isMigrated(pool).then((migracoes) => ({ banco: true, migracoes }), noAnswer),
    { banco: false, migracoes: false },
  );

/** The answer, or `otherwise` if there is none in time. */
async function inTime<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  const late = new AbortController();
  try {
    return await Promise.race([answer, pause(TIMEOUT, otherwise, { signal: late.signal })]);
  } finally {
    late.abort();
  }
}

/** An error from PostgreSQL itself (42P01: never migrated) means that the database is reachable. */
const noAnswer = (error: { code?: string }) => ({ banco: error.code === '42P01', migracoes: false });
