import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../context.ts';
import { isMigrated } from '../db/migrate.ts';

const PATIENCE = 2_000;

/** `GET /healthz` for balancers and supervisors: 200 when the database answers and is of this version, else 503. */
export function registerHealth(app: FastifyInstance, { pool }: Pick<Deps, 'pool'>) {
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => {
    const health = await healthOf(pool);
    const healthy = health.banco && health.migracoes;
    return reply
      .code(healthy ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: healthy ? 'ok' : 'indisponível', ...health });
  });
}

async function healthOf(pool: Deps['pool']): Promise<{ banco: boolean; migracoes: boolean }> {
  const late = new AbortController();
  const nothing = { banco: false, migracoes: false };
  try {
    return await Promise.race([
      isMigrated(pool).then((migracoes) => ({ banco: true, migracoes }), noAnswer),
      pause(PATIENCE, nothing, { signal: late.signal }),
    ]);
  } finally {
    late.abort();
  }
}

/** An error that PostgreSQL itself sends (42P01: never migrated) means that the database is there. */
const noAnswer = (error: { code?: string }) => ({ banco: error.code === '42P01', migracoes: false });
