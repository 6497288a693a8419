import type { FastifyBaseLogger } from 'fastify';
import type { Context, Deps, User } from '../context.ts';
import type { Tx } from '../db/client.ts';

export interface WorkDeps extends Deps {
  log: FastifyBaseLogger;
}

/** What is kept of the request that asked for long work. */
interface AskedBy {
  ip: string;
  requestId: string;
}

/** What a handler would get, inside the transaction of a piece of long work: one that it opens itself is a part of it. */
export const workContext = (deps: WorkDeps, tx: Tx, user: User, { ip, requestId }: AskedBy): Context => ({
  ...deps,
  db: tx as unknown as Context['db'],
  user,
  area: 'sac',
  requestId,
  ip,
  userAgent: '',
  app: null,
  authenticatedBy: null,
  device: null,
  entryBrowser: null,
  https: deps.settings.publicUrl.startsWith('https:'),
  idempotencyKey: null,
  waiting: (wait) => wait(deps.closing ?? new AbortController().signal),
  setHeader: () => {},
});
