import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type Company, foundCompany } from '../../bench/chaos/company.ts';
import { compare } from '../../bench/chaos/compare.ts';
import { type Line, openLine } from '../../bench/chaos/line.ts';
import { newLedger, write } from '../../bench/chaos/writers.ts';
import { folderStore } from '../../server/adapters/files/folderStore.ts';
import { buildApp } from '../../server/app.ts';
import { connect } from '../../server/db/client.ts';
import { deadLimits } from '../../server/db/deadConnections.ts';
import { startSequencer } from '../../server/feed/sequencer.ts';
import { type FeedReader, followFeed } from '../support/erpNight/reader.ts';
import { type TestServer, testServer } from '../support/server.ts';

/** The core of `npm run chaos` in one process: what is shorter here is how long each fault lasts. */
const REAL = { ...deadLimits };
const WRITERS = 5;
const CALM = 400;
const WHILE = 700;

/** A console with connections, wire and port of its own. */
interface Console {
  port: number;
  wire: Line;
  /** Nothing that it has under way is answered or carried on any more; resolves once another stands in its place. */
  kill: () => Promise<void>;
  end: () => Promise<void>;
}

let folder: string;
let server: TestServer;
let company: Company;
let consoles: Console[];
let balancer: Line;
let reader: FeedReader;
const origin = () => `http://127.0.0.1:${balancer.port}`;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-falhas-'));
  server = await testServer({ dataDir: folder }, { standard: true });
  server.deps.files = folderStore(folder);
  server.deps.now = () => new Date();
  company = await foundCompany(server.database.url);
  Object.assign(deadLimits, { silence: 300, look: 50, patience: 500, hold: 500 });
  consoles = [await openConsole(), await openConsole()];
  balancer = await openLine(
    0,
    consoles.map(({ port }) => port),
    { judge: true, resets: false },
  );
  reader = followFeed(origin(), company.admin, { tipos: 'produtos', anew: async () => {} });
  while (reader.cursor() === '') await pause(20);
}, 120_000);
afterAll(async () => {
  await reader?.stop();
  balancer?.close();
  for (const console of consoles ?? []) await console.end();
  await company?.connection.close();
  Object.assign(deadLimits, REAL);
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

describe('of all that was acknowledged nothing is lost and nothing doubled', () => {
  it(
    'while connections of one console are cut',
    () =>
      suffer(async ([one]) => {
        one.wire.weather('reset');
        await pause(WHILE);
        one.wire.weather('through');
      }),
    120_000,
  );

  it(
    'while the database answers neither',
    () =>
      suffer(async (both) => {
        for (const { wire } of both) wire.weather('silent');
        await pause(WHILE);
        for (const { wire } of both) wire.weather('through');
      }),
    120_000,
  );

  it(
    'while one console ends in the middle of everything, and comes back',
    () => suffer(([, other]) => other.kill()),
    120_000,
  );
});

async function suffer(inflict: (both: [Console, Console]) => Promise<void>): Promise<void> {
  const ledger = newLedger();
  const supplies = await company.stock(60);
  let stopped = false;
  const writing = write({ origin: origin(), company, supplies, ledger, stopped: () => stopped }, WRITERS);
  await pause(CALM);
  await inflict(consoles as [Console, Console]);
  await pause(CALM);
  stopped = true;
  await writing;
  const verdict = await compare({ origin: origin(), nodes: consoles }, company, ledger, reader);
  expect({ ...verdict, wrong: ledger.wrong }).toEqual({ lost: [], doubled: [], wrong: [] });
  // Else nobody wrote while it lasted, and nothing is proved.
  expect(ledger.acknowledged).toBeGreaterThan(WRITERS);
  expect(ledger.refused + ledger.cut).toBeGreaterThan(0);
}

async function openConsole(): Promise<Console> {
  const {
    host,
    port: at,
    user = '',
    database = '',
  } = new pg.Client({ connectionString: server.database.url });
  const wire = await openLine(0, [host.startsWith('/') ? `${host}/.s.PGSQL.${at}` : at], { resets: false });
  const url = `postgresql://${user}@127.0.0.1:${wire.port}/${database}`;
  const begin = async (port: number) => {
    const { db, pool, close } = connect(url, { max: 8 });
    const app = await buildApp({ ...server.deps, db, pool });
    const sequencer = startSequencer({ db, pool }, { warn: () => {} });
    await app.listen({ port, host: '127.0.0.1' });
    return {
      app,
      end: async () => {
        app.server.closeAllConnections();
        await app.close();
        await sequencer.stop();
        await close();
      },
    };
  };
  let running = await begin(0);
  const { port } = running.app.server.address() as AddressInfo;
  return {
    port,
    wire,
    async kill() {
      wire.weather('reset');
      await running.end();
      await pause(WHILE);
      wire.weather('through');
      running = await begin(port);
    },
    async end() {
      await running.end();
      wire.close();
    },
  };
}
