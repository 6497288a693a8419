import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { type FileStore, MissingFile } from '../adapters/files/fileStore.ts';
import { type ArchiveManifest, BackupRefusal, FILES, PICTURES } from './archiveFormat.ts';
import type { ArchiveEntry } from './archiveReader.ts';

interface Parts {
  readonly files: FileStore;
  readonly dataDir: string;
}

/**
 * Stored files go to the store as they come: their names are random and never given twice, so they harm nothing that
 * stands there. Pictures have names that people gave, so they wait beside the data until all is well.
 */
export function restoredFiles({ files, dataDir }: Parts) {
  const folder = path.join(dataDir, `restauracao-${randomUUID()}`);
  const place = path.join(folder, 'arquivo');
  const waiting = path.join(folder, 'imagens');
  /** Put by this restore, and not there before. */
  const added: string[] = [];
  const pictures = new Map<string, string>();
  let count = 0;

  async function takeStored(client: pg.Client, entry: ArchiveEntry, id: string) {
    const { rows } = await client.query<{ size: number; sha256: string }>(
      'select size, sha256 from public.files where stored_as = $1',
      [id],
    );
    const known = rows[0];
    const sha256 = await received(entry, place);
    if (!known || known.sha256 !== sha256) throw changed(id);
    count += 1;
    if (await stands(files, id)) return;
    await files.put(() => createReadStream(place), { id, size: entry.size, sha256 });
    added.push(id);
  }

  async function takePicture(entry: ArchiveEntry, name: string) {
    const target = path.join(waiting, name);
    if (!target.startsWith(waiting + path.sep)) throw changed(name);
    pictures.set(name, await received(entry, target));
  }

  return {
    async take(client: pg.Client, entry: ArchiveEntry): Promise<void> {
      const [kind, ...rest] = entry.name.split('/');
      if (kind === FILES) return takeStored(client, entry, rest.join('/'));
      if (kind === PICTURES) return takePicture(entry, rest.join('/'));
      throw changed(entry.name);
    },
    /** All that the archive says it has came, and every row has its file but those that were missing before. */
    async judge(client: pg.Client, manifest: ArchiveManifest): Promise<void> {
      const { rows } = await client.query<{ count: number }>(
        'select count(distinct stored_as)::int as count from public.files',
      );
      const expected = (rows[0]?.count ?? 0) - manifest.arquivosAusentes.length;
      if (count !== manifest.arquivos || count !== expected)
        throw new BackupRefusal('O arquivo foi alterado ou está danificado: faltam arquivos guardados.');
      const wrong = manifest.imagens.find(({ caminho, sha256 }) => pictures.get(caminho) !== sha256);
      if (wrong) throw changed(wrong.caminho);
    },
    async keep(): Promise<void> {
      if (pictures.size > 0)
        await cp(waiting, path.join(dataDir, 'imagens'), { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
    async discard(): Promise<void> {
      for (const id of added) await files.remove(id).catch(() => {});
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    },
  };
}

async function received({ content }: ArchiveEntry, target: string): Promise<string> {
  const hash = createHash('sha256');
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(content, through, createWriteStream(target, { mode: 0o600 }));
  return hash.digest('hex');
}

async function stands(files: FileStore, id: string): Promise<boolean> {
  try {
    (await files.get(id)).destroy();
    return true;
  } catch (error) {
    if (error instanceof MissingFile) return false;
    throw error;
  }
}

const changed = (name: string) =>
  new BackupRefusal(`O arquivo foi alterado ou está danificado: ${name} não confere.`);
