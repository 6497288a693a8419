import { sql } from 'drizzle-orm';
import { MOST_ATTEMPTS } from '../adapters/mail/dispatcher.ts';
import type { Executor } from '../db/client.ts';
import { feedPending, outboxEmails, webhookDeliveries } from '../db/tables/index.ts';

export interface QueueFigure {
  queue: string;
  /** As pg-boss says it: created, retry, active, completed, cancelled, failed. */
  state: string;
  count: number;
}

export interface DatabaseFigures {
  queues: QueueFigure[];
  emails: { waiting: number; failed: number };
  deliveries: { waiting: number; given: number; done: number };
  feed: { waiting: number; seconds: number };
}

/** What is the same whichever process is asked. Kept for days at most, so counting is cheap. */
export async function databaseFigures(db: Executor): Promise<DatabaseFigures> {
  const { rows } = await db.execute<{
    queue: string | null;
    waiting: number;
    failed: number;
    pending: number;
    given: number;
    done: number;
    lag: number;
    seconds: number;
  }>(sql`
    select to_regclass('pgboss.job')::text as queue,
      (select count(*)::int from ${outboxEmails} where sent_at is null and attempts < ${MOST_ATTEMPTS}) as waiting,
      (select count(*)::int from ${outboxEmails} where sent_at is null and attempts >= ${MOST_ATTEMPTS}) as failed,
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
    emails: { waiting: row.waiting, failed: row.failed },
    deliveries: { waiting: row.pending, given: row.given, done: row.done },
    feed: { waiting: row.lag, seconds: row.seconds },
  };
}
