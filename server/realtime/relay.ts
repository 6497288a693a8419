import { asc, gt, inArray, sql } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { realtimeEvents } from '../db/tables/index.ts';
import { clientFrameText, type Hub, sendText } from './hub.ts';
import type { Presence } from './presence.ts';
import type { Signal } from './signal.ts';

/** Milliseconds between two checks for events that were not announced. */
export const POLL_INTERVAL_MS = 1_000;
/** How much later than its row an event may be committed; it is searched for this long. */
const OVERLAP_MS = 30_000;
/** When the first connection arrives, up to this many events before the last one may not be committed yet. */
const BEFORE = 1_000;

interface RelayOptions {
  deps: Pick<Deps, 'db'>;
  hub: Hub;
  presence: Presence;
  onSessions: (which: Extract<Signal, { kind: 'sessions' }>) => void;
  onError: (error: unknown) => void;
}

/** Forwards what the database announces to the connections of this process. */
export function createRelay({ deps: { db }, hub, presence, onSessions, onError }: RelayOptions) {
  const published = new Set<number>();
  /** Events that existed before anyone was connected, which are not sent. */
  const before = new Set<number>();
  /** The last event id at each check; everything up to the first of them is settled. */
  let looks: { at: number; last: number }[] = [];
  let waiting: number[] = [];

  function publish({ id, channels, event, data }: typeof realtimeEvents.$inferSelect) {
    if (published.has(id)) return;
    published.add(id);
    for (const channel of channels) hub.publish(channel, { event, data: { ...data, idEvento: id } });
  }

  /** One query for all events announced while the previous query ran. */
  async function read() {
    const ids = waiting;
    waiting = [];
    await publishThose(ids);
  }

  async function publishThose(ids: number[]) {
    if (hub.connections.size === 0 || ids.length === 0) return;
    const rows = await db
      .select()
      .from(realtimeEvents)
      .where(inArray(realtimeEvents.id, ids))
      .orderBy(asc(realtimeEvents.id));
    for (const row of rows) publish(row);
  }

  function onEvent(id: number) {
    waiting.push(id);
    if (waiting.length === 1) setImmediate(() => read().catch(onError));
  }

  /**
   * Finds events that are committed but were not announced, because their process died right after the commit or the
   * notification was lost. Does nothing while no one is connected.
   */
  async function look() {
    if (hub.connections.size === 0) return forget();
    const at = performance.now();
    const settled = looks[0]?.last;
    const from = settled ?? sql`(select max(${realtimeEvents.id}) - ${BEFORE}::int from ${realtimeEvents})`;
    const rows = await db
      .select({ id: realtimeEvents.id })
      .from(realtimeEvents)
      .where(gt(realtimeEvents.id, from))
      .orderBy(asc(realtimeEvents.id));
    const ids = rows.map(({ id }) => id);
    if (settled === undefined) for (const id of ids) before.add(id);
    else await publishThose(ids.filter((id) => !published.has(id) && !before.has(id)));
    looks.push({ at, last: ids.at(settled === undefined ? 0 : -1) ?? settled ?? 0 });
    while (looks[1] && looks[1].at < at - OVERLAP_MS) looks.shift();
    for (const announcedIds of [published, before])
      for (const id of announcedIds) if (id <= (looks[0]?.last ?? 0)) announcedIds.delete(id);
  }

  function forget() {
    looks = [];
    published.clear();
    before.clear();
  }

  function onSignal(content: Signal) {
    if (content.kind === 'client') relayClientEvent(hub, content);
    else if (content.kind === 'sessions') onSessions(content);
    else if (content.kind === 'members' && hub.listens(content.channel))
      presence.refresh(content.channel).catch(onError);
  }

  return {
    onNotification(payload: string) {
      if (/^\d+$/.test(payload)) onEvent(Number(payload));
      else onSignal(JSON.parse(payload) as Signal);
    },
    look,
    /** After a gap in notifications: sends what was published meanwhile and refreshes who is present. */
    async catchUp() {
      await look();
      for (const channel of hub.presenceChannels()) await presence.refresh(channel);
    },
  };
}

/** Sends to all listeners except the connection that sent it. */
function relayClientEvent(hub: Hub, { channel, event, data, from, personId }: ClientSignal) {
  const text = clientFrameText({ channel, event, data: data ?? {}, user_id: String(personId) });
  for (const listener of hub.listenersOf(channel)) if (listener.socketId !== from) sendText(listener, text);
}

type ClientSignal = Extract<Signal, { kind: 'client' }>;
