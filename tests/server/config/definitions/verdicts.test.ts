import { cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { DEFINITION_KINDS } from '#contract/rules/definitions/definition.ts';
import { kindRules } from '#server/config/definitions/kinds.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import { schemasFolder } from '#server/config/definitions/metaSchema.ts';
import type { KindDeps } from '#server/config/definitions/rules.ts';
import { withoutSchemaName } from '#server/config/definitions/validate.ts';
import { watchDefinitions } from '#server/config/definitions/watch.ts';
import { definitionVerdicts } from '#server/db/tables/index.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vereditos-'));
  for (const name of ['clientes-sem-compra', 'envelhecimento-de-tickets'])
    for (const ending of ['json', 'sql'])
      await cp(
        path.join(schemasFolder, 'reports', `${name}.${ending}`),
        path.join(folder, 'reports', `${name}.${ending}`),
      );
  server = await testServer({ schemasDir: folder });
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const validator = () => ({ ...server.deps, user: null });
const load = () => loadDefinitions(server.deps.db, folder, validator());
const verdicts = () => server.deps.db.$count(definitionVerdicts);
/** Number of reader statements so far, which include every validation that uses the database. */
const readings = async () => {
  const { rows } = await server.deps.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where usename = 'relatorio_leitor' and datname = current_database()
     and query_start > now() - interval '1 second'`,
  );
  return rows[0]?.n;
};

it('a file is validated once, by whichever process sees it first, and again when it changes', async () => {
  expect((await load()).added).toHaveLength(2);
  expect(await verdicts()).toBe(2);
  const marks = await server.deps.db.select().from(definitionVerdicts);
  await pause(1_500);
  // Like another process, and after a file was only touched.
  const file = path.join(folder, 'reports', 'clientes-sem-compra.json');
  await utimes(file, new Date(), new Date());
  expect(await load()).toEqual({ added: [], broken: [], postponed: [] });
  expect(await readings()).toBe(0);
  expect(await server.deps.db.select().from(definitionVerdicts)).toEqual(marks);
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replace(/"titulo": "[^"]*"\n\}/, '"titulo": "Outro"\n}'),
  );
  expect((await load()).added).toEqual(['clientes-sem-compra 2']);
  expect(await verdicts()).toBe(3);
  // The text of its query counts as well.
  const query = path.join(folder, 'reports', 'clientes-sem-compra.sql');
  await writeFile(query, (await readFile(query, 'utf8')).replace('nulls last', 'nulls first'));
  expect((await load()).added).toEqual(['clientes-sem-compra 3']);
});

it('a broken file stays reported without being validated again', async () => {
  const query = path.join(folder, 'reports', 'clientes-sem-compra.sql');
  const good = await readFile(query, 'utf8');
  await writeFile(query, 'select pg_sleep(1)');
  const reported = (await load()).broken;
  expect(reported[0]?.problems[0]).toMatch(/pg_sleep/);
  const before = await verdicts();
  expect((await load()).broken).toEqual(reported);
  expect(await verdicts()).toBe(before);
  await writeFile(query, good);
  expect((await load()).broken).toEqual([]);
});

/** Whatever ends the check of a file says nothing about the file. */
it.each([
  ['ran out of time', cancelReader],
  ['was stopped with the server', async (stopped: AbortController) => stopped.abort()],
])('a check that %s is made again later, and refuses nothing', async (name, end) => {
  const query = path.join(folder, 'reports', 'clientes-sem-compra.sql');
  const good = await readFile(query, 'utf8');
  await writeFile(query, `${good}\n-- ${name}`);
  const before = await verdicts();
  const stopped = new AbortController();
  const busy = await server.deps.pool.connect();
  await busy.query('begin');
  await busy.query('lock table customers in access exclusive mode');
  const loading = loadDefinitions(server.deps.db, folder, { ...validator(), signal: stopped.signal });
  while (!(await waitingReader())) await pause(10);
  await end(stopped);
  const { broken, postponed } = await loading.finally(() => busy.query('rollback'));
  busy.release();
  expect(broken).toEqual([]);
  expect(postponed.map(({ file }) => file)).toContain('reports/clientes-sem-compra.json');
  expect(await verdicts()).toBe(before);
  expect((await load()).broken).toEqual([]);
  expect(await verdicts()).toBe(before + 1);
  await writeFile(query, good);
});

async function waitingReader(): Promise<number | undefined> {
  const { rows } = await server.deps.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where usename = 'relatorio_leitor' and datname = current_database()
     and wait_event_type = 'Lock'`,
  );
  return rows[0]?.pid;
}

/** Like the limit of its time, which takes seconds. */
async function cancelReader(): Promise<void> {
  const url = new URL(server.database.url);
  url.username = 'postgres';
  const administrator = new pg.Client({ connectionString: url.href });
  await administrator.connect();
  await administrator.query('select pg_cancel_backend($1)', [await waitingReader()]);
  await administrator.end();
}

it('a failed load is retried at growing intervals, and stops at once with the server', async () => {
  const { db, pool } = server.deps;
  let requested = 0;
  // A database that cannot be read at the moment.
  const failing = {
    ...server.deps,
    db: new Proxy(db, {
      get(target, key) {
        if (key === 'execute' || key === 'transaction') {
          requested += 1;
          throw new Error('not now');
        }
        return Reflect.get(target, key);
      },
    }),
    pool,
  };
  const watcher = watchDefinitions(failing, { info: () => {}, warn: () => {} }, 100);
  await pause(2_500);
  await watcher.stop();
  // Retries after 0.2, 0.4, 0.8 and 1.6 s instead of every tenth of a second.
  expect(requested).toBeGreaterThan(1);
  expect(requested).toBeLessThanOrEqual(5);
  await db.execute(sql`select 1`);
});

it('a watcher stopped in the middle of its work reports no failure', async () => {
  await server.deps.db.delete(definitionVerdicts);
  const warned: string[] = [];
  const watcher = watchDefinitions(server.deps, {
    info: () => {},
    warn: (_details, text) => void warned.push(text),
  });
  await watcher.stop();
  expect(warned).toEqual([]);
});

it('what is judged without a database counts with it, except where rules look into it', async () => {
  await server.deps.db.delete(definitionVerdicts);
  const own = path.join(folder, 'mails', 'moldura.json');
  await cp(path.join(schemasFolder, 'mails', 'moldura.json'), own);
  await loadDefinitions(server.deps.db, folder);
  expect(await verdicts()).toBe(3);
  // As in a first start: before the tables are filled, and by the watcher afterwards.
  await load();
  // Mails name fields that administrators added, so their rules look into it too.
  expect(await verdicts()).toBe(6);
  await rm(own);
});

it('kinds that say that they read no database read none', async () => {
  const untouched = new Proxy({} as KindDeps, {
    get(_, name) {
      throw new Error(`read ${String(name)}`);
    },
  });
  const silent = DEFINITION_KINDS.map(kindRules).filter(({ readsDatabase }) => !readsDatabase);
  expect(silent.length).toBeGreaterThan(2);
  for (const { kind, problems } of silent) {
    // The product brings no types of record of its own.
    const own = kind === 'records' ? 'tests/support/recordTypes' : path.join(schemasFolder, kind);
    const names = (await readdir(own)).filter((name) => name.endsWith('.json'));
    expect(names).not.toEqual([]);
    for (const name of names) {
      const content = JSON.parse(await readFile(path.join(own, name), 'utf8'));
      expect(await problems(withoutSchemaName(content), untouched)).toEqual(
        await problems(withoutSchemaName(content), null),
      );
    }
  }
});
