import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGzip } from 'node:zlib';
import { type Static, Type } from '@sinclair/typebox';
import { pack as packTar } from 'tar-stream';

/** Raised when older releases could no longer read the archive. */
export const FORMAT = 1;
/** The first entry, which describes the archive. */
export const HEADER = 'balcao.json';
/** The last entry, which lists what must have come before it. An archive without it is truncated. */
export const MANIFEST = 'conferencia.json';
/** COPY output of a table, in numbered parts: `tabelas/tickets/000001`. */
export const TABLES = 'tabelas';
/** Stored files under their random names. */
export const FILES = 'arquivos';
/** Pictures below DATA_DIR, which are not uploads. */
export const PICTURES = 'imagens';

const Count = Type.Integer({ minimum: 0 });
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });

export const ArchiveHeader = Type.Object({
  formato: Type.Integer(),
  /** Version of the console that wrote the archive. */
  versao: Type.String(),
  /** The last migration applied to its tables, by drizzle's timestamp. */
  migracao: Type.Integer(),
  feitaEm: Type.String(),
  /** Identifies the installation without revealing anything about it. */
  instalacao: Type.String(),
  /** The branch with the lowest number, for human readers. */
  empresa: Type.String(),
  tabelas: Type.Array(Type.Object({ nome: Type.String(), colunas: Type.Array(Type.String()) })),
});
export type ArchiveHeader = Static<typeof ArchiveHeader>;

export const ArchiveManifest = Type.Object({
  tabelas: Type.Array(Type.Object({ nome: Type.String(), linhas: Count, bytes: Count, sha256: Hash })),
  /** The current value of each sequence, and whether that value was already used. */
  sequencias: Type.Record(Type.String(), Type.Tuple([Type.Integer(), Type.Boolean()])),
  arquivos: Count,
  /** Names of stored files that were missing or damaged in the store when the archive was made. */
  arquivosAusentes: Type.Array(Type.String()),
  imagens: Type.Array(Type.Object({ caminho: Type.String(), sha256: Hash })),
});
export type ArchiveManifest = Static<typeof ArchiveManifest>;

/** An error with a message for the person who makes or restores a backup. */
export class BackupRefusal extends Error {}

type Bytes = AsyncIterable<Uint8Array>;

/** The first bytes of a file in the age format (age-encryption.org/v1). */
const MARK = Buffer.from('age-encryption.org/v1\n');
const RECIPIENT = /^age1[a-z0-9]+$/;
const IDENTITY = /^AGE-SECRET-KEY-/;

/** How an archive is encrypted. */
interface Encryption {
  key: string;
  /** The base-2 logarithm of the cost of one password guess (age's default takes about a second). The archive stores it. */
  workFactor?: number | undefined;
}

/**
 * Encrypts in the age format, which the `age` tool can read too, either for a recipient (`age1…`) who alone can open it, or
 * with a password.
 */
async function* encryptStream(source: Bytes, { key, workFactor }: Encryption): Bytes {
  const { Encrypter, identityToRecipient } = await import('age-encryption');
  const encrypter = new Encrypter();
  if (RECIPIENT.test(key)) encrypter.addRecipient(key);
  else if (IDENTITY.test(key)) encrypter.addRecipient(await identityToRecipient(key));
  else encrypter.setPassphrase(key);
  if (workFactor !== undefined) encrypter.setScryptWorkFactor(workFactor);
  yield* chunksOf(await encrypter.encrypt(webStream(source)));
}

/** Decrypts the output of `encryptStream`. A chunk that was changed, moved or cut off is refused before it is passed on. */
export async function* decryptStream(source: Bytes, key: string): Bytes {
  if (RECIPIENT.test(key))
    throw new BackupRefusal(
      'Esta BACKUP_KEY (age1…) só serve para fazer cópias. Para restaurar, use a chave AGE-SECRET-KEY-… do mesmo par.',
    );
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  if (IDENTITY.test(key)) decrypter.addIdentity(key);
  else decrypter.addPassphrase(key);
  let started = false;
  try {
    const plain = await decrypter.decrypt(webStream(source));
    started = true;
    yield* chunksOf(plain);
  } catch (cause) {
    if (cause instanceof BackupRefusal) throw cause;
    throw new BackupRefusal(
      started
        ? 'O arquivo foi alterado ou está incompleto: a decifragem falhou no meio. Use outra cópia.'
        : 'A BACKUP_KEY não abre esta cópia, ou o arquivo está danificado no começo.',
      { cause },
    );
  }
}

export const isEncrypted = (start: Buffer): boolean => start.subarray(0, MARK.length).equals(MARK);

const webStream = (source: Bytes) =>
  Readable.toWeb(Readable.from(source, { objectMode: false })) as unknown as globalThis.ReadableStream<
    Uint8Array<ArrayBuffer>
  >;

const chunksOf = (stream: globalThis.ReadableStream<Uint8Array>): Bytes =>
  stream as unknown as ReadableStream<Uint8Array>;

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
    let buffered: Buffer[] = [];
    let size = 0;
    const flush = async () => {
      number += 1;
      await entry(pack, `${folder}/${String(number).padStart(6, '0')}`, Buffer.concat(buffered));
      buffered = [];
      size = 0;
    };
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.length;
      size += chunk.length;
      buffered.push(chunk);
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
