import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack as packTar } from 'tar-stream';
import { type Encryption, encryptStream } from './archiveFormat.ts';

/** Tables are split into parts of this size, because tar needs the size of an entry before its content. */
const PART = 4 * 1024 * 1024;

export interface ArchiveWriter {
  text(name: string, content: string): Promise<void>;
  file(name: string, from: string, size: number): Promise<void>;
  /** Writes the content in parts below `folder`; resolves to the bytes and hash written. */
  parts(folder: string, content: AsyncIterable<Buffer>): Promise<{ bytes: number; sha256: string }>;
}

export interface Target {
  /** Writes bytes, which are on disk once `close` resolves. */
  write(chunk: Uint8Array): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Writes `<target>.parcial` and renames it once it is complete and on disk, so that a file with the final name is always
 * whole. If anything fails, nothing is left behind.
 */
export async function writeArchive(
  target: string,
  encryption: Encryption | undefined,
  fill: (archive: ArchiveWriter) => Promise<void>,
  openTarget: (file: string) => Promise<Target> = openFile,
): Promise<{ bytes: number }> {
  const partial = `${target}.parcial`;
  await mkdir(path.dirname(target), { recursive: true });
  const file = await openTarget(partial);
  let bytes = 0;
  try {
    const pack = packTar();
    const sink = new Writable({
      write(chunk: Uint8Array, _encoding, done) {
        bytes += chunk.length;
        file.write(chunk).then(() => done(), done);
      },
    });
    const gzip = createGzip({ level: 6 });
    const flowing = encryption
      ? pipeline(pack, gzip, (source: AsyncIterable<Uint8Array>) => encryptStream(source, encryption), sink)
      : pipeline(pack, gzip, sink);
    const filling = fill(writerOf(pack)).then(() => pack.finalize());
    // Whichever fails first ends the other.
    filling.catch((error: Error) => pack.destroy(error));
    await Promise.all([flowing, filling]);
    await file.close();
    await rename(partial, target);
    await syncFolder(path.dirname(target));
    return { bytes };
  } catch (error) {
    await file.close().catch(() => {});
    await rm(partial, { force: true });
    throw error;
  }
}

type Pack = ReturnType<typeof packTar>;

const writerOf = (pack: Pack): ArchiveWriter => ({
  text: (name, content) => entry(pack, name, Buffer.from(content)),
  file: (name, from, size) => streamed(pack, { name, size }, createReadStream(from)),
  async parts(folder, content) {
    const hash = createHash('sha256');
    let bytes = 0;
    let number = 0;
    let held: Buffer[] = [];
    let size = 0;
    const flush = async () => {
      number += 1;
      await entry(pack, `${folder}/${String(number).padStart(6, '0')}`, Buffer.concat(held));
      held = [];
      size = 0;
    };
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.length;
      size += chunk.length;
      held.push(chunk);
      if (size >= PART) await flush();
    }
    if (size > 0) await flush();
    return { bytes, sha256: hash.digest('hex') };
  },
});

const entry = (pack: Pack, name: string, content: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const sink = pack.entry({ name, size: content.length, mode: 0o600 }, (error) =>
      error ? reject(error) : resolve(),
    );
    sink.end(content);
  });

const streamed = (pack: Pack, header: { name: string; size: number }, source: Readable): Promise<void> =>
  new Promise((resolve, reject) => {
    const sink = pack.entry({ ...header, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
    source.on('error', reject);
    source.pipe(sink);
  });

async function openFile(file: string): Promise<Target> {
  const handle = await open(file, 'w', 0o600);
  let closed = false;
  return {
    write: (chunk) => handle.writeFile(chunk),
    async close() {
      if (closed) return;
      closed = true;
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
