import { SaxesParser, type SaxesTagPlain } from 'saxes';
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

/** Callbacks for the elements of a part; names come without their prefix. */
interface PartReader {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/** Limit for the text between two tags; a cell holds 32,767 characters at most. */
const MAX_GAP = 1024 * 1024;

/**
 * Reads a part of a workbook as its bytes arrive and yields after each chunk, so that the caller can take what the reader has
 * collected.
 */
export async function* readPart(content: AsyncIterable<Buffer>, reader: PartReader): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false, xmlns: false });
  let between = 0;
  parser.on('doctype', () => {
    throw new Error('a part declares a document type');
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    between = 0;
    reader.open(withoutPrefix(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    between = 0;
    reader.close?.(withoutPrefix(name));
  });
  const hear = (text: string) => reader.text?.(text);
  parser.on('text', hear);
  parser.on('cdata', hear);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of content) {
    between += chunk.length;
    if (between > MAX_GAP) throw new UnpackedTooLarge();
    parser.write(decoder.decode(chunk, { stream: true }));
    yield;
  }
  parser.write(decoder.decode()).close();
  yield;
}

/** Reads a whole part that is known to be small, or of which the reader keeps little. */
export async function readWhole(content: AsyncIterable<Buffer>, reader: PartReader): Promise<void> {
  for await (const _ of readPart(content, reader));
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);
