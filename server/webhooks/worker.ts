import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../context.ts';
import { webhookDeliveries, webhooks } from '../db/tables/index.ts';
import { onFeedNotification } from '../realtime/signal.ts';
import { pollLoop } from '../rounds.ts';
import { attempt, type Claimed, claim, recordOutcome, release } from './deliver.ts';
import { fanOut } from './fanOut.ts';
import { switchOffFailing } from './switchOff.ts';

/** The most concurrent attempts of one process at one address; other addresses do not wait for them. */
const AT_ONE_ADDRESS = 4;
/** How long running attempts may wait for a response at shutdown before they are aborted, in milliseconds. */
const SHUTDOWN_TIMEOUT = 1_000;
/** How often addresses that only fail are searched for, in milliseconds. */
const CHECK_INTERVAL = 60_000;

type Needs = Pick<Deps, 'db' | 'pool' | 'settings' | 'now'>;

/** Notifies other systems of changes, in every process that does background work; they share the deliveries. */
export function startWebhooks(
  { db, pool, settings, now }: Needs,
  log: Pick<FastifyBaseLogger, 'warn'>,
): { stop(): Promise<void> } {
  const underWay = new Map<number, Set<Promise<void>>>();
  /** Slots reserved for deliveries that are being claimed. */
  const reservedPlaces = new Map<number, number>();
  const takes = new Set<Promise<void>>();
  const stopping = new AbortController();
  let stopped = false;
  let failing = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const busy = (id: number) => (underWay.get(id)?.size ?? 0) + (reservedPlaces.get(id) ?? 0);
  const keep = (id: number, places: number) => reservedPlaces.set(id, (reservedPlaces.get(id) ?? 0) + places);

  function send(claimed: Claimed) {
    const running = underWay.get(claimed.webhook_id) ?? new Set();
    underWay.set(claimed.webhook_id, running);
    const work = attempt(claimed, settings, stopping.signal)
      .then(async (outcome) => {
        await (outcome ? recordOutcome(db, claimed, outcome) : release(db, claimed));
      })
      .catch((err: unknown) => log.warn({ err, delivery: claimed.id }, 'a delivery was not settled'))
      .finally(() => {
        running.delete(work);
        // The next delivery to this address does not wait for the next poll.
        if (!stopped) void take(claimed.webhook_id).catch(() => {});
      });
    running.add(work);
  }

  function take(webhookId: number): Promise<void> {
    const work = takeSome(webhookId).finally(() => takes.delete(work));
    takes.add(work);
    return work;
  }

  async function takeSome(webhookId: number) {
    const free = AT_ONE_ADDRESS - busy(webhookId);
    if (free <= 0 || stopped) return;
    keep(webhookId, free);
    try {
      for (const claimed of await claim(db, webhookId, free))
        if (stopped) await release(db, claimed);
        else send(claimed);
    } finally {
      keep(webhookId, -free);
    }
  }

  async function look(): Promise<boolean> {
    await fanOut({ db, now, log });
    const { rows } = await db.execute<{ id: number }>(sql`
      select w.id from ${webhooks} w where exists (select from ${webhookDeliveries} d
        where d.webhook_id = w.id and d.state = 'PENDENTE' and d.next_attempt_at <= now()
          and (d.test or (w.active and (w.resting_until is null or w.resting_until <= now()))))`);
    for (const { id } of rows) await take(id);
    if (performance.now() - lookedAt > CHECK_INTERVAL) {
      lookedAt = performance.now();
      await switchOffFailing({ db, now });
    }
    return rows.length > 0;
  }

  const turns = pollLoop(async () => {
    try {
      const found = await look();
      failing = false;
      return found;
    } catch (err) {
      if (!failing) log.warn({ err }, 'webhooks are not sent');
      failing = true;
      return false;
    }
  });
  const news = onFeedNotification({ pool }, log, ['numbered', 'due'], turns.wake);
  return {
    stop: async () => {
      stopped = true;
      await news.stop();
      await turns.stop();
      await Promise.allSettled([...takes]);
      const abort = setTimeout(() => stopping.abort(), SHUTDOWN_TIMEOUT);
      await Promise.allSettled([...underWay.values()].flatMap((running) => [...running]));
      clearTimeout(abort);
    },
  };
}
