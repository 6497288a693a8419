import { and, arrayOverlaps, asc, eq, gt, gte, lt, max, or, type SQL, sql } from 'drizzle-orm';
import type { realtimeRoutes } from '../../contract/config/realtime.ts';
import type { Input, Output } from '../../contract/route.ts';
import type { Context, Deps } from '../context.ts';
import { sweepRows } from '../db/sweepRows.ts';
import { realtimeEvents } from '../db/tables/index.ts';
import { allowedChannels } from './channelAccess.ts';

type Missed = typeof realtimeRoutes.missed;

/** More than this is read faster by asking for what is on the screen. */
const MOST_EVENTS = 500;
/** A transaction may take this long: its event is committed after later ones that the client has. */
const OVERLAP_MS = 30_000;
const KEPT_MS = 24 * 60 * 60 * 1000;

/** What the person's channels were told after the cursor. */
export async function missed({ query }: Input<Missed>, ctx: Context): Promise<Output<Missed>> {
  const asked = [...new Set(query.canais ?? [])];
  const allowed = await allowedChannels(ctx.db, ctx.user, asked);
  // Read before the events: what is written in between is answered again next time, not skipped.
  const cursor = await newest(ctx);
  const itens = await since(ctx, query, [...allowed]);
  return {
    cursor,
    perdido: itens === null,
    itens: itens ?? [],
    recusados: asked.filter((channel) => !allowed.has(channel)),
  };
}

async function newest({ db }: Context): Promise<number> {
  const [row] = await db.select({ id: max(realtimeEvents.id) }).from(realtimeEvents);
  return row?.id ?? 0;
}

/** `null`: the cursor is older than what is kept, or there are too many. */
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
    .limit(MOST_EVENTS + 1);
  if (rows.length > MOST_EVENTS) return null;
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
  // Zero is the cursor of an installation where nothing was told yet.
  if (!known) return cursor > 0 ? undefined : gt(realtimeEvents.id, 0);
  const overlap = new Date(known.at.getTime() - OVERLAP_MS);
  return or(gt(realtimeEvents.id, cursor), gte(realtimeEvents.createdAt, overlap));
}

/** Takes away what nobody resumes from any more. */
export const sweepRealtime = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> => {
  const before = new Date(now().getTime() - KEPT_MS).toISOString();
  const old = lt(realtimeEvents.createdAt, sql`${before}::timestamptz`);
  return sweepRows(db, realtimeEvents, old, realtimeEvents.createdAt);
};
