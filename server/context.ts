import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { ModuleGrant, PersonType } from '../contract/permissions.ts';
import type { RecordPermissions } from '../contract/records/recordType.ts';
import type { Area } from '../contract/route.ts';
import type { FileStore } from './adapters/files/fileStore.ts';
import type { Db, Executor } from './db/client.ts';
import type { Replica } from './db/replica.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { Settings } from './settings.ts';

/**
 * Runs what only waits for something: meanwhile the call is no load. `over` tells that nobody waits any more: whoever asked has
 * left, or the process ends.
 */
export type Waiting = <T>(wait: (over: AbortSignal) => Promise<T>) => Promise<T>;

/** What the server is built from; a test passes its own. */
export interface Deps {
  db: Db;
  pool: pg.Pool;
  /** Answers what is long and only read, where there is one. */
  replica?: Replica | undefined;
  settings: Settings;
  files: FileStore;
  /** Long work that goes on by itself; without one (scripts, most tests) it waits for a process that has one. */
  queue?: JobQueue;
  /** Aborted when the process ends: whoever waits for news answers without. */
  closing?: AbortSignal;
  /** The clock: tests set it. */
  now: () => Date;
}

/** Who is signed in, with what the scope in SQL needs. */
export interface User {
  id: number;
  name: string;
  cpf: string;
  type: PersonType;
  grants: readonly ModuleGrant[];
  /** Branches of an operator or seller; unused for who sees every branch. */
  branchIds: readonly number[];
  customerId: number | null;
  representativeId: number | null;
  sessionId: string;
  /** The session came from the company's provider, which can be asked who sits there. */
  byProvider?: boolean;
  /** When the session last proved who holds it; null: never. Of a service key there is none. */
  provedAt?: Date | null;
  /** The role demands a second factor, and there is none yet. */
  lacksFactor?: boolean;
  /** Who signed in has a second factor set up: an app of codes, a passkey, or both. */
  hasFactor?: boolean;
  hasApp?: boolean;
  hasPasskey?: boolean;
  /** Of a service key: the verbs that it has for each type of records; every other type is closed to it. */
  recordVerbs?: Readonly<Record<string, readonly (keyof RecordPermissions)[]>> | undefined;
  /** The administrator who looks at the console as this person, and until when; nothing may be written. */
  viewer?: Viewer | undefined;
}

interface Viewer {
  id: number;
  name: string;
  until: Date;
  /** The view has ended by itself; the page that shows it has not been told yet. */
  over?: boolean;
}

/** What a handler gets beside its input. A public route may have nobody signed in. */
export interface PublicContext extends Deps {
  user: User | null;
  area: Area | null;
  requestId: string;
  ip: string;
  userAgent: string;
  /** Of the App header: the system that asks (document 000 section 7). */
  app: string | null;
  /** How the caller said who it is: a cookie is set anew where a bearer token cannot be. */
  authenticatedBy: 'cookie' | 'bearer' | null;
  /** What the browser says that it was told at an earlier sign-in (session/enter.ts). */
  device: string | null;
  /** What ties this browser to a sign-in that it began elsewhere or by a key (session/openSession.ts). */
  entryBrowser: string | null;
  /** People reach the console by https, as this request or PUBLIC_URL tells. */
  https: boolean;
  /** Of the Idempotency-Key header, where the route takes one. */
  idempotencyKey: string | null;
  log: FastifyBaseLogger;
  waiting: Waiting;
  /** Sets a response header: the session cookie, Content-Range, Cache-Control. */
  setHeader: (name: string, value: string) => void;
}

export interface Context extends PublicContext {
  user: User;
}

/**
 * What reading needs, also within somebody's transaction: `{ ...ctx, db: tx }`. Who holds one connection and asks for a
 * second waits for others who do the same.
 */
export type Reading<Parts extends keyof Context = keyof Context> = Omit<Pick<Context, Parts>, 'db'> & {
  db: Executor;
};
