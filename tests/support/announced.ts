import { and, asc, gt, max, ne } from 'drizzle-orm';
import { PERSONAL_DATA_VIEWED } from '#contract/catalogs/auditNames.ts';
import type { Db } from '#server/db/client.ts';
import { auditLog, feedPending, realtimeEvents } from '#server/db/tables/index.ts';

/** What a piece of work left for others to hear of, each list in the order in which it was written. */
interface Announced {
  /** `pickups CRIAR`. */
  audit: string[];
  /** What other systems are told: `tickets passo`. */
  feed: string[];
  /** The event and its channels, without their numbers: `coletas.mudaram > private-coletas private-coletas-filial-#`. */
  live: string[];
}

/** Carries the work out and returns what it announced. */
export async function announcedBy(db: Db, work: () => Promise<unknown>): Promise<Announced> {
  const [audit, feed, live] = await Promise.all([auditLog, feedPending, realtimeEvents].map(lastOf(db)));
  await work();
  // Who looked at personal data is logged up to two seconds later.
  const entries = await db
    .select()
    .from(auditLog)
    .where(and(gt(auditLog.id, audit ?? 0), ne(auditLog.action, PERSONAL_DATA_VIEWED)))
    .orderBy(asc(auditLog.id));
  const changes = await db
    .select()
    .from(feedPending)
    .where(gt(feedPending.id, feed ?? 0))
    .orderBy(asc(feedPending.id));
  const events = await db
    .select()
    .from(realtimeEvents)
    .where(gt(realtimeEvents.id, live ?? 0))
    .orderBy(asc(realtimeEvents.id));
  return {
    audit: entries.map(({ entity, action }) => `${entity} ${action}`),
    feed: changes.map(({ type, happened }) => `${type} ${happened}`),
    live: events.map(({ event, channels }) => `${event} > ${channels.join(' ').replace(/\d+/g, '#')}`),
  };
}

const lastOf = (db: Db) => async (table: typeof auditLog | typeof feedPending | typeof realtimeEvents) => {
  const [row] = await db.select({ last: max(table.id) }).from(table);
  return row?.last ?? 0;
};
