import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type FileStore, MissingFile } from '../adapters/files/fileStore.ts';
import { RELEASE } from '../root.ts';
import {
  type ArchiveHeader,
  type ArchiveManifest,
  type ArchiveWriter,
  BackupRefusal,
  FILES,
  FORMAT,
  HEADER,
  MANIFEST,
  PICTURES,
  TABLES,
  type Target,
  writeArchive,
} from './archive.ts';
import { companyIn } from './refusals.ts';
import { type CopiedTable, columnList, copiedTables, qualified, sequencePlaces } from './tables.ts';

export interface BackupOrder {
  readonly url: string;
  readonly files: FileStore;
  readonly dataDir: string;
  /** The file to write; its folder is created. */
  readonly target: string;
  readonly key?: string | undefined;
  /** The cost of one password guess, if it should differ from age's default. */
  readonly workFactor?: number;
  readonly now?: () => Date;
  /** Replaces the file as the output, for tests. */
  readonly openTarget?: (file: string) => Promise<Target>;
}

export interface BackupResult {
  readonly bytes: number;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** Files that are referred to but unavailable. */
  readonly missing: readonly string[];
}

interface StoredRow {
  id: string;
  size: number;
  sha256: string;
}

/**
 * Writes everything of an installation to one file, as of one moment: the tables are read in one snapshot while users go on
 * working. Files are stored before the rows that name them and never change, so those of the snapshot exist.
 */
export async function backUp(order: BackupOrder): Promise<BackupResult> {
  const client = new pg.Client({ connectionString: order.url, application_name: 'balcao copia' });
  client.on('error', () => {});
  await client.connect();
  try {
    // A timeout set for the database or the role would abort a long copy.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    let manifest: ArchiveManifest | undefined;
    const { bytes } = await writeArchive(
      order.target,
      order.key ? { key: order.key, workFactor: order.workFactor } : undefined,
      async (archive) => {
        manifest = await fill(archive, client, order);
      },
      order.openTarget,
    );
    const { tabelas = [], arquivos = 0, arquivosAusentes = [] } = manifest ?? {};
    const rows = tabelas.reduce((sum, { linhas }) => sum + linhas, 0);
    return { bytes, tables: tabelas.length, rows, files: arquivos, missing: arquivosAusentes };
  } finally {
    await client.end().catch(() => {});
  }
}

async function fill(archive: ArchiveWriter, client: pg.Client, order: BackupOrder): Promise<ArchiveManifest> {
  await client.query('begin isolation level repeatable read read only');
  const tables = await copiedTables(client);
  // Like pg_dump: from here on no migration can change a table before it is read.
  await client.query(
    `lock table ${tables.map(({ name }) => qualified(name)).join(', ')} in access share mode`,
  );
  await archive.text(HEADER, JSON.stringify(await headerOf(client, tables, order)));
  const copied: ArchiveManifest['tabelas'] = [];
  for (const table of tables) copied.push(await copyTable(archive, client, table));
  const { rows: stored } = await client.query<StoredRow>(
    'select stored_as as id, size, sha256 from public.files order by stored_as',
  );
  const sequencias = await sequencePlaces(client);
  await client.query('commit');
  const arquivosAusentes = await copyFiles(archive, order, stored);
  const imagens = await copyPictures(archive, order.dataDir);
  const manifest: ArchiveManifest = {
    tabelas: copied,
    sequencias,
    arquivos: stored.length - arquivosAusentes.length,
    arquivosAusentes,
    imagens,
  };
  await archive.text(MANIFEST, JSON.stringify(manifest));
  return manifest;
}

async function headerOf(
  client: pg.Client,
  tables: readonly CopiedTable[],
  { now = () => new Date() }: BackupOrder,
): Promise<ArchiveHeader> {
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at)::text as last from drizzle.__drizzle_migrations',
  );
  const company = await companyIn(client);
  return {
    formato: FORMAT,
    versao: RELEASE,
    migracao: Number(rows[0]?.last ?? 0),
    feitaEm: now().toISOString(),
    instalacao: company.installation,
    empresa: company.name,
    tabelas: tables.map(({ name, columns }) => ({ nome: name, colunas: [...columns] })),
  };
}

async function copyTable(archive: ArchiveWriter, client: pg.Client, table: CopiedTable) {
  const { name, columns, partitioned } = table;
  const list = columnList(columns);
  const source = partitioned ? `(select ${list} from ${qualified(name)})` : `${qualified(name)} (${list})`;
  const rows = client.query(copyTo(`copy ${source} to stdout`));
  const { bytes, sha256 } = await archive.parts(`${TABLES}/${name}`, rows);
  // The data ends before the server reports the row count; once a later query is answered, both have arrived.
  await client.query('select');
  return { nome: name, linhas: rows.rowCount, bytes, sha256 };
}

/** Returns the names of files that could not be read whole. */
async function copyFiles(
  archive: ArchiveWriter,
  { files, target }: BackupOrder,
  stored: readonly StoredRow[],
): Promise<string[]> {
  const missing: string[] = [];
  // Each file is read completely before it is added, so that a slow or failing store cannot break the archive.
  const folder = await mkdtemp(`${target}.arquivos-`);
  const place = path.join(folder, 'arquivo');
  try {
    for (const { id, size, sha256 } of stored) {
      const content = await files.get(id).catch((error: unknown) => {
        if (error instanceof MissingFile) return null;
        throw error;
      });
      if (!content || (await written(content, place)) !== sha256) missing.push(id);
      else await archive.file(`${FILES}/${id}`, place, size);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return missing;
}

async function written(content: Readable, place: string): Promise<string> {
  await pipeline(content, createWriteStream(place, { mode: 0o600 }));
  return hashOf(place);
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Adds the photos and the logo that were placed below DATA_DIR. */
async function copyPictures(archive: ArchiveWriter, dataDir: string): Promise<ArchiveManifest['imagens']> {
  const root = path.join(dataDir, 'imagens');
  const found = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const pictures: ArchiveManifest['imagens'] = [];
  for (const each of found.filter((one) => one.isFile())) {
    const file = path.join(each.parentPath, each.name);
    const caminho = path.relative(root, file).split(path.sep).join('/');
    const { size } = await stat(file);
    await archive.file(`${PICTURES}/${caminho}`, file, size);
    pictures.push({ caminho, sha256: await hashOf(file) });
  }
  return pictures;
}

/** Returns the path of the archive, named by the current time when a folder is given; refuses to overwrite anything. */
export async function targetOf(given: string, key: string | undefined, now: Date): Promise<string> {
  const found = await stat(given).catch(() => null);
  const folder = found?.isDirectory() || given.endsWith('/');
  const moment = now.toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-');
  const target = folder ? path.join(given, `balcao-${moment}.tar.gz${key ? '.age' : ''}`) : given;
  if (folder ? await stat(target).catch(() => null) : found)
    throw new BackupRefusal(`O arquivo ${target} já existe. Escolha outro nome, ou uma pasta.`);
  return target;
}
