import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { cp, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { extract as extractTar } from 'tar-stream';
import { type FileStore, MissingFile } from '../adapters/files/fileStore.ts';
import {
  type ArchiveManifest,
  BackupRefusal,
  decryptStream,
  FILES,
  isEncrypted,
  PICTURES,
} from './archive.ts';

interface Parts {
  readonly files: FileStore;
  readonly dataDir: string;
}

/**
 * Collects the files of an archive. Stored files go to the store at once, since their random names are never reused and
 * cannot overwrite anything. Pictures have names given by people, so they wait beside the data until the restore has
 * succeeded.
 */
export function restoredFiles({ files, dataDir }: Parts) {
  const folder = path.join(dataDir, `restauracao-${randomUUID()}`);
  const place = path.join(folder, 'arquivo');
  const waiting = path.join(folder, 'imagens');
  /** Files that were added by this restore and did not exist before. */
  const added: string[] = [];
  const pictures = new Map<string, string>();
  let count = 0;

  async function takeStored(client: pg.Client, entry: ArchiveEntry, id: string) {
    const { rows } = await client.query<{ size: number; sha256: string }>(
      'select size, sha256 from public.files where stored_as = $1',
      [id],
    );
    const firstRow = rows[0];
    const sha256 = await received(entry, place);
    if (!firstRow || firstRow.sha256 !== sha256) throw changed(id);
    count += 1;
    if (await fileExists(files, id)) return;
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
    /**
     * Checks that everything the manifest lists has arrived and that every row has its file, except those already missing.
     */
    async validate(client: pg.Client, manifest: ArchiveManifest): Promise<void> {
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

async function fileExists(files: FileStore, id: string): Promise<boolean> {
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

export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  /** Must be read to its end before the next entry. */
  readonly content: AsyncIterable<Buffer>;
}

/**
 * Yields the entries of an archive one by one. Throws a BackupRefusal when the file is not a complete archive. Where archives
 * are encrypted (`key`), one that is not may have been made by anybody, and is read only if `plainToo` says so.
 */
export async function* archiveEntries(
  file: string,
  key: string | undefined,
  { plainToo = false } = {},
): AsyncGenerator<ArchiveEntry> {
  const encrypted = isEncrypted(await firstBytes(file));
  if (encrypted && !key)
    throw new BackupRefusal('Esta cópia está cifrada. Defina BACKUP_KEY com a chave com que ela foi feita.');
  if (!encrypted && key && !plainToo)
    throw new BackupRefusal(
      'Há uma BACKUP_KEY, e esta cópia não está cifrada: qualquer um pode tê-la feito ou mudado. Se ela é sua e de antes da chave, repita com --sem-cifra.',
    );
  const extract = extractTar();
  const source = createReadStream(file);
  const gunzip = createGunzip();
  const flowing =
    encrypted && key
      ? pipeline(source, (bytes: AsyncIterable<Buffer>) => decryptStream(bytes, key), gunzip, extract)
      : pipeline(source, gunzip, extract);
  let failure: unknown;
  flowing.catch((error: unknown) => {
    failure = error;
    extract.destroy(error as Error);
  });
  async function* contentOf(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of entry) yield chunk as Buffer;
    } catch (error) {
      throw readable(failure ?? error);
    }
  }
  try {
    for await (const entry of extract) {
      const { name, size = 0 } = entry.header;
      yield { name, size, content: contentOf(entry) };
      entry.resume();
    }
    await flowing;
  } catch (error) {
    throw readable(failure ?? error);
  } finally {
    source.destroy();
  }
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BackupRefusal(`Não há arquivo ${file}.`) : error;
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function readable(error: unknown): unknown {
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(message))
    return new BackupRefusal('O arquivo está incompleto: ele termina antes do fim da cópia.', {
      cause: error,
    });
  if (code.startsWith('Z_') || /invalid tar|checksum/i.test(message))
    return new BackupRefusal('O arquivo está danificado ou não é uma cópia do Balcão.', { cause: error });
  return error;
}
