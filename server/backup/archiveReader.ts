import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract as extractTar } from 'tar-stream';
import { BackupRefusal, isSealed, opened } from './archiveFormat.ts';

export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  /** To be read to its end before the next one. */
  readonly content: AsyncIterable<Buffer>;
}

/** The entries of an archive, one after the other. Throws a BackupRefusal where the file is no whole archive. */
export async function* archiveEntries(file: string, key: string | undefined): AsyncGenerator<ArchiveEntry> {
  const encrypted = isSealed(await firstBytes(file));
  if (encrypted && !key)
    throw new BackupRefusal('Esta cópia está cifrada. Defina BACKUP_KEY com a chave com que ela foi feita.');
  const extract = extractTar();
  const source = createReadStream(file);
  const gunzip = createGunzip();
  const flowing =
    encrypted && key
      ? pipeline(source, (bytes: AsyncIterable<Buffer>) => opened(bytes, key), gunzip, extract)
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
