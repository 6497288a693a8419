import { asc, gte, inArray } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { realtimeEvents } from '../db/tables/index.ts';
import { type Hub, sendText } from './hub.ts';
import type { Presence } from './presence.ts';
import { clientFrameText } from './protocol.ts';
import type { Signal } from './signal.ts';

/** Ids of events that were told, so that catching up tells none twice. */
const REMEMBERED = 2_000;
/** A transaction may be this much older than its commit. */
const OVERLAP_MS = 30_000;

interface RelayOptions {
  deps: Pick<Deps, 'db' | 'now'>;
  hub: Hub;
  presence: Presence;
  onSessions: (which: Extract<Signal, { kind: 'sessions' }>) => void;
  onError: (error: unknown) => void;
}

/** From what the database notifies of to the connections of this process. */
export function createRelay({ deps: { db, now }, hub, presence, onSessions, onError }: RelayOptions) {
  const told = new Set<number>();
  let heardAt = now().getTime();
  let waiting: number[] = [];

  function tell({ id, channels, event, data }: typeof realtimeEvents.$inferSelect) {
    if (told.has(id)) return;
    told.add(id);
    const [oldest] = told;
    if (told.size > REMEMBERED && oldest !== undefined) told.delete(oldest);
    for (const channel of channels) hub.tell(channel, { event, data: { ...data, idEvento: id } });
  }

  /** One query for all that is notified of while the one before runs. */
  async function read() {
    const ids = waiting;
    waiting = [];
    if (hub.connections.size === 0) return;
    const rows = await db
      .select()
      .from(realtimeEvents)
      .where(inArray(realtimeEvents.id, ids))
      .orderBy(asc(realtimeEvents.id));
    for (const row of rows) tell(row);
  }

  function onEvent(id: number) {
    heardAt = now().getTime();
    waiting.push(id);
    if (waiting.length === 1) setImmediate(() => read().catch(onError));
  }

  function onSignal(content: Signal) {
    if (content.kind === 'client') tellClientEvent(hub, content);
    else if (content.kind === 'sessions') onSessions(content);
    else if (content.kind === 'members' && hub.listens(content.channel))
      presence.refresh(content.channel).catch(onError);
  }

  return {
    onNotification(payload: string) {
      if (/^\d+$/.test(payload)) onEvent(Number(payload));
      else onSignal(JSON.parse(payload) as Signal);
    },
    /** After a time without notifications: what was published meanwhile, and who is here. */
    async catchUp() {
      const since = new Date(heardAt - OVERLAP_MS);
      const rows = await db
        .select()
        .from(realtimeEvents)
        .where(gte(realtimeEvents.createdAt, since))
        .orderBy(asc(realtimeEvents.id));
      for (const row of rows) tell(row);
      for (const channel of hub.presenceChannels()) await presence.refresh(channel);
    },
  };
}

/** To all but the connection that said it. */
function tellClientEvent(hub: Hub, { channel, event, data, from, personId }: ClientSignal) {
  const text = clientFrameText({ channel, event, data: data ?? {}, user_id: String(personId) });
  for (const listener of hub.listenersOf(channel)) if (listener.socketId !== from) sendText(listener, text);
}

type ClientSignal = Extract<Signal, { kind: 'client' }>;
