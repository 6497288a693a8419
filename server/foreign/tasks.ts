import { originOf, readNfeFile } from '../adapters/nfe/readNfeFile.ts';
import { openZip } from '../adapters/nfe/zipEntries.ts';
import { readSheet } from '../adapters/spreadsheet/readSheet.ts';
import { type OpenContent, shapeOf } from '../adapters/spreadsheet/sheetShape.ts';
import { objectRows, sheetRows } from '../adapters/spreadsheet/streamSheet.ts';
import type { SheetShape } from '../db/tables/index.ts';
import { Refusal } from '../errors.ts';
import { mailFileName } from '../sac/inbox/mailFiles.ts';
import { readMailParts } from '../sac/inbox/readMail.ts';
import { cleanHtml } from '../text/cleanHtml.ts';

type OfLines = Extract<SheetShape, { format: 'CSV' | 'XLSX' }>;
type OfObjects = Extract<SheetShape, { format: 'JSON' | 'NDJSON' }>;

/** An XML file of a ZIP, or why it cannot be taken out of it. */
export interface UnzippedFile {
  name: string;
  content: Uint8Array | { code: string; sentence: string };
}

/**
 * Everything that reads what strangers wrote. Each one yields what it reads piece by piece, from its input or from the
 * content that `open` gives, and runs in a thread of its own (`readForeign`).
 */
export const tasks = {
  async *mail(raw: Uint8Array) {
    yield await readMailParts(bufferOf(raw));
  },
  async *mailFile({ name, content }: { name: string; content: Uint8Array }) {
    yield await mailFileName(name, bufferOf(content));
  },
  async *html(html: string) {
    yield cleanHtml(html);
  },
  async *sheet({ content, name, mostRows }: { content: Uint8Array; name: string; mostRows: number }) {
    yield await readSheet(bufferOf(content), name, mostRows);
  },
  async *shape(name: string, open: OpenContent) {
    yield await shapeOf(open, name);
  },
  sheetRows: (shape: OfLines, open: OpenContent) => sheetRows(open, shape),
  objectRows: (shape: OfObjects, open: OpenContent) => objectRows(open, shape),
  async *nfe({ content, trial }: { content: Uint8Array; trial: boolean }) {
    yield await readNfeFile(once(content), { trial });
  },
  async *nfeOrigin(content: Uint8Array) {
    yield await originOf(once(content));
  },
  async *zipCount({ path, name }: { path: string; name: string }) {
    const zip = await openZip(path, name);
    zip.close();
    yield zip.count;
  },
  async *zipFiles({ path, name, from }: { path: string; name: string; from: number }) {
    const zip = await openZip(path, name);
    try {
      for await (const entry of zip.entries(from))
        yield { name: entry.name, content: await unzipped(entry.open) } satisfies UnzippedFile;
    } finally {
      zip.close();
    }
  },
};

export type TaskName = keyof typeof tasks;
export type TaskInput<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[0];
export type TaskOutput<Name extends TaskName> =
  ReturnType<(typeof tasks)[Name]> extends AsyncIterable<infer Item> ? Item : never;

/** How many pieces are sent together: lines are small, and an unzipped file has up to 4 MB. */
export const batchOf = (name: TaskName): number => (name === 'zipFiles' ? 4 : 100);

async function unzipped(open: () => Promise<AsyncIterable<Buffer>>): Promise<UnzippedFile['content']> {
  try {
    const parts: Buffer[] = [];
    for await (const part of await open()) parts.push(part);
    return Buffer.concat(parts);
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, sentence: error.message };
    throw error;
  }
}

/** What arrives from another thread is no Buffer any more. */
const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

async function* once(content: Uint8Array): AsyncGenerator<Buffer> {
  yield bufferOf(content);
}
