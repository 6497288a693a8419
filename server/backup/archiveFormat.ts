import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type Static, Type } from '@sinclair/typebox';

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
export interface Encryption {
  key: string;
  /** The base-2 logarithm of the cost of one password guess (age's default takes about a second). The archive stores it. */
  workFactor?: number | undefined;
}

/**
 * Encrypts in the age format, which the `age` tool can read too, either for a recipient (`age1…`) who alone can open it, or
 * with a password.
 */
export async function* encryptStream(source: Bytes, { key, workFactor }: Encryption): Bytes {
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
