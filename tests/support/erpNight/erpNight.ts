import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { folderStore } from '#server/adapters/files/openFileStore.ts';
import { backUp } from '#server/backup/backUp.ts';
import { restore } from '#server/backup/restore.ts';
import { guideBlock } from '../guideBlock.ts';
import { freePort } from '../servers/freePort.ts';
import type { ServerProcess } from '../servers/serverProcess.ts';
import { setUp, startConsole } from './company.ts';
import { erpRows, NIGHT_TYPES, type NightType, writeErpFiles } from './files.ts';
import { failingPartner } from './partner.ts';
import { followFeed } from './reader.ts';

export interface NightOptions {
  /** A migrated or empty database. */
  url: string;
  /** An empty database into which the backup is restored. */
  restoredUrl: string;
  /** Number of products, and likewise of prices and stock records. */
  products: number;
  /** Number of rows that are sent, and read, at once. */
  batch?: number;
}

/** Durations in seconds, and counts. */
export interface NightFigures {
  rows: number;
  firstNight: number;
  secondNight: number;
  /** Number of failed batches that the nightly run sent again. */
  sentAgain: number;
  /** Time from the end of the first night until the receiver, which fails a third of the time, had everything. */
  delivered: number;
  requests: number;
  failed: number;
  doubles: number;
}

const TABLES = { produtos: 'products', precos: 'product_prices', estoque: 'product_stock' } as const;
/**
 * An ERP's night according to docs/integration.md: its nightly run sends products, prices and stock while the server is
 * killed; one system follows the feed, another is notified by webhooks and fails a third of the time; then the database is
 * restored from a backup. Throws if a row is missing, duplicated or half written, or if a change is skipped.
 */
export async function erpNight({
  url,
  restoredUrl,
  products,
  batch = 1_000,
}: NightOptions): Promise<NightFigures> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-noite-'));
  const partner = await failingPartner();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const dataDir = path.join(folder, 'dados');
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true }), partner.close];
  const start = async (database: string): Promise<ServerProcess> => {
    const server = await startConsole(database, { port, dataDir });
    ends.push(() => server.child.kill('SIGKILL'));
    return server;
  };
  try {
    let server = await start(url);
    const { chave, segredo, branch } = await setUp(url, origin, partner.url);
    partner.secret(segredo);
    const query = asDatabase(url, ends);
    writeFileSync(path.join(folder, 'night.mjs'), guideBlock('js night'));
    const night = (rows: { first?: number; count: number; turn?: number }) =>
      runNight(folder, writeErpFiles(folder, erpRows(rows, branch)), {
        BALCAO_URL: origin,
        BALCAO_KEY: chave,
        BALCAO_BATCH: String(batch),
      });

    let mirror = new Map<string, string>();
    const anew = async () => {
      mirror = await pricesOf(origin, chave, batch);
    };
    const reader = followFeed(origin, chave, { tipos: NIGHT_TYPES.join(','), anew });
    ends.push(reader.stop);
    await pause(500);

    // The first night, with a kill in the middle.
    const began = performance.now();
    const first = night({ count: products });
    const amidst = until(async () => (await countOf(query, 'product_prices')) >= products / 3);
    await Promise.race([amidst, first.then(({ counts }) => assert.fail(JSON.stringify(counts)))]);
    server.child.kill('SIGKILL');
    await server.ended;
    for (const table of Object.values(TABLES)) {
      const written = await countOf(query, table);
      assert.ok(written % batch === 0 || written === products, `${table} was left at ${written} rows`);
    }
    server = await start(url);
    const { counts, again } = await first;
    const firstNight = seconds(began);
    for (const type of NIGHT_TYPES) {
      assert.deepEqual(counts[type], { criados: products, mudados: 0, iguais: 0, recusados: 0 });
      assert.equal(await countOf(query, TABLES[type]), products);
      assert.equal(await entriesOf(query, TABLES[type]), products);
    }
    assert.ok(again > 0, 'the kill broke no sending');
    const delivering = performance.now();

    // The second night changes nothing.
    const [before] = await query<{ sum: string }>(VERSIONS);
    const secondBegan = performance.now();
    const second = await night({ count: products });
    const secondNight = seconds(secondBegan);
    for (const type of NIGHT_TYPES)
      assert.deepEqual(second.counts[type], { criados: 0, mudados: 0, iguais: products, recusados: 0 });
    assert.deepEqual((await query<{ sum: string }>(VERSIONS))[0], before);

    // Both systems have everything, in spite of the outages.
    await reader.caughtUp();
    const changes = 3 * products;
    assert.equal(reader.restarts, 0);
    assert.equal(
      new Set(reader.receivedChanges.map(({ cursor }) => cursor)).size,
      reader.receivedChanges.length,
    );
    assert.equal(new Set(reader.receivedChanges.map(({ tipo, id }) => `${tipo} ${id}`)).size, changes);
    assert.equal(reader.receivedChanges.length, changes);
    await deliveredAll(query);
    const delivered = (partner.counts.lastAt - (performance.timeOrigin + delivering)) / 1000;
    assert.deepEqual(cursorsOf(partner.reported.values()), cursorsOf(reader.receivedChanges));
    const { requests, failed, doubles } = partner.counts;

    // A backup, changes after it, and the database restored to its state before them.
    const target = path.join(folder, 'copia.tar.gz');
    await backUp({ url, files: folderStore(dataDir), dataDir, target });
    const changed = { first: products - products / 10, count: products / 5, turn: 1 };
    await night(changed);
    await reader.caughtUp();
    assert.ok(reader.receivedChanges.length > changes);
    const lost = reader.receivedChanges.length - changes;
    server.child.kill('SIGTERM');
    await server.ended;
    await restore({ url: restoredUrl, files: folderStore(dataDir), dataDir, source: target });
    const restored = asDatabase(restoredUrl, ends);
    assert.equal(await countOf(restored, 'products'), products);
    server = await start(restoredUrl);
    await until(() => reader.restarts === 1);
    await reader.caughtUp();
    assert.equal(mirror.size, products);
    reader.receivedChanges.length = 0;
    const deliveredBefore = partner.reported.size;

    // Repeating the same night writes what was lost, and every reader is notified.
    const third = await night(changed);
    assert.equal(third.counts.produtos.criados, changed.count / 2);
    assert.equal(third.counts.produtos.mudados, changed.count / 20);
    const fourth = await night(changed);
    assert.equal(fourth.counts.produtos.iguais, changed.count);
    await reader.caughtUp();
    assert.equal(reader.restarts, 1);
    assert.equal(reader.receivedChanges.length, lost);
    await deliveredAll(restored);
    assert.equal(partner.reported.size - deliveredBefore, lost);
    assert.deepEqual(
      cursorsOf([...partner.reported.values()].slice(deliveredBefore)),
      cursorsOf(reader.receivedChanges),
    );
    assert.equal(partner.counts.forged, 0);
    assert.ok(partner.counts.doubles > 0);
    server.child.kill('SIGTERM');
    assert.equal(await server.ended, 0);
    return { rows: changes, firstNight, secondNight, sentAgain: again, delivered, requests, failed, doubles };
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

type Query = <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<R[]>;

/** Uses a different application name, because no console may appear to use the database. */
function asDatabase(url: string, ends: (() => unknown)[]): Query {
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'noite' });
  pool.on('error', () => {});
  ends.push(() => pool.end());
  return async (text, values) => (await pool.query(text, values)).rows as never;
}

type Counts = Record<'criados' | 'mudados' | 'iguais' | 'recusados', number>;

/** The nightly run from the guide, as a separate program. */
function runNight(folder: string, files: string[], env: NodeJS.ProcessEnv) {
  return new Promise<{ counts: Record<NightType, Counts>; again: number }>((resolve, reject) => {
    const given = { cwd: folder, env: { PATH: process.env.PATH, ...env }, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, ['night.mjs', ...files], given, (error, stdout, stderr) => {
      if (error) return reject(new Error(`${error.message}\n${stdout.slice(-2_000)}`));
      const counts = Object.fromEntries(
        NIGHT_TYPES.map((type) => [type, { criados: 0, mudados: 0, iguais: 0, recusados: 0 }]),
      ) as Record<NightType, Counts>;
      for (const [, type, text = ''] of stdout.matchAll(/^(\w+) (\{.*\})$/gm)) {
        const sum = counts[type as NightType];
        for (const [name, count] of Object.entries(JSON.parse(text) as Counts))
          sum[name as keyof Counts] += count;
      }
      resolve({ counts, again: stderr.split('\n').filter((line) => line.startsWith('again')).length });
    });
  });
}

const countOf = async (query: Query, table: string) =>
  (await query<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count ?? 0;

/** Number of create entries in the audit log for the records of a table. */
const entriesOf = async (query: Query, table: string) =>
  (
    await query<{ count: number }>(
      `select count(*)::int as count from audit_log where action = 'CRIAR' and entity = $1`,
      [table],
    )
  )[0]?.count;

/** A value that any write would change; a feed change counts equally before and after it gets its number. */
const VERSIONS = `select (select last from feed_state) + (select count(*) from feed_pending) || ' ' ||
  (select count(*) from audit_log) || ' ' || (select sum(version) from products) as sum`;

/** Makes pending deliveries due now, so that the test does not wait for hours. */
async function deliveredAll(query: Query): Promise<void> {
  await until(async () => {
    await query(`update webhook_deliveries set next_attempt_at = now()
      where state = 'PENDENTE' and last_attempt_at < now() - interval '1 second' and next_attempt_at > now()`);
    await query('update webhooks set resting_until = null where resting_until is not null');
    const [left] = await query<{ some: boolean }>(
      `select exists (select from webhook_deliveries where state = 'PENDENTE') or exists (select from feed_pending)
        or exists (select from webhooks where position < (select last from feed_state)) as some`,
    );
    return !left?.some;
  });
}

/** Reads all products page by page, as in the guide. */
async function pricesOf(origin: string, token: string, limit: number): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let after: string | null = ''; after !== null; ) {
    const page: string = `limite=${limit}&campos=codigo,preco${after && `&apos=${after}`}`;
    const response: Response = await fetch(`${origin}/dados/v1/produtos?${page}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(response.status, 200);
    const { itens, proximo } = (await response.json()) as {
      itens: { codigo: string; preco: string }[];
      proximo: string | null;
    };
    for (const { codigo, preco } of itens) found.set(codigo, preco);
    after = proximo;
  }
  return found;
}

const cursorsOf = (reported: Iterable<{ cursor: string }>) =>
  [...reported].map(({ cursor }) => cursor).sort();
const seconds = (since: number) => (performance.now() - since) / 1000;

async function until(holds: () => boolean | Promise<boolean>, most = 40 * 60_000): Promise<void> {
  for (const end = Date.now() + most; Date.now() < end; await pause(50)) if (await holds()) return;
  throw new Error('it did not come to pass');
}
