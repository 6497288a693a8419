import type { ReadEvent, ReadNote } from '../adapters/nfe/readNfeFile.ts';
import { MAX_XML_BYTES, nfeRefusal } from '../adapters/nfe/xmlTree.ts';
import { readForeign, readOne } from './readForeign.ts';

/** `readNfeFile` in a thread of the pool. */
export async function foreignNfe(content: Uint8Array, trial: boolean): Promise<ReadNote | ReadEvent> {
  const read = await readOne('nfe', { content, trial });
  return { ...read, signer: withBuffer(read.signer) };
}

/** `originOf` in a thread of the pool. */
export async function foreignOrigin(content: Uint8Array) {
  const { trial, signer } = await readOne('nfeOrigin', content);
  return { trial, signer: withBuffer(signer) };
}

/** Bytes from another thread are no Buffer any more. */
const withBuffer = <Signer extends { certificate: Uint8Array }>(signer: Signer) => ({
  ...signer,
  certificate: Buffer.from(signer.certificate),
});

/** The content, or of one that is too large the beginning, at which the reader refuses it. */
export async function xmlBytes(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of content) {
    parts.push(part);
    size += part.length;
    if (size > MAX_XML_BYTES) break;
  }
  return Buffer.concat(parts);
}

interface UnzippedFile {
  name: string;
  /** Throws a refusal for a file that cannot be taken out. */
  open: () => Promise<AsyncIterable<Buffer>>;
}

/** `openZip` in a thread of the pool: the archive on disk stays there as long as its files are read. */
export async function foreignZip(path: string, name: string) {
  const count = await readOne('zipCount', { path, name });
  return {
    count,
    async *entries(from: number): AsyncGenerator<UnzippedFile> {
      for await (const { name: entry, content } of readForeign('zipFiles', { path, name, from }))
        yield { name: entry, open: async () => once(content) };
    },
  };
}

async function* once(content: Uint8Array | { code: string; sentence: string }): AsyncGenerator<Buffer> {
  if (!(content instanceof Uint8Array)) throw nfeRefusal(content.code, content.sentence);
  yield Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}
