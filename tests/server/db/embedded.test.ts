import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type RunningDatabase, startEmbedded } from '#server/db/startDatabase.ts';
import { serverFolder } from '../../support/database/databaseFolder.ts';

// Most cases create a cluster of their own, which takes a second, or several on a busy machine.
const running: RunningDatabase[] = [];
const folders: string[] = [];

/** With mode 700 it is closed like /root: `nobody` may not enter. */
function dataFolder(mode: number): string {
  const parent = serverFolder();
  chmodSync(parent, mode);
  folders.push(parent);
  return path.join(parent, 'dados');
}

/** A cluster that was stopped; what is tested is not its creation. */
let stopped: string | undefined;

async function stoppedCluster(): Promise<string> {
  if (!stopped) {
    stopped = serverFolder();
    await (await startEmbedded(stopped, 'volatile')).stop();
  }
  const dataDir = dataFolder(0o755);
  execFileSync('cp', ['-a', stopped, dataDir]);
  return dataDir;
}

afterAll(() => {
  if (stopped) rmSync(stopped, { recursive: true, force: true });
});

async function start(dataDir: string): Promise<RunningDatabase> {
  const database = await startEmbedded(dataDir, 'volatile');
  running.push(database);
  return database;
}

async function query<R extends pg.QueryResultRow>(url: string, sql: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Retries while the server is starting. */
async function eventually<T>(action: () => Promise<T>, limit = 60_000): Promise<T> {
  const deadline = Date.now() + limit;
  for (;;) {
    try {
      return await action();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(50);
    }
  }
}

const serverPid = async (url: string): Promise<number> => {
  const [row] = await query<{ folder: string }>(
    url.replace(/balcao@/, 'postgres@'),
    "select current_setting('data_directory') as folder",
  );
  return Number(readFileSync(path.join(row?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]);
};

afterEach(async () => {
  await Promise.all(running.splice(0).map((database) => database.stop()));
  for (const folder of folders.splice(0)) {
    const pointer = path.join(folder, 'dados', 'postgres.json');
    if (existsSync(pointer))
      rmSync(JSON.parse(readFileSync(pointer, 'utf8')).folder, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('embedded PostgreSQL', () => {
  it('starts on an empty folder as a role without superuser, keeps its data, and stops on request', async () => {
    const dataDir = dataFolder(0o755);
    const first = await start(dataDir);
    await query(first.url, 'create table kept as select 42 as answer');
    const [role] = await query(first.url, 'select rolsuper from pg_roles where rolname = current_user');
    expect(role).toEqual({ rolsuper: false });
    await first.stop();
    await expect(query(first.url, 'select 1')).rejects.toThrow();
    const second = await start(dataDir);
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('works in a folder closed to other accounts, and with a path too long for a socket', async () => {
    const hidden = dataFolder(0o700);
    const first = await start(hidden);
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    const long = path.join(dataFolder(0o755), 'pasta-com-um-nome-bem-comprido'.repeat(4));
    const second = await start(long);
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is started once by processes that start together, and stopped by the last', async () => {
    const dataDir = dataFolder(0o755);
    const [one, two] = await Promise.all([start(dataDir), start(dataDir)]);
    const pid = await serverPid(one.url);
    await one.stop();
    expect(await serverPid(two.url)).toBe(pid);
    await two.stop();
    await expect(query(two.url, 'select 1')).rejects.toThrow();
  });

  it('is used again after its console was killed', async () => {
    const dataDir = await stoppedCluster();
    const console = spawn(process.execPath, [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      keepOpen(dataDir),
    ]);
    const url = await new Promise<string>((resolve) => {
      console.stdout.once('data', (line) => resolve(String(line).trim()));
    });
    const pid = await serverPid(url);
    console.kill('SIGKILL');
    const again = await start(dataDir);
    expect(await serverPid(again.url)).toBe(pid);
  });

  it('restarts by itself after it was killed', async () => {
    const database = await start(await stoppedCluster());
    await query(database.url, 'create table kept as select 42 as answer; checkpoint').catch(() => {});
    const pid = await serverPid(database.url);
    process.kill(pid, 'SIGKILL');
    await eventually(() => query(database.url, 'select 1'));
    expect(await serverPid(database.url)).not.toBe(pid);
  });

  it('refuses a folder with other content', async () => {
    const dataDir = dataFolder(0o755);
    mkdirSync(path.join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(path.join(dataDir, 'postgres', 'planilha.xlsx'), '');
    await expect(start(dataDir)).rejects.toThrow(/não é do Balcão/);
  });

  it('reports that the database it points to is gone', async () => {
    const dataDir = dataFolder(0o755);
    mkdirSync(dataDir);
    writeFileSync(path.join(dataDir, 'postgres.json'), JSON.stringify({ folder: path.join(dataDir, 'x') }));
    await expect(start(dataDir)).rejects.toThrow(/não existe mais/);
  });
});

const keepOpen = (dataDir: string) => `
  import { startEmbedded } from ${JSON.stringify(path.resolve(import.meta.dirname, '../../../server/db/startDatabase.ts'))};
  const { url } = await startEmbedded(${JSON.stringify(dataDir)}, 'volatile');
  console.log(url);
  setInterval(() => {}, 1000);
`;
