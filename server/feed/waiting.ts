import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { abortSignalWith } from '../ending.ts';
import { Refusal } from '../errors.ts';
import { onFeedNotification } from '../realtime/signal.ts';
import { numberChanges } from './sequencer.ts';

/** How many calls of one key, or of one person, may wait at the same time in one process. */
export const MAX_WAITING = 4;
/** How many calls in total may wait at the same time in one process: all of them are woken by the same notification. */
export const MAX_PER_PROCESS = 100;
/**
 * Milliseconds after which a call looks even without a notification: the sequencer may be down, or its notifications may be
 * lost.
 */
export const pollLimits = { interval: 1_000 };
/** The minimum of milliseconds between two looks of one call, however many notifications arrive. */
const MIN_INTERVAL = 250;
/** Calls that are woken together are spread out: milliseconds added to the random delay for each waiting call. */
const EACH = 10;

/** By person: until when each of their calls waits. */
const waiting = new Map<number, Set<{ until: number }>>();
let totalWaiting = 0;

/**
 * Resolves once `look` finds something, the seconds have passed, or the client has gone away. The call counts towards the
 * load limit only while it looks, not while it waits.
 */
export async function waitForChanges(
  { db, pool, user, log, waiting: idle }: Pick<Context, 'db' | 'pool' | 'user' | 'log' | 'waiting'>,
  seconds: number,
  look: () => Promise<boolean>,
): Promise<void> {
  const leave = takePlace(user.id, seconds);
  const until = performance.now() + seconds * 1000;
  const left = (most: number) => Math.max(0, Math.min(most, until - performance.now()));
  const bell = newBell();
  const news = onFeedNotification({ pool }, log, ['numbered'], bell.ring);
  try {
    for (let lookedAt = performance.now(); ; lookedAt = performance.now()) {
      const { rang, over } = await idle(async (gone) => {
        const rang = await bell.rung(left(pollLimits.interval), gone);
        const rest =
          Math.max(0, lookedAt + MIN_INTERVAL - performance.now()) + Math.random() * EACH * totalWaiting;
        if (rang) await pause(left(rest), undefined, { signal: gone }).catch(() => {});
        bell.quiet();
        return { rang, over: gone.aborted };
      });
      if (over || left(1) === 0) return;
      if (!rang) await numberChanges(db);
      if (await look()) return;
    }
  } finally {
    await news.stop();
    leave();
  }
}

/** A ring that comes while no one is waiting is delivered to the next waiter. */
function newBell() {
  let rang = false;
  let wake = () => {};
  return {
    ring: () => {
      rang = true;
      wake();
    },
    /** Waits until it rings, the milliseconds have passed or `gone` aborts. Returns whether it rang. */
    async rung(milliseconds: number, gone: AbortSignal): Promise<boolean> {
      if (rang) return true;
      const { signal, end, release } = abortSignalWith(gone, milliseconds);
      wake = end;
      if (!signal.aborted)
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      release();
      return rang;
    },
    /** Discards the rings so far, which need no further look. */
    quiet: () => {
      rang = false;
    },
  };
}

function takePlace(personId: number, seconds: number): () => void {
  const now = Date.now();
  const own = waiting.get(personId) ?? new Set<{ until: number }>();
  const soonest = (places: Iterable<{ until: number }>) =>
    Math.min(...[...places].map(({ until }) => until - now));
  if (own.size >= MAX_WAITING)
    throw tooManyWait(
      `Já há ${MAX_WAITING} chamadas desta chave à espera de mudanças. Encerre uma delas, ou peça sem "espera".`,
      soonest(own),
    );
  if (totalWaiting >= MAX_PER_PROCESS)
    throw tooManyWait(
      'Já há chamadas demais à espera de mudanças neste servidor. Tente daqui a pouco, ou peça sem "espera".',
      soonest([...waiting.values()].flatMap((places) => [...places])),
    );
  const place = { until: now + seconds * 1000 };
  waiting.set(personId, own.add(place));
  totalWaiting += 1;
  return () => {
    totalWaiting -= 1;
    own.delete(place);
    if (own.size === 0) waiting.delete(personId);
  };
}

const tooManyWait = (message: string, milliseconds: number) =>
  new Refusal(429, 'ESPERAS_DEMAIS', message, undefined, {
    aguarde: Math.max(1, Math.ceil(milliseconds / 1000)),
  });
