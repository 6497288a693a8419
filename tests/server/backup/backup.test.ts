import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { folderStore } from '#server/adapters/files/openFileStore.ts';
import { type BackupOrder, backUp } from '#server/backup/backUp.ts';
import { restore } from '#server/backup/restore.ts';
import { newestMigration } from '#server/db/migrate.ts';
import {
  checksums,
  demoInstallation,
  type EmptyDatabase,
  type Installation,
  ownersDatabase,
  queryOf,
  structure,
} from './installation.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const WHOLE = 'inteira.tar.gz';
let source: Installation;
let folder: string;
const dropped: EmptyDatabase[] = [];
/** The whole company as it was, its backup, and what a restore made of it, which no test changes. */
let before: Record<string, string>;
let made: Awaited<ReturnType<typeof backUp>>;
let whole: Awaited<ReturnType<typeof restored>>;

beforeAll(async () => {
  source = await demoInstallation();
  folder = await mkdtemp(path.join(os.tmpdir(), 'balcao-copias-'));
});
beforeAll(async () => {
  before = await checksums(queryOf(source));
  made = await backUp(order(WHOLE));
});
beforeAll(async () => {
  whole = await restored(WHOLE);
});

afterAll(async () => {
  for (const each of dropped) await each.drop();
  await rm(folder, { recursive: true, force: true });
  await source.drop();
});

const order = (name: string, more: Partial<BackupOrder> = {}): BackupOrder => ({
  url: source.url,
  files: source.files,
  dataDir: source.dataDir,
  target: path.join(folder, name),
  ...more,
});

async function restored(name: string, key?: string) {
  const target = await ownersDatabase(source.url);
  dropped.push(target);
  const dataDir = path.join(folder, `dados-${name}`);
  const result = await restore({
    url: target.url,
    files: folderStore(dataDir),
    dataDir,
    source: path.join(folder, name),
    key,
  });
  return { target, dataDir, result };
}

/** Tables that a restore changes on purpose (afterRestore.ts). */
const CHANGED = [
  'audit_log',
  'backup_runs',
  'feed_entries',
  'feed_pending',
  'feed_state',
  'outbox_emails',
  'password_resets',
  'realtime_events',
  'sessions',
  'webhook_deliveries',
  'webhooks',
];

const kept = (sums: Record<string, string>) =>
  Object.fromEntries(Object.entries(sums).filter(([name]) => !CHANGED.includes(name)));

describe('backup', () => {
  it('restored by a plain owner equals the database row by row, with its files', async () => {
    expect(made.missing).toEqual([]);
    expect(made.files).toBeGreaterThan(3);
    const { target, dataDir, result } = whole;
    expect(result).toMatchObject({ rows: made.rows, files: made.files });
    const after = await checksums(target.query);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(kept(after)).toEqual(kept(before));
    expect(Object.keys(kept(before)).length).toBeGreaterThan(100);
    expect(await structure(target.query)).toEqual(await structure(queryOf(source)));
    const [stored] = await target.query<{ id: string }>('select stored_as as id from files limit 1');
    const id = stored?.id ?? '';
    expect(await text(await folderStore(dataDir).get(id))).toBe(await text(await source.files.get(id)));
    const pictures = await readdir(path.join(source.dataDir, 'imagens'), { recursive: true });
    expect(pictures.length).toBeGreaterThan(3);
    expect((await readdir(path.join(dataDir, 'imagens'), { recursive: true })).sort()).toEqual(
      pictures.sort(),
    );
    expect((await readdir(dataDir)).sort()).toEqual(['files', 'imagens']);
  });

  it('continues its sequences, and recomputes generated columns', async () => {
    const { target } = whole;
    const next = `select (select max(id) from people) as most, nextval(pg_get_serial_sequence('people', 'id'))::int as next,
      nextval('record_codes')::int as code, (select last_value::int from record_codes) as last`;
    const [found] = await target.query<{ most: number; next: number }>(next);
    expect(found?.next).toBeGreaterThan(found?.most ?? 0);
    const [folded] = await target.query<{ folded: string }>(
      `select folded_subject as folded from tickets where folded_subject <> '' limit 1`,
    );
    expect(folded?.folded).toBe(folded?.folded.toLowerCase());
    await expect(target.query('delete from audit_log')).rejects.toThrow('append-only');
    const [migration] = await target.query<{ last: string }>(
      'select max(created_at)::text as last from drizzle.__drizzle_migrations',
    );
    expect(Number(migration?.last)).toBe(newestMigration);
  });

  it('captures one moment although people write meanwhile', async () => {
    const total = `select ((select sum(returned) from invoice_items) + (select sum(held) from ticket_items))::text as total,
      (select count(*) from audit_log where entity = 'copia')::int as reported,
      (select count(*) from login_failures where subject like 'copia%')::int as done`;
    const query = queryOf(source);
    const [line] = await query<{ id: number; invoice: number }>(
      'select id, invoice_item_id as invoice from ticket_items where invoice_item_id is not null limit 1',
    );
    let written = 0;
    let writing = true;
    const writer = async (who: number) => {
      for (; writing; written += 1) {
        const client = await source.pool.connect();
        try {
          // Tables read early and late: anything that is not a snapshot would see only one of the two changes.
          await client.query('begin');
          await client.query('update invoice_items set returned = returned + 1 where id = $1', [
            line?.invoice,
          ]);
          await client.query('update ticket_items set held = held - 1 where id = $1', [line?.id]);
          await client.query(
            "insert into audit_log (action, entity, entity_id) values ('ALTERAR', 'copia', $1)",
            [who],
          );
          await client.query('insert into login_failures values ($1, 1, now())', [`copia ${who} ${written}`]);
          await client.query('commit');
        } finally {
          client.release();
        }
        // Leaves the processor to the backup.
        await pause(5);
      }
    };
    const [before] = await query<{ total: string }>(total);
    const writers = [writer(1), writer(2)];
    const atStart = written;
    await backUp(order('escrita.tar.gz'));
    const during = written - atStart;
    writing = false;
    await Promise.all(writers);
    const { target } = await restored('escrita.tar.gz');
    const [after] = await target.query<{ total: string; reported: number; done: number }>(total);
    expect(after?.total).toBe(before?.total);
    expect(after?.reported).toBe(after?.done);
    expect(after?.done).toBeLessThan(written);
    expect(during).toBeGreaterThan(20);
  });
});

it('a restore that is killed halfway leaves the old state', async () => {
  const { target: into } = whole;
  const untouched = await checksums(into.query);
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'scripts/restore.ts', path.join(folder, WHOLE), `--sobre-dados=${into.name}`],
    {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: into.url, DATA_DIR: path.join(folder, 'morta'), NODE_OPTIONS: '' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let reported = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    reported += text;
  });
  const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  const copying = `select from pg_stat_activity where datname = $1 and pid <> pg_backend_pid() and query ilike 'copy %from stdin%'`;
  for (let turn = 0; turn < 1_500 && child.exitCode === null; turn += 1) {
    if ((await into.query(copying, [into.name])).length > 0) break;
    await pause(10);
  }
  child.kill('SIGKILL');
  expect([await ended, reported]).toEqual(['SIGKILL', '']);
  await expect(into.query('select from drizzle.__drizzle_migrations limit 1')).resolves.toHaveLength(1);
  expect(await checksums(into.query)).toEqual(untouched);
});

it('a full disk leaves no backup file, not even a partial one', async () => {
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  let bytes = 0;
  const openTarget = async () => ({
    async write(chunk: Uint8Array) {
      bytes += chunk.length;
      if (bytes > 100_000) throw full;
    },
    close: async () => {},
  });
  await expect(backUp(order('cheio.tar.gz', { openTarget }))).rejects.toBe(full);
  expect((await readdir(folder)).filter((name) => name.startsWith('cheio'))).toEqual([]);
  expect((await stat(folder)).isDirectory()).toBe(true);
});
