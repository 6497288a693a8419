import os from 'node:os';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type pg from 'pg';
import type { Deps, Waiting } from '../context.ts';
import { endingWith } from '../ending.ts';
import { Refusal, tooMany } from '../errors.ts';
import { addressSubject } from '../session/backoff.ts';
import { allowance, countTogether } from './countTogether.ts';

/** An office shares an address: it may ask as much as so many people. */
const PEOPLE_OF_AN_ADDRESS = 20;
const WAIT = 2;

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws 429 when this person asks for more than one person can mean. */
    admitPerson: (personId: number) => void;
  }
  interface FastifyRequest {
    waiting: Waiting;
  }
}

/**
 * What every call of the API passes before anything is asked of the database: a server that is behind says so at once
 * (503) instead of letting everybody wait, and an address has a limit of requests; a person has theirs as soon as it is
 * known who asks. Processes behind one port (PROCESSES) count together; of several machines each allows as much. The
 * console's own files and `/healthz` pass.
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
    // A file on its way takes its time and asks the database little.
    const counted = route.file || route.multipart ? null : countUntilAnswered(load, reply);
    request.waiting = async (wait) => {
      const { signal, end, letGo } = endingWith(closing);
      counted?.pause();
      if (reply.raw.destroyed) end();
      else reply.raw.once('close', end);
      try {
        return await wait(signal);
      } finally {
        reply.raw.off('close', end);
        letGo();
        counted?.goOn();
      }
    };
  });
  app.addHook('onClose', async () => {
    together.stop();
    load.stop();
  });
}

/** Until it is answered, or left by whoever asked. */
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
  /** Calls that were let in and are not answered yet. */
  underWay: () => number;
  /** Statements and transactions that wait for a connection of the pool. */
  waiting: () => number;
  /** How late this process comes to its work, in milliseconds, averaged over the last second or so. */
  delay: () => number;
}

interface LoadWatch extends Load {
  begin: () => void;
  end: () => void;
  stop: () => void;
}

const EVERY = 100;
/** Weight of the newest of the samples: one slow moment does not shut the door, a second of them does. */
const WEIGHT = 0.15;

/** At the 250 a second that two cores answer (docs/benchmarks.md), more than these wait longer than a second. */
const MOST_UNDER_WAY = 300;
/** Behind these stands every statement of a request, some three to six times. */
const MOST_WAITING = 150;
/** A slow machine alone is no overload: it is one when it comes late and many wait for it. */
const LATE = { delay: 700, underWay: 50 };

/** What one of so many processes may take on: with the database beside it, a process fills two cores. */
export const shareOf = (processes: number, cores = os.availableParallelism()): number =>
  processes === 1 ? 1 : Math.min(1, cores / (2 * processes));

/** Whether a call that comes now would wait longer than it is worth; those that are under way go on. */
export const overloaded = (load: Load, share = 1): boolean =>
  load.waiting() >= share * MOST_WAITING ||
  load.underWay() >= share * MOST_UNDER_WAY ||
  (load.delay() > LATE.delay && load.underWay() >= share * LATE.underWay);

/** Looks at the event loop ten times a second, and at the pool when asked. */
export function watchLoad(pool: Pick<pg.Pool, 'waitingCount'>): LoadWatch {
  let underWay = 0;
  let delay = 0;
  let expected = performance.now() + EVERY;
  const timer = setInterval(() => {
    const now = performance.now();
    delay += WEIGHT * (Math.max(0, now - expected) - delay);
    expected = now + EVERY;
  }, EVERY).unref();
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
