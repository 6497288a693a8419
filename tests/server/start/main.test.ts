import { type ChildProcess, execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { startEmbedded } from '#server/db/startDatabase.ts';
import { serverFolder } from '../../support/database/databaseFolder.ts';
import { freePort } from '../../support/servers/freePort.ts';
import {
  beginServer,
  buildServer,
  type ServerProcess,
  startServer,
} from '../../support/servers/serverProcess.ts';

// Real processes, each with its own PostgreSQL.
jest.setTimeout(180_000);

beforeAll(buildServer);

let dataDir: string;
/** Data of a stopped server after its first start; creating it again for each test would cost most of a start. */
let prepared: string | undefined;
/** The same of a PostgreSQL that no server has used yet. */
let unused: string | undefined;
const children: ChildProcess[] = [];

function openFolder(): void {
  dataDir = serverFolder();
}

/** Ends what runs in the folder. */
async function clearFolder(): Promise<void> {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  if (existsSync(path.join(dataDir, 'postgres', 'data', 'postmaster.pid')))
    await (await startEmbedded(dataDir)).stop();
  rmSync(dataDir, { recursive: true, force: true });
}

afterAll(() => {
  for (const kept of [prepared, unused]) if (kept) rmSync(kept, { recursive: true, force: true });
});

/** Keeps the owner of each file: the database's files belong to another account if the tests run as root. */
const copy = (from: string, to: string) => void execFileSync('cp', ['-a', `${from}/.`, to]);

/** Fills the folder with the data of a server that has been started before. */
function usePrepared(): void {
  if (prepared) copy(prepared, dataDir);
}

/** Fills the folder with a PostgreSQL without the console's tables. */
async function useUnused(): Promise<void> {
  if (!unused) {
    unused = serverFolder();
    await (await startEmbedded(unused)).stop();
  }
  copy(unused, dataDir);
}

async function start(env: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const started = await startServer({ DATA_DIR: dataDir, ...env });
  children.push(started.child);
  return started;
}

/** Child processes of this server; its PostgreSQL is a different program. */
const processesOf = ({ pid }: ChildProcess): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((each) => readFileSync(`/proc/${each}/cmdline`, 'utf8').includes('dist-server/main.js'));

const isAlive = (pid: number) => existsSync(`/proc/${pid}`);

async function databaseAnswers(): Promise<boolean> {
  const client = new pg.Client({ host: path.join(dataDir, 'postgres', 's'), user: 'balcao' });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Runs a statement as the database's administrator, on a connection of its own; the number of rows. */
async function administer(statement: string): Promise<number> {
  const host = path.join(dataDir, 'postgres', 's');
  const client = new pg.Client({ host, user: 'postgres', database: 'balcao' });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(statement)).rowCount ?? 0;
  } finally {
    await client.end().catch(() => {});
  }
}

const health = async (port: number) => (await fetch(`http://127.0.0.1:${port}/healthz`)).status;

/** The last line for a reader. On a busy machine the log may have a line of its own after it. */
const saidLast = (output: string) =>
  output
    .trimEnd()
    .split('\n')
    .findLast((line) => !line.startsWith('{'));

describe('server process', () => {
  beforeEach(openFolder);
  afterEach(clearFolder);

  it('starts from nothing, prints its address, and stops with its database on request', async () => {
    const port = await freePort();
    const { child, output, ended } = await start({ PORT: String(port) });
    expect(saidLast(output())).toBe(`Balcão em http://localhost:${port}`);
    expect(output()).toMatch(/Código de instalação.*: (\w{4}-){4}\w{4}\n/);
    expect(await health(port)).toBe(200);
    // Sent twice, as npm and the terminal do.
    child.kill('SIGTERM');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    // The last of several processes releases it a moment after the first.
    let attempts = 0;
    while (attempts < 100 && (await databaseAnswers())) {
      attempts += 1;
      await pause(100);
    }
    expect(await databaseAnswers()).toBe(false);
    prepared = serverFolder();
    renameSync(dataDir, prepared);
  });

  it('restarts after it was killed, with everything that was acknowledged', async () => {
    usePrepared();
    const port = await freePort();
    const first = await start({ PORT: String(port) });
    const client = new pg.Client({ host: path.join(dataDir, 'postgres', 's'), user: 'balcao' });
    client.on('error', () => {});
    await client.connect();
    await client.query('create table kept as select 42 as answer');
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await start({ PORT: String(port) });
    expect(await health(port)).toBe(200);
    expect((await client.query('select answer from kept')).rows).toEqual([{ answer: 42 }]);
    await client.end();
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);
  });

  it('leaves none of several processes behind when their parent is killed', async () => {
    usePrepared();
    const { child, ended } = await start({ PORT: String(await freePort()), PROCESSES: '2' });
    const all = processesOf(child);
    child.kill('SIGKILL');
    await ended;
    const deadline = Date.now() + 20_000;
    while (all.some(isAlive) && Date.now() < deadline) await pause(50);
    expect(all.filter(isAlive)).toEqual([]);
  });

  it.each([
    [
      'while its PostgreSQL starts',
      'SIGINT',
      async () => {},
      async () => existsSync(path.join(dataDir, 'postgres.lock')),
    ],
    ['while it prepares the database', 'SIGTERM', useUnused, databaseAnswers],
  ] as const)('stops %s, says so once, and leaves no database running', async (_, signal, use, reached) => {
    // A first start takes longest.
    await use();
    const { child, output, ended } = beginServer({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    children.push(child);
    while (!(await reached())) await pause(5);
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(output()).toBe('O Balcão parou antes de ficar pronto.\n');
    expect(await databaseAnswers()).toBe(false);
    expect(existsSync(path.join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
  });

  it('stops during a migration that would take longer, and leaves no database running', async () => {
    await useUnused();
    const database = await startEmbedded(dataDir);
    await administer(
      `create function sleep() returns event_trigger language plpgsql as 'begin perform pg_sleep(600); end'`,
    );
    await administer('create event trigger slow on ddl_command_start execute function sleep()');
    await database.stop();
    const { child, output, ended } = beginServer({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    children.push(child);
    const migrates = `select from pg_stat_activity where application_name like 'balcao lock%' and query ~* '^create'`;
    while (!(await administer(migrates).catch(() => 0))) await pause(50);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output()).toBe('O Balcão parou antes de ficar pronto.\n');
    expect(await databaseAnswers()).toBe(false);
  });

  it('does not start with invalid settings, and says how to correct them', async () => {
    const { output, ended } = await start({ PORT: 'abc', DATABASE_URL: 'mysql://segredo@x' });
    expect(await ended).toBe(1);
    expect(output()).toMatch(/^PORT deve ser.*\nDATABASE_URL deve começar/);
    expect(output()).not.toContain('segredo');
  });

  it('reports that the port is taken, and leaves no database running', async () => {
    usePrepared();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const { output, ended } = await start({ PORT: String(port) });
    expect(await ended).toBe(1);
    expect(output()).toContain('A porta já está em uso');
    const several = await start({ PORT: String(port), PROCESSES: '2' });
    expect(await several.ended).toBe(1);
    expect(several.output().match(/A porta já está em uso/g)).toHaveLength(1);
    taken.close();
    // The last of several processes releases it a moment after the first.
    let attempts = 0;
    while (attempts < 100 && (await databaseAnswers())) {
      attempts += 1;
      await pause(100);
    }
    expect(await databaseAnswers()).toBe(false);
  });

  it('reports that the database server cannot be reached', async () => {
    const port = await freePort();
    const { output, ended } = await start({ DATABASE_URL: `postgres://u:segredo@127.0.0.1:${port}/b` });
    expect(await ended).toBe(1);
    expect(output()).toContain('recusou a conexão. Confira DATABASE_URL');
    expect(output()).not.toContain('segredo');
  });
});

describe('several processes', () => {
  let server: ServerProcess;
  let port: number;
  beforeAll(async () => {
    openFolder();
    usePrepared();
    port = await freePort();
    server = await start({ PORT: String(port), PROCESSES: '2', REQUESTS_PER_MINUTE: '3' });
  });
  afterAll(clearFolder);

  it('limit the requests of an address together', async () => {
    const requested = async (times: number) => {
      const answers = Array.from({ length: times }, () =>
        fetch(`http://127.0.0.1:${port}/captcha`, { headers: { connection: 'close' } }),
      );
      const statuses = (await Promise.all(answers)).map(({ status }) => status);
      return statuses.filter((status) => status === 200).length;
    };
    // An address is allowed as many requests as twenty people: sixty a minute.
    expect(await requested(40)).toBe(40);
    await pause(2_500);
    const more = await requested(60);
    // What is left of sixty, plus the few that become available in the meantime; if each process counted separately, eighty
    // would be left.
    expect(more).toBeGreaterThanOrEqual(15);
    expect(more).toBeLessThanOrEqual(50);
  });

  it('answer on one port, replace one that dies, and stop all together', async () => {
    const { child, output, ended } = server;
    expect(saidLast(output())).toBe(`Balcão em http://localhost:${port}`);
    expect(output().match(/Código de instalação/g)).toHaveLength(1);
    const [first, second, ...others] = processesOf(child);
    expect([first, second]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(others).toEqual([]);
    process.kill(first as number, 'SIGKILL');
    while (processesOf(child).filter((pid) => pid !== first).length < 2) await pause(50);
    for (let turn = 0; turn < 6; turn++) expect(await health(port)).toBe(200);
    expect(output()).toContain('Um processo do Balcão terminou; outro começa');
    const all = processesOf(child);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(all.filter(isAlive)).toEqual([]);
    await expect(health(port)).rejects.toThrow();
  });
});
