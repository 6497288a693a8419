import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../context.ts';
import { Refusal, tooMany } from '../errors.ts';
import { addressSubject } from '../session/backoff.ts';
import { allowance } from './allowance.ts';
import { countTogether } from './countTogether.ts';
import { type LoadWatch, overloaded, shareOf, watchLoad } from './load.ts';

/** An office shares an address: it may ask as much as so many people. */
const PEOPLE_OF_AN_ADDRESS = 20;
const WAIT = 2;

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws 429 when this person asks for more than one person can mean. */
    admitPerson: (personId: number) => void;
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
  { settings, pool }: Pick<Deps, 'settings' | 'pool'>,
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
  app.addHook('onRequest', async (request, reply) => {
    const route = request.routeOptions.config.contract;
    if (!route) return;
    if (overloaded(load, share)) throw tooBusy();
    if (perMinute > 0) admit('addresses', addressSubject(request.ip));
    // A file on its way takes its time and asks the database little.
    if (!route.file && !route.multipart) countUntilAnswered(load, reply);
  });
  app.addHook('onClose', async () => {
    together.stop();
    load.stop();
  });
}

/** Answered, or left by whoever asked. */
function countUntilAnswered(load: LoadWatch, { raw }: FastifyReply) {
  let counted = true;
  const end = () => {
    if (counted) load.end();
    counted = false;
  };
  load.begin();
  raw.once('finish', end).once('close', end);
}

const tooBusy = () =>
  new Refusal(
    503,
    'SOBRECARREGADO',
    'O servidor está ocupado demais neste instante. Nada se perdeu do que você digitou: tente de novo em alguns segundos.',
    undefined,
    { aguarde: WAIT },
  );
