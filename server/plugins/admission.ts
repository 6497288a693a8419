import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps, Waiting } from '../context.ts';
import { endingWith } from '../ending.ts';
import { Refusal, tooMany } from '../errors.ts';
import { addressSubject } from '../session/backoff.ts';
import { allowance, countTogether } from './countTogether.ts';
import { type LoadWatch, overloaded, shareOf, watchLoad } from './load.ts';

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
