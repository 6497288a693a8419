import { type Entry, fromBufferPromise } from 'yauzl';

/** Thrown when the unpacked content exceeds the caller's allowance, by mistake or as an attack on memory. */
export class UnpackedTooLarge extends Error {}

/** Bytes that may still be unpacked from a file; its own size fields are not trusted. */
export interface Allowance {
  left: number;
}

/** The parts of a ZIP file, unpacked piece by piece. */
export interface ZipParts {
  names: readonly string[];
  /** Rejects when there is no such part. */
  read: (name: string, allowance: Allowance) => AsyncGenerator<Buffer>;
  /** All parts, one after the other; a name may occur twice. */
  readAll: (allowance: Allowance) => AsyncGenerator<Buffer>;
  close: () => void;
}

const MAX_PARTS = 10_000;

export async function openParts(content: Buffer): Promise<ZipParts> {
  const zip = await fromBufferPromise(content, {
    lazyEntries: true,
    autoClose: false,
    // Sizes are counted here as the content is unpacked.
    validateEntrySizes: false,
  });
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    entries.push(entry);
    if (entries.length > MAX_PARTS) throw new UnpackedTooLarge();
  }
  async function* unpacked(entry: Entry, allowance: Allowance): AsyncGenerator<Buffer> {
    const stream = await zip.openReadStreamPromise(entry);
    try {
      for await (const chunk of stream) {
        allowance.left -= (chunk as Buffer).length;
        if (allowance.left < 0) throw new UnpackedTooLarge();
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
