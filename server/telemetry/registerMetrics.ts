import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AggregatorRegistry, Gauge, type MetricObject, Registry } from 'prom-client';
import { lastBackup } from '../backup/runs.ts';
import type { Deps } from '../context.ts';
import { notFound } from '../errors.ts';
import type { RealtimeNode } from '../realtime/node.ts';
import { databaseFigures } from './databaseFigures.ts';
import { NODE_ID, snapshotsOfOthers } from './nodes.ts';
import { type ProcessMetrics, processMetrics } from './processMetrics.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What this process counts; null where nobody may ask. */
    metrics: ProcessMetrics | null;
  }
}

/**
 * `GET /metrics` for Prometheus, for who has METRICS_TOKEN; for anybody else there is no such address. Whichever process
 * answers tells of all that live: of itself as it is now, of the others as they last wrote it down.
 */
export function registerMetrics(
  app: FastifyInstance,
  { db, pool, replica, settings }: Pick<Deps, 'db' | 'pool' | 'replica' | 'settings'>,
  live: Pick<RealtimeNode, 'connections'>,
): void {
  const { metricsToken } = settings;
  const metrics = metricsToken ? processMetrics(NODE_ID, pool, live.connections, replica) : null;
  app.decorate('metrics', metrics);
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!metrics || !metricsToken || !isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`))
      throw notFound();
    const all = [await metrics.snapshot(), ...(await snapshotsOfOthers(db)), await shared(db)];
    const text = await AggregatorRegistry.aggregate(all).metrics();
    return reply.header('Cache-Control', 'no-store').type(Registry.PROMETHEUS_CONTENT_TYPE).send(text);
  });
  if (!metrics) return;
  app.addHook('onResponse', async (request, reply) => {
    metrics.answered({
      route: request.routeOptions.url ?? 'desconhecida',
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    });
  });
  app.addHook('onClose', async () => metrics.stop());
}

/** In a time that says nothing of how much of it was right. */
const isSame = (given: string, right: string): boolean =>
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(right).digest());

/** Of the installation as a whole: no process is named. */
async function shared(db: Deps['db']): Promise<MetricObject[]> {
  const { queues, emails, deliveries, feed } = await databaseFigures(db);
  const backup = await lastBackup(db);
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const jobs = gauge('balcao_jobs', 'Long work in the queue, by queue and state', ['fila', 'estado']);
  for (const { queue, state, count } of queues) jobs.set({ fila: queue, estado: state }, count);
  const mails = gauge('balcao_emails', 'E-mails that were not sent', ['estado']);
  mails.set({ estado: 'esperando' }, emails.waiting);
  mails.set({ estado: 'desistiu' }, emails.failed);
  const sent = gauge('balcao_webhook_deliveries', 'Deliveries of webhooks that are kept, by state', [
    'estado',
  ]);
  sent.set({ estado: 'pendente' }, deliveries.waiting);
  sent.set({ estado: 'entregue' }, deliveries.done);
  sent.set({ estado: 'desistiu' }, deliveries.given);
  gauge('balcao_feed_waiting', 'Changes that have no place in the feed yet').set(feed.waiting);
  gauge('balcao_feed_lag_seconds', 'How long the oldest of them waits').set(feed.seconds);
  if (backup)
    gauge('balcao_backup_timestamp_seconds', 'When the last backup ended').set(
      backup.finishedAt.getTime() / 1_000,
    );
  return registry.getMetricsAsJSON() as unknown as Promise<MetricObject[]>;
}
