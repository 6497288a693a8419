import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { MissingFile } from '../../adapters/files/fileStore.ts';
import { readNfeFile } from '../../adapters/nfe/readNfeFile.ts';
import { Refusal } from '../../errors.ts';
import { isOutage } from '../../plugins/databaseFailure.ts';
import type { IncomingFile } from './incoming.ts';
import type { SourceEntry } from './openSources.ts';

/** Reads and verifies one file. Throws where the store fails: then nothing is said about the file. */
export async function readIncoming(
  entry: SourceEntry,
  place: number,
  log: FastifyBaseLogger,
): Promise<IncomingFile> {
  // Verifying takes milliseconds of the processor: whoever waits for an answer meanwhile comes in between.
  await turn();
  const parts: Buffer[] = [];
  const rejected = (code: string, sentence: string): IncomingFile => ({
    place,
    name: entry.name,
    read: { type: 'REJECTED', code, sentence },
    content: Buffer.alloc(0),
  });
  try {
    const read = await readNfeFile(kept(await entry.open(), parts));
    return { place, name: entry.name, read, content: Buffer.concat(parts) };
  } catch (error) {
    if (error instanceof Refusal && error.status === 422) return rejected(error.code, error.message);
    if (error instanceof Refusal || error instanceof MissingFile || isOutage(error)) throw error;
    log.error({ err: error, file: entry.name }, 'NF-e file not read');
    return rejected('ERRO_INTERNO', UNREADABLE);
  }
}

export const UNREADABLE = 'Este arquivo não pôde ser lido. Se ele abre em outros programas, avise o suporte.';

async function* kept(content: AsyncIterable<Buffer>, parts: Buffer[]): AsyncGenerator<Buffer> {
  for await (const part of content) {
    parts.push(part);
    yield part;
  }
}
