import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { ModuleGrant, PersonType } from '#contract/permissions.ts';
import type { RecordPermissions } from '#contract/records/recordType.ts';
import type { Area } from '#contract/route.ts';
import type { FileStore } from './adapters/files/fileStore.ts';
import type { Db, Executor } from './db/client.ts';
import type { Replica } from './db/replica.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { Settings } from './settings/settings.ts';

/**
 * Runs work that only waits, so that the request does not count towards the load limit meanwhile. `over` is aborted when
 * nobody waits any more: the client has disconnected or the process is shutting down.
 */
export type Waiting = <T>(wait: (over: AbortSignal) => Promise<T>) => Promise<T>;

/** What the server is built from; tests pass their own. */
export interface Deps {
  db: Db;
  pool: pg.Pool;
  /** Answers long read-only queries, if configured. */
  replica?: Replica | undefined;
  settings: Settings;
  files: FileStore;
  /** Queue for background work; without one (scripts, most tests) the work waits for a process that has one. */
  queue?: JobQueue;
  /** Aborted when the process shuts down; requests waiting for news are then answered without any. */
  closing?: AbortSignal;
  /** The clock, which tests can set. */
  now: () => Date;
  /** Only for tests, which would spend a thirtieth of their time on passwords; unless given, a guess costs what it should. */
  passwordCost?: Readonly<Record<'N' | 'r' | 'p', number>>;
  /** Only for tests, which fail a command that ended without reading a field that was sent (writing/command.ts). */
  watchBody?: <B extends object>(body: B) => { body: B; requireRead: () => void };
}

/** The signed-in user, with what scopes in SQL need. */
export interface User {
  id: number;
  name: string;
  cpf: string;
  type: PersonType;
  grants: readonly ModuleGrant[];
  /** Branches of an operator or seller; unused for users who see every branch. */
  branchIds: readonly number[];
  customerId: number | null;
  representativeId: number | null;
  sessionId: string;
  /** Whether the session came from the company's identity provider, which can be asked to confirm the user. */
  byProvider?: boolean;
  /** When the session's user last proved their identity; null: never. Undefined for a service key. */
  provedAt?: Date | null;
  /** Whether the role requires a second factor that is not set up yet. */
  lacksFactor?: boolean;
  /** Whether the signed-in user has a second factor: an authenticator app, a passkey or both. */
  hasFactor?: boolean;
  hasApp?: boolean;
  hasPasskey?: boolean;
  /** The id of the wall that reads as this person. Strangers see it too: no name of a customer is shown (server/sac/walls). */
  wall?: number;
  /** Set for a rule of the company, which takes no record for itself. */
  byRule?: true;
  /** For a service key: its verbs by record type; all other types are denied. */
  recordVerbs?: Readonly<Record<string, readonly (keyof RecordPermissions)[]>> | undefined;
  /** The administrator viewing the console as this person, and until when; nothing may be written. */
  viewer?: Viewer | undefined;
}

interface Viewer {
  id: number;
  name: string;
  until: Date;
  /** The view has expired, but the page showing it was not notified yet. */
  over?: boolean;
}

/** What a handler receives besides its input. On a public route there may be no signed-in user. */
export interface PublicContext extends Deps {
  user: User | null;
  area: Area | null;
  requestId: string;
  ip: string;
  userAgent: string;
  /** From the App header: the calling system (document 000 section 7). */
  app: string | null;
  /** How the caller authenticated: a cookie can be renewed, a bearer token cannot. */
  authenticatedBy: 'cookie' | 'bearer' | null;
  /** The device cookie that the browser received at an earlier sign-in (session/openSession.ts). */
  device: string | null;
  /** Ties this browser to a sign-in that it began at the provider or with a passkey (session/openSession.ts). */
  entryBrowser: string | null;
  /** Whether users reach the console over https, according to this request or PUBLIC_URL. */
  https: boolean;
  /** From the Idempotency-Key header, if the route accepts one. */
  idempotencyKey: string | null;
  /** The job about many tickets that this work is part of, which tells people about all of them when it ends. */
  jobId?: string | undefined;
  /** Whether those who follow the tickets are told once, when the job ends. */
  followersLater?: boolean;
  /** The use of a macro that this work is part of; what it changed of a ticket is taken back together. */
  macroUse?: string | undefined;
  /** From the Rascunho header, on a route that takes an Idempotency-Key: the draft that this request sends. */
  sentDraft: { id: string; version: number | null } | null;
  log: FastifyBaseLogger;
  waiting: Waiting;
  /** Sets a response header: the session cookie, Content-Range, Cache-Control. */
  setHeader: (name: string, value: string) => void;
}

export interface Context extends PublicContext {
  user: User;
}

/**
 * The context for reading, which also works within a transaction: `{ ...ctx, db: tx }`. Code that holds one connection and
 * requests a second may deadlock with others doing the same.
 */
export type Reading<Parts extends keyof Context = keyof Context> = Omit<Pick<Context, Parts>, 'db'> & {
  db: Executor;
};
