import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { hearNews } from './news.ts';
import { numberChanges } from './number.ts';

/** Calls of one key, or of one person, that one process lets wait at once. */
export const MOST_WAITING = 4;
/** While nothing is heard it looks all the same: whoever gives the places may be away, or what they say. ms */
const LOOK_EVERY = 1_000;

/** By who waits, until when each of their calls does. */
const waiting = new Map<number, Set<{ until: number }>>();

/** Resolves once `look` finds something, the seconds are over, or nobody waits for the answer any more. */
export async function waitForNews(
  { db, pool, user, log, waiting: idle }: Pick<Context, 'db' | 'pool' | 'user' | 'log' | 'waiting'>,
  seconds: number,
  look: () => Promise<boolean>,
): Promise<void> {
  const leave = takePlace(user.id, seconds);
  try {
    await idle(async (gone) => {
      const over = AbortSignal.any([gone, AbortSignal.timeout(seconds * 1000)]);
      const bell = newBell(over);
      const news = hearNews({ pool }, log, ['numbered'], bell.ring);
      try {
        while (!over.aborted) {
          const rang = await bell.rung();
          if (over.aborted) return;
          if (!rang) await numberChanges(db);
          if (await look()) return;
        }
      } finally {
        await news.stop();
      }
    });
  } finally {
    leave();
  }
}

/** What rings while nobody listens is heard by who listens next. */
function newBell(over: AbortSignal) {
  let rang = false;
  let wake = new AbortController();
  return {
    ring: () => {
      rang = true;
      wake.abort();
    },
    /** True where it rang, false where it stayed quiet or is over. */
    async rung(): Promise<boolean> {
      if (!rang)
        await pause(LOOK_EVERY, undefined, { signal: AbortSignal.any([over, wake.signal]) }).catch(() => {});
      const heard = rang;
      rang = false;
      wake = new AbortController();
      return heard;
    },
  };
}

function takePlace(personId: number, seconds: number): () => void {
  const now = Date.now();
  const own = waiting.get(personId) ?? new Set<{ until: number }>();
  if (own.size >= MOST_WAITING) throw tooManyWait(Math.min(...[...own].map(({ until }) => until - now)));
  const place = { until: now + seconds * 1000 };
  waiting.set(personId, own.add(place));
  return () => {
    own.delete(place);
    if (own.size === 0) waiting.delete(personId);
  };
}

const tooManyWait = (milliseconds: number) =>
  new Refusal(
    429,
    'ESPERAS_DEMAIS',
    `Já há ${MOST_WAITING} chamadas desta chave à espera de mudanças. Encerre uma delas, ou peça sem "espera".`,
    undefined,
    { aguarde: Math.max(1, Math.ceil(milliseconds / 1000)) },
  );
