import { asc, gt, inArray, sql } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { realtimeEvents } from '../db/tables/index.ts';
import { clientFrameText, type Hub, sendText } from './hub.ts';
import type { Presence } from './presence.ts';
import type { Signal } from './signal.ts';

/** How often it looks by itself for what nobody announced. */
export const LOOK_EVERY_MS = 1_000;
/** A transaction may be this much older than its commit: so long its event is looked for. */
const OVERLAP_MS = 30_000;
/** So many before the last may not be committed yet when the first connection comes. */
const BEFORE = 1_000;

interface RelayOptions {
  deps: Pick<Deps, 'db'>;
  hub: Hub;
  presence: Presence;
  onSessions: (which: Extract<Signal, { kind: 'sessions' }>) => void;
  onError: (error: unknown) => void;
}

/** From what the database notifies of to the connections of this process. */
export function createRelay({ deps: { db }, hub, presence, onSessions, onError }: RelayOptions) {
  const published = new Set<number>();
  /** Those that stood before anybody was connected: none of theirs. */
  const before = new Set<number>();
  /** What was last, at each look; all up to the first is settled. */
  let looks: { at: number; last: number }[] = [];
  let waiting: number[] = [];

  function publish({ id, channels, event, data }: typeof realtimeEvents.$inferSelect) {
    if (published.has(id)) return;
    published.add(id);
    for (const channel of channels) hub.publish(channel, { event, data: { ...data, idEvento: id } });
  }

  /** One query for all that is notified of while the one before runs. */
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
   * What stands and was not told: its process died between the commit and the word of it, or the word did not arrive. While
   * nobody is connected there is nothing to look for.
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
    for (const known of [published, before])
      for (const id of known) if (id <= (looks[0]?.last ?? 0)) known.delete(id);
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
    /** After a time without notifications: what was published meanwhile, and who is here. */
    async catchUp() {
      await look();
      for (const channel of hub.presenceChannels()) await presence.refresh(channel);
    },
  };
}

/** To all but the connection that said it. */
function relayClientEvent(hub: Hub, { channel, event, data, from, personId }: ClientSignal) {
  const text = clientFrameText({ channel, event, data: data ?? {}, user_id: String(personId) });
  for (const listener of hub.listenersOf(channel)) if (listener.socketId !== from) sendText(listener, text);
}

type ClientSignal = Extract<Signal, { kind: 'client' }>;
