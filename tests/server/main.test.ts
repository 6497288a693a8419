import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { startEmbedded } from '../../server/db/embedded/startEmbedded.ts';

// Real processes, each with a PostgreSQL of its own.
jest.setTimeout(180_000);

const ROOT = path.resolve(import.meta.dirname, '../..');
const BUILD = "import('./scripts/build.mjs').then(({ buildServer }) => buildServer())";

/** What `npm start` runs. */
beforeAll(() => void execFileSync(process.execPath, ['-e', BUILD], { cwd: ROOT }));

let dataDir: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'balcao-main-'));
  rmSync(dataDir, { recursive: true });
  mkdirSync(dataDir, { mode: 0o755 });
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  if (existsSync(path.join(dataDir, 'postgres'))) await (await startEmbedded(dataDir)).stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Started {
  child: ChildProcess;
  /** All that was printed. */
  output: () => string;
  ended: Promise<number | null>;
}

/** Resolves with the address in its last line, or once it ended. */
async function start(env: NodeJS.ProcessEnv): Promise<Started> {
  const child = spawn(process.execPath, ['dist-server/main.js'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, DEMO: 'off', ...env },
  });
  children.push(child);
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = new Promise<void>((resolve) => {
    const listen = (text: string) => {
      output += text;
      if (/Balcão em .*\n/.test(output)) resolve();
    };
    child.stdout?.setEncoding('utf8').on('data', listen);
    child.stderr?.setEncoding('utf8').on('data', listen);
  });
  await Promise.race([ready, ended]);
  return { child, output: () => output, ended };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Those of the server that this one started; its PostgreSQL is another program. */
const processesOf = ({ pid }: ChildProcess): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((each) => readFileSync(`/proc/${each}/cmdline`, 'utf8').includes('dist-server/main.js'));

const isAlive = (pid: number) => existsSync(`/proc/${pid}`);

const health = async (port: number) => (await fetch(`http://127.0.0.1:${port}/healthz`)).status;

describe('the server', () => {
  it('starts from nothing, says where, and stops with its database when told', async () => {
    const port = await freePort();
    const { child, output, ended } = await start({ PORT: String(port) });
    expect(output().trimEnd().split('\n').at(-1)).toBe(`Balcão em http://localhost:${port}`);
    expect(output()).toMatch(/Código de instalação.*: (\w{4}-){4}\w{4}\n/);
    expect(await health(port)).toBe(200);
    // Twice, as npm and the terminal deliver it.
    child.kill('SIGTERM');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    const client = new pg.Client({ host: path.join(dataDir, 'postgres', 's'), user: 'balcao' });
    client.on('error', () => {});
    await expect(client.connect()).rejects.toThrow();
  });

  it('comes back after it was killed, with what was acknowledged', async () => {
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

  it('answers by several processes, replaces one that dies, and ends them all', async () => {
    const port = await freePort();
    const { child, output, ended } = await start({ PORT: String(port), PROCESSES: '2' });
    expect(output().trimEnd().split('\n').at(-1)).toBe(`Balcão em http://localhost:${port}`);
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

  it('counts what an address asks over all of its processes', async () => {
    const port = await freePort();
    // An address may ask as much as twenty people: sixty a minute.
    const { child, ended } = await start({ PORT: String(port), PROCESSES: '2', REQUESTS_PER_MINUTE: '3' });
    const asked = async (times: number) => {
      const answers = Array.from({ length: times }, () =>
        fetch(`http://127.0.0.1:${port}/captcha`, { headers: { connection: 'close' } }),
      );
      const statuses = (await Promise.all(answers)).map(({ status }) => status);
      return statuses.filter((status) => status === 200).length;
    };
    expect(await asked(40)).toBe(40);
    await pause(2_500);
    const more = await asked(60);
    // What is left of sixty, and the few that a minute gives back meanwhile; two of sixty would leave eighty.
    expect(more).toBeGreaterThanOrEqual(15);
    expect(more).toBeLessThanOrEqual(50);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('leaves none of several processes behind when the one that started them is killed', async () => {
    const { child, ended } = await start({ PORT: String(await freePort()), PROCESSES: '2' });
    const all = processesOf(child);
    child.kill('SIGKILL');
    await ended;
    const deadline = Date.now() + 20_000;
    while (all.some(isAlive) && Date.now() < deadline) await pause(50);
    expect(all.filter(isAlive)).toEqual([]);
  });

  it('does not start with wrong settings, and says how to mend them', async () => {
    const { output, ended } = await start({ PORT: 'abc', DATABASE_URL: 'mysql://segredo@x' });
    expect(await ended).toBe(1);
    expect(output()).toMatch(/^PORT deve ser.*\nDATABASE_URL deve começar/);
    expect(output()).not.toContain('segredo');
  });

  it('says so when the port is taken, and leaves no database running', async () => {
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
    const client = new pg.Client({ host: path.join(dataDir, 'postgres', 's'), user: 'balcao' });
    client.on('error', () => {});
    await expect(client.connect()).rejects.toThrow();
  });

  it('says so when the database server is not there', async () => {
    const port = await freePort();
    const { output, ended } = await start({ DATABASE_URL: `postgres://u:segredo@127.0.0.1:${port}/b` });
    expect(await ended).toBe(1);
    expect(output()).toContain('recusou a conexão. Confira DATABASE_URL');
    expect(output()).not.toContain('segredo');
  });
});
