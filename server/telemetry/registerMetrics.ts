import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { AggregatorRegistry, Gauge, type MetricObject, Registry } from 'prom-client';
import { MAX_ATTEMPTS } from '../adapters/mail/outbox.ts';
import { lastBackup } from '../backup/runs.ts';
import type { Deps } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { feedPending, outboxEmails, receivedEmails, webhookDeliveries } from '../db/tables/index.ts';
import { notFound } from '../errors.ts';
import type { RealtimeNode } from '../realtime/node.ts';
import { NODE_ID, type ProcessMetrics, processMetrics, snapshotsOfOthers } from './nodes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The metrics of this process; null if no one may request them. */
    metrics: ProcessMetrics | null;
  }
}

/**
 * `GET /metrics` for Prometheus, for callers with METRICS_TOKEN; for anyone else the address does not exist. Any process
 * reports all running ones: its own current metrics, and the ones that the others last recorded.
 */
export function registerMetrics(
  app: FastifyInstance,
  { db, pool, replica, settings }: Pick<Deps, 'db' | 'pool' | 'replica' | 'settings'>,
  live: Pick<RealtimeNode, 'connections'>,
): void {
  const { metricsToken } = settings;
  const metrics = metricsToken
    ? processMetrics(NODE_ID, { pool, replica, settings }, live.connections)
    : null;
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

/** Compares in a time that reveals nothing about how much of the text was right. */
const isSame = (given: string, right: string): boolean =>
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(right).digest());

/** Metrics of the installation as a whole, which name no process. */
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
  gauge('balcao_emails_unread', 'Received e-mails that were set aside unread').set(emails.unread);
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

export interface QueueFigure {
  queue: string;
  /** The state as pg-boss names it: created, retry, active, completed, cancelled, failed. */
  state: string;
  count: number;
}

interface DatabaseFigures {
  queues: QueueFigure[];
  emails: { waiting: number; failed: number; unread: number };
  deliveries: { waiting: number; given: number; done: number };
  feed: { waiting: number; seconds: number };
}

/** Figures that are the same whichever process is asked. Rows are kept for days at most, so counting is cheap. */
export async function databaseFigures(db: Executor): Promise<DatabaseFigures> {
  const { rows } = await db.execute<{
    queue: string | null;
    waiting: number;
    failed: number;
    unread: number;
    pending: number;
    given: number;
    done: number;
    lag: number;
    seconds: number;
  }>(sql`
    select to_regclass('pgboss.job')::text as queue,
      (select count(*)::int from ${outboxEmails} where sent_at is null and attempts < ${MAX_ATTEMPTS}) as waiting,
      (select count(*)::int from ${outboxEmails} where sent_at is null and attempts >= ${MAX_ATTEMPTS}) as failed,
      (select count(*)::int from ${receivedEmails}
        where state = 'ESPERA' and read_attempts > 0 and detail <> '') as unread,
      (select count(*)::int from ${webhookDeliveries} where state = 'PENDENTE') as pending,
      (select count(*)::int from ${webhookDeliveries} where state = 'DESISTIU') as given,
      (select count(*)::int from ${webhookDeliveries} where state = 'ENTREGUE') as done,
      (select count(*)::int from ${feedPending}) as lag,
      (select coalesce(extract(epoch from clock_timestamp() - min(written_at)), 0)::float from ${feedPending}) as seconds`);
  const [row] = rows;
  if (!row) throw new Error('the database told no figures');
  const queues = row.queue
    ? await db.execute<QueueFigure & Record<string, unknown>>(
        sql`select name as queue, state::text as state, count(*)::int as count from pgboss.job
            where name not like '\\_\\_%' group by 1, 2 order by 1, 2`,
      )
    : { rows: [] };
  return {
    queues: queues.rows,
    emails: { waiting: row.waiting, failed: row.failed, unread: row.unread },
    deliveries: { waiting: row.pending, given: row.given, done: row.done },
    feed: { waiting: row.lag, seconds: row.seconds },
  };
}
