import type { FastifyBaseLogger } from 'fastify';
import type { Context, Deps, User } from '../context.ts';
import type { Executor } from '../db/client.ts';

export interface WorkDeps extends Deps {
  log: FastifyBaseLogger;
}

/** The part of the original request that is kept for long work. */
interface RequestedBy {
  ip: string;
  requestId: string;
  jobId?: string | undefined;
}

/**
 * The context that a handler would get, for a piece of long work. Inside the transaction of one, a transaction opened with it is
 * nested in that.
 */
export const workContext = (
  deps: WorkDeps,
  db: Executor,
  user: User,
  { ip, requestId, jobId }: RequestedBy,
): Context => ({
  ...deps,
  db: db as unknown as Context['db'],
  user,
  area: 'sac',
  requestId,
  ip,
  jobId,
  followersLater: jobId !== undefined,
  userAgent: '',
  app: null,
  authenticatedBy: null,
  device: null,
  entryBrowser: null,
  https: deps.settings.publicUrl.startsWith('https:'),
  idempotencyKey: null,
  sentDraft: null,
  waiting: (wait) => wait(deps.closing ?? new AbortController().signal),
  setHeader: () => {},
});
