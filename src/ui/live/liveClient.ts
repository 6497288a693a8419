import type { realtimeRoutes } from '#contract/realtime.ts';
import type { Output } from '#contract/route.ts';

interface LiveEvent {
  event: string;
  data: Record<string, unknown>;
}

export interface Member {
  id: number;
  nome: string;
}

/** A screen's handlers for one channel. */
export interface Listener {
  onEvent?: (event: LiveEvent) => void;
  /** Events may have been missed, so the displayed data must be refetched. */
  onMissed?: () => void;
  onMembers?: (members: readonly Member[]) => void;
  onWhisper?: (event: string, from: number, data: Record<string, unknown>) => void;
}

/**
 * `off`: not available here. `lost`: was connected and will reconnect automatically. `refused`: the server rejected the
 * connection.
 */
type LiveStatus = 'off' | 'connecting' | 'live' | 'lost' | 'refused';

export interface TransportEvents {
  onStatus: (status: 'connecting' | 'live' | 'lost' | 'refused') => void;
  /** The server has answered the subscription, whether it granted or refused it; after each reconnection again. */
  onSubscribed: (channel: string) => void;
  onEvent: (channel: string, event: LiveEvent) => void;
  onMembers: (channel: string, members: readonly Member[]) => void;
  onWhisper: (channel: string, event: string, from: number, data: Record<string, unknown>) => void;
}

export interface Transport {
  subscribe: (channel: string) => void;
  unsubscribe: (channel: string) => void;
  whisper: (channel: string, event: string, data: object) => void;
  close: () => void;
}

/** Resolves to null if live updates are not available. */
export type OpenTransport = (events: TransportEvents) => Promise<Transport | null>;
/** `since` is the last known event, or how long (ms) the page has been listening without a connection. */
export type Resume = (
  since: { desde: number } | { abertoHa: number } | undefined,
  channels: string[],
) => Promise<Output<typeof realtimeRoutes.missed>>;

interface LiveState {
  status: LiveStatus;
  /** When the displayed data was last known to be current. */
  freshAt: number;
}

/** Number of known event ids to remember, since a resumed connection repeats some events. */
const REMEMBERED = 500;
const FIRST_RETURN_MS = 5_000;
const MAX_RECONNECT_DELAY_MS = 5 * 60_000;
/** A screen that waited longer than this for its channel, in ms, may have missed events. */
const QUICK_START_MS = 1_500;
/** Events are caught up once all subscriptions are answered, or after this if one never is, in ms. */
const MAX_SUBSCRIBING_MS = 10_000;
/** Older changes are shown without announcing who wrote them. */
const MAX_LATENESS_MS = 60_000;

/** The channels that screens listen to, over a single connection that resumes where it was lost. */
export function createLiveClient(resume: Resume) {
  const listeners = new Map<string, Map<Listener, number>>();
  const members = new Map<string, readonly Member[]>();
  const watchers = new Set<() => void>();
  const seenKeys = new Set<string>();
  let state: LiveState = { status: 'off', freshAt: Date.now() };
  let transport: Transport | null = null;
  let open: OpenTransport | null = null;
  let cursor: number | undefined;
  let wasLive = false;
  /** Incremented on each start and stop; events of an older connection are ignored. */
  let era = 0;
  /** Channels that the server has not answered yet, and since when they are asked for. */
  const asked = new Map<string, number>();
  let onAllAnswered: ((holds: boolean) => void) | undefined;
  let wait = FIRST_RETURN_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function become(status: LiveStatus) {
    const fresh = status === 'live' || state.status === 'live';
    state = { status, freshAt: fresh ? Date.now() : state.freshAt };
    for (const watcher of watchers) watcher();
  }

  const each = (channel: string, notify: (listener: Listener) => void) => {
    for (const listener of [...(listeners.get(channel)?.keys() ?? [])]) notify(listener);
  };
  const allMissed = () => {
    for (const channel of listeners.keys()) each(channel, ({ onMissed }) => onMissed?.());
  };

  function receive(channel: string, { event, data }: LiveEvent) {
    const id = Number(data.idEvento);
    if (id) {
      const key = `${id} ${channel}`;
      if (seenKeys.has(key)) return;
      seenKeys.add(key);
      const [oldest] = seenKeys;
      if (seenKeys.size > REMEMBERED && oldest !== undefined) seenKeys.delete(oldest);
      cursor = Math.max(cursor ?? 0, id);
    }
    each(channel, ({ onEvent }) => onEvent?.({ event, data }));
  }

  async function onLive() {
    wait = FIRST_RETURN_MS;
    const first = !wasLive;
    wasLive = true;
    become('live');
    const eraAtStart = era;
    for (const channel of listeners.keys()) asked.set(channel, Date.now());
    // What happens while a channel is not granted yet reaches nobody: asked for earlier, it would be lost for good.
    if (!(await allAnswered()) || eraAtStart !== era) return;
    try {
      const late = first ? lateStart() : undefined;
      const since = cursor === undefined ? late : { desde: cursor };
      const missed = await resume(since, [...listeners.keys()]);
      if (eraAtStart !== era) return;
      if (!first && (missed.perdido || cursor === undefined)) allMissed();
      else
        for (const { id, canais, evento, dados } of missed.itens)
          for (const canal of canais) receive(canal, { event: evento, data: { ...dados, idEvento: id } });
      cursor = Math.max(cursor ?? 0, missed.cursor);
    } catch {
      if (eraAtStart === era && !first) allMissed();
    }
  }

  /** Resolves once no subscription is unanswered, or too long; false if the connection began anew in the meantime. */
  const allAnswered = () =>
    new Promise<boolean>((resolve) => {
      onAllAnswered?.(false);
      const end = (holds: boolean) => {
        clearTimeout(limit);
        onAllAnswered = undefined;
        resolve(holds);
      };
      const limit = setTimeout(end, MAX_SUBSCRIBING_MS, true);
      onAllAnswered = end;
      if (asked.size === 0) end(true);
    });

  function answered(channel: string) {
    const waited = Date.now() - (asked.get(channel) ?? Date.now());
    asked.delete(channel);
    if (onAllAnswered) {
      if (asked.size === 0) onAllAnswered(true);
    } else if (waited > QUICK_START_MS) void catchUp(channel, waited);
  }

  /** Delivers what happened on a channel that was granted late. */
  async function catchUp(channel: string, waited: number) {
    const eraAtStart = era;
    const since = { abertoHa: Math.min(waited, MAX_LATENESS_MS) };
    const missed = await resume(since, [channel]).catch(() => null);
    if (eraAtStart !== era) return;
    if (!missed || missed.perdido) each(channel, ({ onMissed }) => onMissed?.());
    else
      for (const { id, evento, dados } of missed.itens)
        receive(channel, { event: evento, data: { ...dados, idEvento: id } });
  }

  /**
   * Makes screens that waited long for the first connection refetch. Returns how long the oldest has been listening (ms), so
   * that changes made meanwhile are announced as if they had just happened.
   */
  function lateStart(): { abertoHa: number } | undefined {
    const now = Date.now();
    const waits: number[] = [];
    for (const each of listeners.values())
      for (const [{ onMissed }, since] of each) {
        waits.push(now - since);
        if (now - since > QUICK_START_MS) onMissed?.();
      }
    return waits.length > 0 ? { abertoHa: Math.min(Math.max(...waits), MAX_LATENESS_MS) } : undefined;
  }

  async function connect() {
    const mine = era;
    const ifMine =
      <A extends unknown[]>(act: (...args: A) => void) =>
      (...args: A) => {
        if (mine === era) act(...args);
      };
    become('connecting');
    const opened = await open?.({
      onStatus: ifMine((status) => {
        if (status === 'live') return void onLive();
        if (status === 'refused') return comeBackLater();
        become(wasLive ? 'lost' : status);
      }),
      onSubscribed: ifMine(answered),
      onEvent: ifMine(receive),
      onMembers: ifMine((channel, present) => {
        members.set(channel, present);
        each(channel, ({ onMembers }) => onMembers?.(present));
      }),
      onWhisper: ifMine((channel, event, from, data) =>
        each(channel, ({ onWhisper }) => onWhisper?.(event, from, data)),
      ),
    }).catch(() => undefined);
    if (mine !== era) return opened?.close();
    if (opened === null) return become('off');
    if (opened === undefined) return comeBackLater();
    transport = opened;
    for (const channel of listeners.keys()) transport.subscribe(channel);
  }

  /** The server closed the connection, e.g. because a new password renewed the session; reconnects with increasing delays. */
  function comeBackLater() {
    transport?.close();
    transport = null;
    era++;
    become(wasLive ? 'lost' : 'refused');
    timer = setTimeout(connect, wait);
    wait = Math.min(wait * 2, MAX_RECONNECT_DELAY_MS);
  }

  return {
    state: () => state,
    watch(watcher: () => void) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    start(opener: OpenTransport) {
      open = opener;
      void connect();
    },
    /** Called when the person leaves; discards everything that was received. */
    stop() {
      era++;
      clearTimeout(timer);
      transport?.close();
      transport = null;
      cursor = undefined;
      wasLive = false;
      seenKeys.clear();
      members.clear();
      asked.clear();
      onAllAnswered?.(false);
      become('off');
    },
    /** Listens until the returned function is called. Before the start, the channel is queued. */
    listen(channel: string, listener: Listener): () => void {
      const there = listeners.get(channel);
      if (there) there.set(listener, Date.now());
      else {
        listeners.set(channel, new Map([[listener, Date.now()]]));
        if (transport) asked.set(channel, Date.now());
        transport?.subscribe(channel);
      }
      const present = members.get(channel);
      if (present) listener.onMembers?.(present);
      return () => {
        const left = listeners.get(channel);
        left?.delete(listener);
        if (left?.size !== 0) return;
        listeners.delete(channel);
        members.delete(channel);
        asked.delete(channel);
        if (asked.size === 0) onAllAnswered?.(true);
        transport?.unsubscribe(channel);
      };
    },
    whisper: (channel: string, event: string, data: object) => transport?.whisper(channel, event, data),
  };
}
