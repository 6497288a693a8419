import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { FileStore } from '../adapters/files/fileStore.ts';
import { LOCKS } from '../db/advisoryLock.ts';
import type { Executor } from '../db/client.ts';
import { isKnownMigration, migrateWithin, newestMigration } from '../db/migrate.ts';
import { RELEASE } from '../root.ts';
import { afterRestore } from './afterRestore.ts';
import { ArchiveHeader, ArchiveManifest, BackupRefusal, FORMAT, HEADER, MANIFEST } from './archive.ts';
import { refuseOverData, refuseWhileUsed } from './refusals.ts';
import { type ArchiveEntry, archiveEntries, restoredFiles } from './restoredFiles.ts';
import {
  alterTables,
  columnList,
  copiedTables,
  emptyDatabase,
  filledTables,
  foreignKeys,
  OWN_TABLES,
  qualified,
  triggeredTables,
} from './tables.ts';

interface RestoreOrder {
  readonly url: string;
  readonly files: FileStore;
  readonly dataDir: string;
  readonly source: string;
  readonly key?: string | undefined;
  /** Takes an archive that is not encrypted although there is a key. */
  readonly plainToo?: boolean | undefined;
  /** The name of the database whose data is to be replaced, as typed by the user. */
  readonly over?: string | undefined;
  readonly now?: () => Date;
}

interface RestoreResult {
  readonly header: ArchiveHeader;
  readonly rows: number;
  readonly files: number;
}

interface Copied {
  rows: number;
  bytes: number;
  sha256: string;
}

/**
 * Replaces the content of the database with an archive in one transaction. Anything that ends it early, such as a broken
 * file, a full disk or a kill, leaves the database unchanged. It needs only the rights of the database owner.
 */
export async function restore(order: RestoreOrder): Promise<RestoreResult> {
  const entries = archiveEntries(order.source, order.key, { plainToo: order.plainToo ?? false });
  const files = restoredFiles(order);
  const client = new pg.Client({ connectionString: order.url, application_name: 'balcao restauracao' });
  client.on('error', () => {});
  try {
    const header = await headerFrom(entries);
    await client.connect();
    await client.query(
      'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0',
    );
    // A console that starts meanwhile waits to run its migrations and then finds the restored data.
    await client.query('select pg_advisory_lock($1)', [LOCKS.migrate]);
    await refuseWhileUsed(client);
    await refuseOverData(client, header, order.over);
    await client.query('begin');
    const result = await replace(client, { ...order, header, entries, files });
    await client.query('commit');
    await files.keep();
    await client.query(`analyze ${(await filledTables(client)).map(qualified).join(', ')}`);
    return { header, ...result };
  } catch (error) {
    await files.discard();
    throw error;
  } finally {
    await entries.return(undefined);
    await client.end().catch(() => {});
  }
}

async function headerFrom(entries: AsyncGenerator<ArchiveEntry>): Promise<ArchiveHeader> {
  const { value: first } = await entries.next();
  if (first?.name !== HEADER) throw new BackupRefusal('O arquivo não é uma cópia do Balcão.');
  const header = await parsed(first, ArchiveHeader);
  if (header.formato > FORMAT || header.migracao > newestMigration)
    throw new BackupRefusal(
      `A cópia é do Balcão ${header.versao}, mais novo do que este (${RELEASE}). Instale a versão ${header.versao} ou outra mais nova e restaure de novo.`,
    );
  if (!isKnownMigration(header.migracao))
    throw new BackupRefusal(
      `A cópia é de uma versão do Balcão (${header.versao}) que esta (${RELEASE}) não conhece.`,
    );
  return header;
}

interface Replacement extends Omit<RestoreOrder, 'files'> {
  header: ArchiveHeader;
  entries: AsyncGenerator<ArchiveEntry>;
  files: ReturnType<typeof restoredFiles>;
}

async function replace(client: pg.Client, order: Replacement): Promise<{ rows: number; files: number }> {
  const { header, entries, files } = order;
  const names = header.tabelas.map(({ nome }) => nome);
  await emptyDatabase(client, names);
  await migrateWithin(client, header.migracao);
  await requireSameColumns(client, header);
  const own = new Set([...OWN_TABLES, ...names]);
  const keys = (await foreignKeys(client)).filter(({ table }) => own.has(table));
  await alterTables(client, keys, ({ name }) => `drop constraint ${pg.escapeIdentifier(name)}`);
  const triggered = (await triggeredTables(client, names)).map((table) => ({ table }));
  await alterTables(client, triggered, () => 'disable trigger user');
  // Rows that migrations write into an empty database are in the archive in their current state.
  const filled = await filledTables(client, names);
  if (filled.length > 0) await client.query(`truncate ${filled.map(qualified).join(', ')}`);
  const copied = new Map<string, Copied>();
  const manifest = await copyIn(client, order, copied);
  validate(manifest, header, copied);
  await files.validate(client, manifest);
  for (const [name, [last, used]] of Object.entries(manifest.sequencias))
    await client.query('select setval($1::regclass, $2, $3)', [qualified(name), last, used]);
  await alterTables(client, triggered, () => 'enable trigger user');
  // Each constraint is checked against all rows when it is created.
  await alterTables(
    client,
    keys,
    ({ name, definition }) => `add constraint ${pg.escapeIdentifier(name)} ${definition}`,
  );
  await migrateWithin(client);
  const rows = [...copied.values()].reduce((sum, each) => sum + each.rows, 0);
  const db: Executor = drizzle(client);
  await afterRestore(db, { ...order, rows, header, now: order.now ?? (() => new Date()) });
  // Reads to the end of the file; only then is it known to be whole.
  const behind = await entries.next();
  if (!behind.done) throw new BackupRefusal('O arquivo tem mais do que uma cópia do Balcão tem.');
  return { rows, files: manifest.arquivos };
}

async function requireSameColumns(client: pg.Client, header: ArchiveHeader): Promise<void> {
  const names = [...OWN_TABLES, ...header.tabelas.map(({ nome }) => nome)];
  const existing = new Map(
    (await copiedTables(client, names)).map(({ name, columns }) => [name, [...columns].sort().join()]),
  );
  const strange = header.tabelas.filter(
    ({ nome, colunas }) => existing.get(nome) !== [...colunas].sort().join(),
  );
  const absent = [...existing.keys()].filter((name) => !header.tabelas.some(({ nome }) => nome === name));
  if (strange.length + absent.length === 0) return;
  const list = [...strange.map(({ nome }) => nome), ...absent].slice(0, 5).join(', ');
  throw new BackupRefusal(`As tabelas da cópia não são as da versão que ela diz ser: ${list}.`);
}

/** Reads tables and files as they arrive, up to the manifest, which it returns. */
async function copyIn(
  client: pg.Client,
  { entries, header, files }: Replacement,
  copied: Map<string, Copied>,
): Promise<ArchiveManifest> {
  let current: { name: string; end: () => Promise<Copied>; take: (c: Buffer) => Promise<void> } | null = null;
  const close = async () => {
    if (current) copied.set(current.name, await current.end());
    current = null;
  };
  for (;;) {
    const { value: entry, done } = await entries.next();
    if (done) throw new BackupRefusal('O arquivo está incompleto: falta a conferência do fim.');
    const [kind, name = ''] = entry.name.split('/');
    if (kind === 'tabelas') {
      if (current?.name !== name) {
        await close();
        current = openTable(client, header, copied, name);
      }
      for await (const chunk of entry.content) await current.take(chunk);
      continue;
    }
    await close();
    if (entry.name === MANIFEST) return parsed(entry, ArchiveManifest);
    await files.take(client, entry);
  }
}

function openTable(
  client: pg.Client,
  header: ArchiveHeader,
  copied: ReadonlyMap<string, Copied>,
  name: string,
) {
  const table = header.tabelas.find(({ nome }) => nome === name);
  if (!table || copied.has(name)) throw new BackupRefusal(`A cópia traz a tabela ${name} onde ela não cabe.`);
  const sink = client.query(copyFrom(`copy ${qualified(name)} (${columnList(table.colunas)}) from stdin`));
  const ended = finished(sink);
  ended.catch(() => {});
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    name,
    async take(chunk: Buffer) {
      hash.update(chunk);
      bytes += chunk.length;
      if (!sink.write(chunk)) await Promise.race([once(sink, 'drain'), ended]);
    },
    async end(): Promise<Copied> {
      sink.end();
      await ended;
      return { rows: sink.rowCount, bytes, sha256: hash.digest('hex') };
    },
  };
}

function validate(
  manifest: ArchiveManifest,
  header: ArchiveHeader,
  copied: ReadonlyMap<string, Copied>,
): void {
  for (const { nome } of header.tabelas) {
    const expected = manifest.tabelas.find((each) => each.nome === nome);
    const found = copied.get(nome) ?? NOTHING;
    if (expected?.linhas !== found.rows || expected.bytes !== found.bytes || expected.sha256 !== found.sha256)
      throw new BackupRefusal(`O arquivo foi alterado ou está danificado: a tabela ${nome} não confere.`);
  }
}

const NOTHING: Copied = { rows: 0, bytes: 0, sha256: createHash('sha256').digest('hex') };
/** Limit for the header and the manifest; anything far longer is not one of our archives. */
const MAX_TEXT_LENGTH = 64 * 1024 * 1024;

async function parsed<T extends typeof ArchiveHeader | typeof ArchiveManifest>(
  { content, size }: ArchiveEntry,
  schema: T,
): Promise<Static<T>> {
  const broken = () => new BackupRefusal('O arquivo está danificado ou não é uma cópia do Balcão.');
  if (size > MAX_TEXT_LENGTH) throw broken();
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  try {
    const value: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
    if (Value.Check(schema, value)) return value;
  } catch {
    // Reported below.
  }
  throw broken();
}
