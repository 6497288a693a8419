import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { NfeOutcome } from '#contract/catalogs/nfe.ts';
import type { InvoiceClassification, SaleRules } from '#contract/rules/nfe/nfeNote.ts';
import { MissingFile } from '../../adapters/files/fileStore.ts';
import { spoolFolder } from '../../adapters/files/receiveUpload.ts';
import type { ReadEvent, ReadNote } from '../../adapters/nfe/readNfeFile.ts';
import type { Deps } from '../../context.ts';
import { files } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import { isOutage } from '../../failures.ts';
import { foreignNfe, foreignZip, xmlBytes } from '../../foreign/foreignNfe.ts';

/** A file of an import: either read and genuine, or rejected. */
export interface IncomingFile {
  /** Its position within the import. */
  place: number;
  name: string;
  read: ReadNote | ReadEvent | Rejected;
  /** The original content. */
  content: Buffer;
  /** Set for a document that was stored earlier and is processed now. */
  documentId?: number;
  /** A person says now that it is a sale. */
  declared?: boolean;
}

interface Rejected {
  type: 'REJECTED';
  code: string;
  sentence: string;
}

export type IncomingNote = IncomingFile & { read: ReadNote };
/** An NF-e with what it means to the company. */
export type ClassifiedNote = IncomingNote & { verdict: InvoiceClassification; rules: SaleRules };
export type IncomingEvent = IncomingFile & { read: ReadEvent };

/** The result for a file. */
export interface SettledFile {
  place: number;
  name: string;
  key: string;
  outcome: NfeOutcome;
  code: string;
  sentence: string;
}

export const isNote = (file: IncomingFile): file is IncomingNote => file.read.type === 'NOTE';
export const isEvent = (file: IncomingFile): file is IncomingEvent => file.read.type === 'EVENT';

/** The natural key of a document; for an NF-e just its access key. */
export function documentKey({ read }: IncomingFile): { key: string; eventType: string; sequence: number } {
  if (read.type === 'EVENT')
    return { key: read.event.key, eventType: read.event.type, sequence: read.event.sequence };
  return { key: read.type === 'NOTE' ? read.note.key : '', eventType: '', sequence: 0 };
}

export const settled = (file: IncomingFile, outcome: NfeOutcome, sentence = '', code = ''): SettledFile => ({
  place: file.place,
  name: file.name,
  key: documentKey(file).key,
  outcome,
  code,
  sentence,
});

/** Reads and verifies one file; with `trial`, of the environment for tests too. Throws if the store fails, in which case nothing is concluded about the file. */
export async function readIncoming(
  entry: SourceEntry,
  place: number,
  { log, trial }: { log: FastifyBaseLogger; trial: boolean },
): Promise<IncomingFile> {
  const rejected = (code: string, sentence: string): IncomingFile => ({
    place,
    name: entry.name,
    read: { type: 'REJECTED', code, sentence },
    content: Buffer.alloc(0),
  });
  try {
    const content = await xmlBytes(await entry.open());
    return { place, name: entry.name, read: await foreignNfe(content, trial), content };
  } catch (error) {
    if (error instanceof Refusal && error.status === 422) return rejected(error.code, error.message);
    if (error instanceof Refusal || error instanceof MissingFile || isOutage(error)) throw error;
    log.error({ err: error, file: entry.name }, 'NF-e file not read');
    return rejected('ERRO_INTERNO', UNREADABLE);
  }
}

export const UNREADABLE = 'Este arquivo não pôde ser lido. Se ele abre em outros programas, avise o suporte.';

export interface SourceEntry {
  name: string;
  open: () => Promise<AsyncIterable<Buffer>>;
}

/** An uploaded file, or the files in an uploaded ZIP. */
export interface Source {
  count: number;
  /** The entries starting at a position; those before it are skipped without being read. */
  entries: (from: number) => AsyncGenerator<SourceEntry>;
  close: () => Promise<void>;
}

/** The files of an import, in order. A ZIP is kept on disk while it is read, so that memory use stays constant. */
export async function openSources(
  deps: Pick<Deps, 'db' | 'files' | 'settings'>,
  uploads: readonly { id: string; nome: string }[],
): Promise<Source[]> {
  const sources: Source[] = [];
  for (const { id, nome } of uploads) {
    const [file] = await deps.db.select({ storedAs: files.storedAs }).from(files).where(eq(files.id, id));
    const content = () => deps.files.get(file?.storedAs ?? '');
    sources.push(/\.zip$/i.test(nome) ? await zipSource(deps, nome, content) : single(nome, content));
  }
  return sources;
}

function single(name: string, open: SourceEntry['open']): Source {
  return {
    count: 1,
    async *entries(from) {
      if (from === 0) yield { name, open };
    },
    close: async () => {},
  };
}

async function zipSource(
  { settings }: Pick<Deps, 'settings'>,
  name: string,
  content: () => Promise<NodeJS.ReadableStream>,
): Promise<Source> {
  const spool = path.join(await spoolFolder(settings.dataDir), randomUUID());
  const remove = () => rm(spool, { force: true });
  try {
    await pipeline(await content(), createWriteStream(spool, { mode: 0o600 }));
    const zip = await foreignZip(spool, name);
    return {
      count: zip.count,
      entries: (from) => zip.entries(from),
      close: remove,
    };
  } catch (error) {
    await remove();
    if (!(error instanceof Refusal)) throw error;
    // A ZIP that cannot be opened is reported as one refused file.
    return single(name, () => Promise.reject(error));
  }
}
