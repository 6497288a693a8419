import os from 'node:os';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
    /** Throws 429 if this person makes more requests than one person plausibly would, in a minute or at once. */
    admitPerson: (personId: number, request: FastifyRequest) => void;
  }
  interface FastifyRequest {
    waiting: Waiting;
    /** How the call counts towards the load; `null` for a file transfer. */
    underWay: UnderWay | null;
  }
}

/**
 * Runs for every API call before the database is queried. An overloaded server answers 503 at once instead of letting every
 * caller wait. Each address has a request limit, and each person as soon as the caller is identified, also of what is under
 * way at once: one caller alone does not make the server refuse the others. Processes behind one
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
  const underWay = new Map<number, number>();
  const most = Math.max(LEAST_OF_PERSON, share * MAX_OF_PERSON);
  app.decorate('admitPerson', (personId: number, request: FastifyRequest) => {
    if (perMinute === 0) return;
    admit('people', String(personId));
    if ((underWay.get(personId) ?? 0) >= most) throw tooManyAtOnce();
    request.underWay?.countFor(personId, underWay);
  });
  app.decorateRequest('waiting');
  app.decorateRequest('underWay', null);
  app.addHook('onRequest', async (request, reply) => {
    const route = request.routeOptions.config.contract;
    if (!route) return;
    if (overloaded(load, share)) throw tooBusy();
    if (perMinute > 0) admit('addresses', addressSubject(request.ip));
    // A file transfer takes long and makes little use of the database.
    const counted = route.file || route.multipart ? null : countUntilAnswered(load, reply);
    request.underWay = counted;
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

interface UnderWay {
  pause: () => void;
  goOn: () => void;
  /** Counts it among the person's own too, from now on. */
  countFor: (personId: number, counts: Map<number, number>) => void;
}

/** Counts the call until it is answered or the client disconnects. */
function countUntilAnswered(load: LoadWatch, { raw }: FastifyReply): UnderWay {
  let over = false;
  let counted = false;
  let countOwn = (_: 1 | -1) => {};
  const count = (yes: boolean) => {
    if (counted === yes) return;
    counted = yes;
    countOwn(yes ? 1 : -1);
    if (yes) load.begin();
    else load.end();
  };
  const end = () => {
    over = true;
    count(false);
  };
  count(true);
  raw.once('finish', end).once('close', end);
  return {
    pause: () => count(false),
    goOn: () => count(!over),
    countFor(personId, counts) {
      countOwn = (change) => {
        const now = (counts.get(personId) ?? 0) + change;
        if (now > 0) counts.set(personId, now);
        else counts.delete(personId);
      };
      if (counted) countOwn(1);
    },
  };
}

const tooManyAtOnce = () =>
  new Refusal(
    429,
    'MUITOS_AO_MESMO_TEMPO',
    'Há pedidos seus demais em andamento ao mesmo tempo. Espere pelas respostas e tente de novo.',
    undefined,
    { aguarde: 1 },
  );

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
/** What one person, or one service key, may have under way at once: a page asks for about twenty things, an import for more. */
const MAX_OF_PERSON = 60;
const LEAST_OF_PERSON = 20;
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
