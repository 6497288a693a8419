import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { BackupRefusal } from './archiveFormat.ts';

type Bytes = AsyncIterable<Uint8Array>;

/** What a file in the age format begins with (age-encryption.org/v1). */
const MARK = Buffer.from('age-encryption.org/v1\n');
const RECIPIENT = /^age1[a-z0-9]+$/;
const IDENTITY = /^AGE-SECRET-KEY-/;

/**
 * Encrypts in the age format, which the tool of that name reads too: for a recipient (`age1…`), who alone can open it, or
 * with a password.
 */
export async function* sealed(source: Bytes, key: string): Bytes {
  const encrypter = new Encrypter();
  if (RECIPIENT.test(key)) encrypter.addRecipient(key);
  else if (IDENTITY.test(key)) encrypter.addRecipient(await identityToRecipient(key));
  else encrypter.setPassphrase(key);
  yield* chunksOf(await encrypter.encrypt(webStream(source)));
}

/** Opens what `sealed` made; a piece that was changed, moved or cut off is refused before it is handed on. */
export async function* opened(source: Bytes, key: string): Bytes {
  if (RECIPIENT.test(key))
    throw new BackupRefusal(
      'Esta BACKUP_KEY (age1…) só serve para fazer cópias. Para restaurar, use a chave AGE-SECRET-KEY-… do mesmo par.',
    );
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

export const isSealed = (start: Buffer): boolean => start.subarray(0, MARK.length).equals(MARK);

const webStream = (source: Bytes) =>
  Readable.toWeb(Readable.from(source, { objectMode: false })) as unknown as globalThis.ReadableStream<
    Uint8Array<ArrayBuffer>
  >;

const chunksOf = (stream: globalThis.ReadableStream<Uint8Array>): Bytes =>
  stream as unknown as ReadableStream<Uint8Array>;
