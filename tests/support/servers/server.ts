import type { FastifyInstance, InjectOptions } from 'fastify';
import type { FileStore } from '#server/adapters/files/fileStore.ts';
import { buildApp } from '#server/app.ts';
import type { Deps } from '#server/context.ts';
import { sessions } from '#server/db/tables/index.ts';
import { hashToken, newToken } from '#server/session/secrets.ts';
import { readSettings, type Settings } from '#server/settings/settings.ts';
import { dataOfRun, type TestData, type TestDatabase, testDatabase } from '../database/database.ts';
import { watched } from '../database/oneConnection.ts';
import { CHEAP_COST } from '../people.ts';
import { recordedBody } from './recordedBody.ts';

/** The complete server on its own database, without a port. */
export interface TestServer {
  app: FastifyInstance;
  deps: Deps;
  database: TestDatabase;
  /** The server's clock is stopped; this advances it. */
  advance: (milliseconds: number) => void;
  /** The response to a call; `token` is sent as a bearer token. */
  call: (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    options?: CallOptions,
  ) => Promise<TestAnswer>;
  /** Creates a session of a person in the database, without the cost of hashing a password. */
  sessionOf: (personId: number) => Promise<string>;
  close: () => Promise<void>;
}

export interface CallOptions {
  token?: string;
  body?: InjectOptions['payload'];
  headers?: Record<string, string>;
  ip?: string;
}

export interface TestAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape and fail if one differs
  body: any;
  headers: Record<string, string | string[] | number | undefined>;
}

/** @param data contents of its database; empty by default */
export async function testServer(settings: Partial<Settings> = {}, data: TestData = {}): Promise<TestServer> {
  return serverOn(await testDatabase(data), settings);
}

/** The same on a database that is given, such as one of an external server. */
export async function serverOn(
  database: TestDatabase,
  settings: Partial<Settings> = {},
): Promise<TestServer> {
  let present = Date.now();
  const deps: Deps = {
    db: database.db,
    pool: database.pool,
    settings: {
      ...readSettings({
        CAPTCHA: 'off',
        DEMO: 'off',
        PRIVATE_HOSTS: '127.0.0.1',
        REQUESTS_PER_MINUTE: '0',
        // Never that of whoever runs the tests.
        DATA_DIR: dataOfRun(),
      }),
      ...settings,
    },
    files: { ...noFiles },
    now: () => new Date(present),
    passwordCost: CHEAP_COST,
    watchBody: recordedBody,
  };
  const app = await buildApp(deps);
  return {
    app,
    deps,
    database,
    advance: (milliseconds) => {
      present += milliseconds;
    },
    async call(method, url, { token, body, headers, ip } = {}) {
      const request: InjectOptions = {
        method,
        url,
        ...(body !== undefined && { payload: body }),
        ...(ip && { remoteAddress: ip }),
        headers: { App: 'teste', ...(token && { authorization: `Bearer ${token}` }), ...headers },
      };
      const answer = await watched(async () => app.inject(request));
      const json = String(answer.headers['content-type']).includes('json');
      return {
        status: answer.statusCode,
        body: json ? answer.json() : answer.body,
        headers: answer.headers,
      };
    },
    async sessionOf(personId) {
      const token = newToken();
      const expiresAt = new Date(deps.now().getTime() + 60 * 60 * 1000);
      await database.db.insert(sessions).values({
        tokenHash: hashToken(token),
        personId,
        createdAt: deps.now(),
        seenAt: deps.now(),
        provedAt: deps.now(),
        expiresAt,
      });
      return token;
    },
    async close() {
      await app.close();
      await database.drop();
    },
  };
}

const refuse = () => Promise.reject(new Error('this test stores no files'));
const noFiles: FileStore = { put: refuse, get: refuse, remove: refuse };
