import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Value } from '@sinclair/typebox/value';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { folderStore } from '#server/adapters/files/openFileStore.ts';
import { buildApp } from '#server/app.ts';
import { ArchiveHeader, HEADER, TABLES } from '#server/backup/archive.ts';
import { restore } from '#server/backup/restore.ts';
import { archiveEntries } from '#server/backup/restoredFiles.ts';
import { columnList, qualified } from '#server/backup/tables.ts';
import { connect } from '#server/db/client.ts';
import { newestMigration } from '#server/db/migrate.ts';
import { sessions } from '#server/db/tables/index.ts';
import { hashToken, newToken } from '#server/session/secrets.ts';
import { readSettings } from '#server/settings/settings.ts';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';
import { type EmptyDatabase, ownersDatabase } from './installation.ts';

jest.setTimeout(180_000);

const RELEASES = path.resolve(import.meta.dirname, '../../releases');

/** Tables that a restore changes on purpose (afterRestore.ts), or that a migration may change. */
const REWRITTEN: Readonly<Record<string, string>> = {
  audit_log: 'the restore is logged',
  backup_runs: 'the restore is noted',
  feed_entries: 'another feed begins',
  feed_pending: 'another feed begins',
  feed_state: 'another feed begins',
  outbox_emails: 'what waited is held',
  sessions: 'everybody signs in again',
  webhook_deliveries: 'what waited is held',
  webhooks: 'they go on at the end of the feed',
};

/** Columns that a later release moves or removes, each with the place of its content. */
const MOVED: Readonly<Record<string, string>> = {};

/** Columns to which a later release adds something, each with what. */
const GROWN: Readonly<Record<string, string>> = {
  'roles.grants': 'DADOS_PESSOAIS, which everybody had by implication',
};

interface Archived {
  header: ArchiveHeader;
  /** Lines of COPY text, by table. */
  lines: Map<string, string[]>;
}

async function read(file: string): Promise<Archived> {
  let header: unknown;
  const lines = new Map<string, string[]>();
  for await (const { name, content } of archiveEntries(file, undefined)) {
    const reported = await text(content);
    if (name === HEADER) header = JSON.parse(reported);
    const [folder, table] = name.split('/');
    if (folder === TABLES && table)
      lines.set(table, [...(lines.get(table) ?? []), ...reported.split('\n').filter(Boolean)]);
  }
  return { header: Value.Decode(ArchiveHeader, header), lines };
}

/** The named columns of lines of COPY text: tabs separate values and never occur within one. */
const only = (lines: readonly string[], all: readonly string[], wanted: readonly string[]): string[] => {
  const places = wanted.map((column) => all.indexOf(column));
  return lines.map((line) => {
    const values = line.split('\t');
    return places.map((place) => values[place]).join('\t');
  });
};

describe.each(['0.1.0'])('data of release %s', (release) => {
  const file = path.join(RELEASES, `${release}.tar.gz`);
  let near: TestDatabase;
  let target: EmptyDatabase;
  let dataDir: string;
  let archived: Archived;

  beforeAll(async () => {
    near = await testDatabase();
    target = await ownersDatabase(near.url);
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'balcao-subida-'));
    archived = await read(file);
    await restore({ url: target.url, files: folderStore(dataDir), dataDir, source: file, key: undefined });
  });
  afterAll(async () => {
    await target.drop();
    await near.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('is migrated to this release', async () => {
    expect(archived.header.versao).toBe(release);
    expect(archived.header.migracao).toBeLessThan(newestMigration);
    const [migration] = await target.query<{ last: string }>(
      'select max(created_at)::text as last from drizzle.__drizzle_migrations',
    );
    expect(Number(migration?.last)).toBe(newestMigration);
  });

  it('is kept value by value, in every table and column', async () => {
    const client = new pg.Client({ connectionString: target.url });
    await client.connect();
    let compared = 0;
    try {
      for (const { nome, colunas } of archived.header.tabelas) {
        const stored = archived.lines.get(nome) ?? [];
        if (nome in REWRITTEN || stored.length === 0) continue;
        const { rows } = await client.query<{ name: string }>(
          `select attname::text as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0
           and not attisdropped and attgenerated = ''`,
          [qualified(nome)],
        );
        const now = new Set(rows.map(({ name }) => name));
        const missing = colunas.filter((column) => !now.has(column) && !(`${nome}.${column}` in MOVED));
        expect([nome, missing]).toEqual([nome, []]);
        const kept = colunas.filter((column) => now.has(column) && !(`${nome}.${column}` in GROWN));
        const found = await text(
          client.query(copyTo(`copy (select ${columnList(kept)} from ${qualified(nome)}) to stdout`)),
        );
        expect([nome, found.split('\n').filter(Boolean).sort()]).toEqual([
          nome,
          only(stored, colunas, kept).sort(),
        ]);
        compared += stored.length;
      }
    } finally {
      await client.end();
    }
    expect(compared).toBeGreaterThan(10_000);
  });

  it('still shows personal data in full to every role', async () => {
    const [found] = await target.query<{ all: boolean }>(
      `select bool_and(grants @> '[{"nome":"DADOS_PESSOAIS","autorizado":true}]') as all from roles`,
    );
    expect(found?.all).toBe(true);
  });

  it('is served to people, who sign in again', async () => {
    const { db, pool, close } = connect(target.url, { max: 4 });
    const settings = { ...readSettings({ CAPTCHA: 'off', DEMO: 'off' }), dataDir };
    const app = await buildApp({ db, pool, settings, files: folderStore(dataDir), now: () => new Date() });
    try {
      const token = newToken();
      const expiresAt = new Date(Date.now() + 60_000);
      await db.insert(sessions).values({ tokenHash: hashToken(token), personId: 1, expiresAt });
      for (const [url, table] of [
        ['/sac/tickets?page=1', 'tickets'],
        ['/config/pessoas', 'people'],
        ['/config/cadastros/produtos', 'products'],
      ] as const) {
        const answer = await app.inject({ url, headers: { App: 'teste', authorization: `Bearer ${token}` } });
        expect([table, answer.statusCode]).toEqual([table, 200]);
      }
    } finally {
      await app.close();
      await close();
    }
  });
});

it('every published release has its data here', async () => {
  expect((await readdir(RELEASES)).sort()).toEqual(['0.1.0.tar.gz']);
});
