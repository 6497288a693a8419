import os from 'node:os';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type pg from 'pg';
import type { Deps, Waiting } from '../context.ts';
import { abortSignalWith } from '../ending.ts';
import { Refusal, tooMany } from '../errors.ts';
import { addressSubject } from '../session/backoff.ts';
import { allowance, countTogether } from './countTogether.ts';

/** An office shares one address, which therefore gets the allowance of this many people. */
const PEOPLE_OF_AN_ADDRESS = 20;
const WAIT = 2;

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws 429 if this person makes more requests than one person plausibly would. */
    admitPerson: (personId: number) => void;
  }
  interface FastifyRequest {
    waiting: Waiting;
  }
}

/**
 * Runs for every API call before the database is queried. An overloaded server answers 503 at once instead of letting every
 * caller wait. Each address has a request limit, and each person as soon as the caller is identified. Processes behind one
 * port (PROCESSES) count together; several machines each allow the full limit. The console's own files and `/healthz` are
 * exempt.
 */
export function registerAdmission(
  app: FastifyInstance,
  { settings, pool, closing }: Pick<Deps, 'settings' | 'pool' | 'closing'>,
  load: LoadWatch = watchLoad(pool),
  clock: () => number = () => performance.now(),
) {
  const perMinute = settings.requestsPerMinute;
  const people = allowance(perMinute);
  const addresses = allowance(perMinute * PEOPLE_OF_AN_ADDRESS);
  const together = countTogether({ people, addresses }, clock);
  const share = shareOf(settings.processes);
  const admit = (name: 'people' | 'addresses', subject: string) => {
    const found = (name === 'people' ? people : addresses).take(subject, clock());
    if (found > 0) throw tooMany(found);
    together.count(name, subject);
  };
  app.decorate('admitPerson', (personId: number) => {
    if (perMinute > 0) admit('people', String(personId));
  });
  app.decorateRequest('waiting');
  app.addHook('onRequest', async (request, reply) => {
    const route = request.routeOptions.config.contract;
    if (!route) return;
    if (overloaded(load, share)) throw tooBusy();
    if (perMinute > 0) admit('addresses', addressSubject(request.ip));
    // A file transfer takes long and makes little use of the database.
    const counted = route.file || route.multipart ? null : countUntilAnswered(load, reply);
    request.waiting = async (wait) => {
      const { signal, end, release } = abortSignalWith(closing);
      counted?.pause();
      if (reply.raw.destroyed) end();
      else reply.raw.once('close', end);
      try {
        return await wait(signal);
      } finally {
        reply.raw.off('close', end);
        release();
        counted?.goOn();
      }
    };
  });
  app.addHook('onClose', async () => {
    together.stop();
    load.stop();
  });
}

/** Counts the call until it is answered or the client disconnects. */
function countUntilAnswered(load: LoadWatch, { raw }: FastifyReply) {
  let over = false;
  let counted = false;
  const count = (yes: boolean) => {
    if (counted === yes) return;
    counted = yes;
    if (yes) load.begin();
    else load.end();
  };
  const end = () => {
    over = true;
    count(false);
  };
  count(true);
  raw.once('finish', end).once('close', end);
  return { pause: () => count(false), goOn: () => count(!over) };
}

const tooBusy = () =>
  new Refusal(
    503,
    'SOBRECARREGADO',
    'O servidor está ocupado demais neste instante. Nada se perdeu do que você digitou: tente de novo em alguns segundos.',
    undefined,
    { aguarde: WAIT },
  );

interface Load {
  /** Calls that were admitted and are not answered yet. */
  underWay: () => number;
  /** Statements and transactions waiting for a connection of the pool. */
  waiting: () => number;
  /** How far the event loop of this process lags, in milliseconds, averaged over roughly the last second. */
  delay: () => number;
}

interface LoadWatch extends Load {
  begin: () => void;
  end: () => void;
  stop: () => void;
}

const SAMPLE_INTERVAL = 100;
/** The weight of the newest sample: one slow moment does not block requests, a second of them does. */
const WEIGHT = 0.15;

/**
 * At the 250 requests per second that two cores answer (docs/benchmarks.md), a longer queue means waiting for more than a
 * second.
 */
const MAX_RUNNING = 300;
/** Every statement of a request queues behind these, and some requests send three to six. */
const MAX_WAITING = 150;
/** A slow machine alone is not overloaded: it is when it lags while many calls are pending. */
const OVERLOAD = { delay: 700, underWay: 50 };

/** The share of the load that one of several processes may take: together with the database, a process fills two cores. */
export const shareOf = (processes: number, cores = os.availableParallelism()): number =>
  processes === 1 ? 1 : Math.min(1, cores / (2 * processes));

/** Whether a new call would wait longer than is acceptable; calls already admitted continue. */
export const overloaded = (load: Load, share = 1): boolean =>
  load.waiting() >= share * MAX_WAITING ||
  load.underWay() >= share * MAX_RUNNING ||
  (load.delay() > OVERLOAD.delay && load.underWay() >= share * OVERLOAD.underWay);

/** Samples the event loop ten times a second, and reads the pool on demand. */
export function watchLoad(pool: Pick<pg.Pool, 'waitingCount'>): LoadWatch {
  let underWay = 0;
  let delay = 0;
  let expected = performance.now() + SAMPLE_INTERVAL;
  const timer = setInterval(() => {
    const now = performance.now();
    delay += WEIGHT * (Math.max(0, now - expected) - delay);
    expected = now + SAMPLE_INTERVAL;
  }, SAMPLE_INTERVAL).unref();
  return {
    begin: () => {
      underWay += 1;
    },
    end: () => {
      underWay -= 1;
    },
    underWay: () => underWay,
    waiting: () => pool.waitingCount,
    delay: () => delay,
    stop: () => clearInterval(timer),
  };
}
