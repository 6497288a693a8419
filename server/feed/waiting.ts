import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { endingWith } from '../ending.ts';
import { Refusal } from '../errors.ts';
import { listenToFeed } from './news.ts';
import { numberChanges } from './sequencer.ts';

/** Calls of one key, or of one person, that one process lets wait at once. */
export const MOST_WAITING = 4;
/** Calls of everybody that one process lets wait at once: all are woken by the same news. */
export const MOST_OF_PROCESS = 100;
/** While nothing is heard it looks all the same: whoever gives the places may be away, or what they say. ms */
const LOOK_EVERY = 1_000;
/** Two looks of one call are no closer than this, however much is heard. ms */
const APART = 250;
/** Those who are woken together look one after another: in the mean each of them takes this. ms */
const EACH = 10;

/** By who waits, until when each of their calls does. */
const waiting = new Map<number, Set<{ until: number }>>();
let everybody = 0;

/**
 * Resolves once `look` finds something, the seconds are over, or nobody waits for the answer any more. The call is no load
 * while it waits, and is one while it looks.
 */
export async function waitForNews(
  { db, pool, user, log, waiting: idle }: Pick<Context, 'db' | 'pool' | 'user' | 'log' | 'waiting'>,
  seconds: number,
  look: () => Promise<boolean>,
): Promise<void> {
  const leave = takePlace(user.id, seconds);
  const until = performance.now() + seconds * 1000;
  const left = (most: number) => Math.max(0, Math.min(most, until - performance.now()));
  const bell = newBell();
  const news = listenToFeed({ pool }, log, ['numbered'], bell.ring);
  try {
    for (let lookedAt = performance.now(); ; lookedAt = performance.now()) {
      const { rang, over } = await idle(async (gone) => {
        const rang = await bell.rung(left(LOOK_EVERY), gone);
        const rest = Math.max(0, lookedAt + APART - performance.now()) + Math.random() * EACH * everybody;
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

/** What rings while nobody listens is heard by who listens next. */
function newBell() {
  let rang = false;
  let wake = () => {};
  return {
    ring: () => {
      rang = true;
      wake();
    },
    /** Until it rings, so many milliseconds are over or nobody listens any more. Says whether it rang. */
    async rung(milliseconds: number, gone: AbortSignal): Promise<boolean> {
      if (rang) return true;
      const { signal, end, letGo } = endingWith(gone, milliseconds);
      wake = end;
      if (!signal.aborted)
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      letGo();
      return rang;
    },
    /** What rang by now needs no further look. */
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
  if (own.size >= MOST_WAITING)
    throw tooManyWait(
      `Já há ${MOST_WAITING} chamadas desta chave à espera de mudanças. Encerre uma delas, ou peça sem "espera".`,
      soonest(own),
    );
  if (everybody >= MOST_OF_PROCESS)
    throw tooManyWait(
      'Já há chamadas demais à espera de mudanças neste servidor. Tente daqui a pouco, ou peça sem "espera".',
      soonest([...waiting.values()].flatMap((places) => [...places])),
    );
  const place = { until: now + seconds * 1000 };
  waiting.set(personId, own.add(place));
  everybody += 1;
  return () => {
    everybody -= 1;
    own.delete(place);
    if (own.size === 0) waiting.delete(personId);
  };
}

const tooManyWait = (message: string, milliseconds: number) =>
  new Refusal(429, 'ESPERAS_DEMAIS', message, undefined, {
    aguarde: Math.max(1, Math.ceil(milliseconds / 1000)),
  });
