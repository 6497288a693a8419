import { and, arrayOverlaps, asc, eq, gt, gte, lt, max, or, type SQL, sql } from 'drizzle-orm';
import type { realtimeRoutes } from '../../contract/config/realtime.ts';
import type { Input, Output } from '../../contract/route.ts';
import type { Context, Deps } from '../context.ts';
import { sweepRows } from '../db/sweepRows.ts';
import { realtimeEvents } from '../db/tables/index.ts';
import { allowedChannels } from './channelAccess.ts';

type Missed = typeof realtimeRoutes.missed;

/** For more events than this, reloading what is on the screen is faster. */
const MAX_EVENTS = 500;
/** The longest that a transaction may take: its events are committed after later ones that the client already has. */
const OVERLAP_MS = 30_000;
const RETENTION_MS = 24 * 60 * 60 * 1000;

/** The events on the person's channels after the cursor. */
export async function missed({ query }: Input<Missed>, ctx: Context): Promise<Output<Missed>> {
  const requested = [...new Set(query.canais ?? [])];
  const allowed = await allowedChannels(ctx.db, ctx.user, requested);
  // Read before the events: one written in between is returned again next time instead of being skipped.
  const cursor = await newest(ctx);
  const itens = await since(ctx, query, [...allowed]);
  return {
    cursor,
    perdido: itens === null,
    itens: itens ?? [],
    recusados: requested.filter((channel) => !allowed.has(channel)),
  };
}

async function newest({ db }: Context): Promise<number> {
  const [row] = await db.select({ id: max(realtimeEvents.id) }).from(realtimeEvents);
  return row?.id ?? 0;
}

/** Returns `null` if the cursor is older than the stored events, or if there are too many of them. */
async function since({ db, now }: Context, { desde, abertoHa }: Input<Missed>['query'], channels: string[]) {
  if (desde === undefined && abertoHa === undefined) return [];
  const condition =
    desde === undefined
      ? gte(realtimeEvents.createdAt, new Date(now().getTime() - (abertoHa ?? 0)))
      : await afterCursor(db, desde);
  if (!condition) return null;
  if (channels.length === 0) return [];
  const rows = await db
    .select()
    .from(realtimeEvents)
    .where(and(condition, arrayOverlaps(realtimeEvents.channels, channels)))
    .orderBy(asc(realtimeEvents.id))
    .limit(MAX_EVENTS + 1);
  if (rows.length > MAX_EVENTS) return null;
  return rows.map(({ id, channels: reached, event, data }) => ({
    id,
    canais: reached.filter((channel) => channels.includes(channel)),
    evento: event,
    dados: data,
  }));
}

async function afterCursor(db: Context['db'], cursor: number): Promise<SQL | undefined> {
  const [known] = await db
    .select({ at: realtimeEvents.createdAt })
    .from(realtimeEvents)
    .where(eq(realtimeEvents.id, cursor));
  // Zero is the cursor of an installation without any events yet.
  if (!known) return cursor > 0 ? undefined : gt(realtimeEvents.id, 0);
  const overlap = new Date(known.at.getTime() - OVERLAP_MS);
  return or(gt(realtimeEvents.id, cursor), gte(realtimeEvents.createdAt, overlap));
}

/** Removes events that no client resumes from any more. */
export const sweepRealtime = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> => {
  const before = new Date(now().getTime() - RETENTION_MS).toISOString();
  const old = lt(realtimeEvents.createdAt, sql`${before}::timestamptz`);
  return sweepRows(db, realtimeEvents, old, realtimeEvents.createdAt);
};
