import { type Entry, fromBufferPromise } from 'yauzl';

/** Unpacked it is more than whoever reads it allowed: a mistake, or made to fill the memory. */
export class Swollen extends Error {}

/** Bytes that may still come out of a file: what it says of its own sizes is not believed. */
export interface Allowance {
  left: number;
}

/** The parts of a ZIP file, unpacked piece by piece. */
export interface ZipParts {
  names: readonly string[];
  /** Rejects where it is not there. */
  read: (name: string, allowance: Allowance) => AsyncGenerator<Buffer>;
  /** All of it, one part after the other; names may stand there twice. */
  readAll: (allowance: Allowance) => AsyncGenerator<Buffer>;
  close: () => void;
}

const MOST_PARTS = 10_000;

export async function openParts(content: Buffer): Promise<ZipParts> {
  const zip = await fromBufferPromise(content, {
    lazyEntries: true,
    autoClose: false,
    // Counted here, by what comes out.
    validateEntrySizes: false,
  });
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    entries.push(entry);
    if (entries.length > MOST_PARTS) throw new Swollen();
  }
  async function* unpacked(entry: Entry, allowance: Allowance): AsyncGenerator<Buffer> {
    const stream = await zip.openReadStreamPromise(entry);
    try {
      for await (const chunk of stream) {
        allowance.left -= (chunk as Buffer).length;
        if (allowance.left < 0) throw new Swollen();
        yield chunk as Buffer;
      }
    } finally {
      stream.destroy();
    }
  }
  return {
    names: entries.map(({ fileName }) => fileName),
    async *read(name, allowance) {
      const entry = entries.find(({ fileName }) => fileName === name);
      if (!entry) throw new Error(`the file has no ${name}`);
      yield* unpacked(entry, allowance);
    },
    async *readAll(allowance) {
      for (const entry of entries) yield* unpacked(entry, allowance);
    },
    close: () => zip.close(),
  };
}
