import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { REALTIME_NOTIFICATION } from './signal.ts';

export interface Feed {
  /** Resolves once notifications arrive. */
  ready: () => Promise<void>;
  /** Asks whether the connection still answers; one that does not is replaced. */
  check: () => Promise<void>;
  stop: () => Promise<void>;
}

interface FeedOptions {
  url: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
  onNotification: (payload: string) => void;
  /** Notifications arrive again after a time in which they did not. */
  onResumed: () => void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 15_000;

/** The one connection of this process that listens; it comes back by itself, ever slower, until it is stopped. */
export function openFeed({ url, log, onNotification, onResumed }: FeedOptions): Feed {
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let ready = connect(FIRST_WAIT, false);

  async function connect(wait: number, again: boolean): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'balcao tempo real',
      query_timeout: 10_000,
    });
    next.on('notification', ({ payload }) => onNotification(payload ?? ''));
    next.on('error', () => {});
    try {
      await next.connect();
      await next.query(`listen ${REALTIME_NOTIFICATION}`);
    } catch (error) {
      await next.end().catch(() => {});
      if (stopped) return;
      log.warn({ err: error }, 'no live events from the database');
      await new Promise<void>((resolve) => {
        timer = setTimeout(resolve, wait);
      });
      return stopped ? undefined : connect(Math.min(wait * 2, LONGEST_WAIT), true);
    }
    client = next;
    if (stopped) return void (await next.end());
    next.on('end', () => {
      if (!stopped) ready = connect(FIRST_WAIT, true);
    });
    if (again) onResumed();
  }

  return {
    ready: () => ready,
    async check() {
      const asked = client;
      await asked?.query('select 1').catch(() => asked.end().catch(() => {}));
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
