import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { eq } from 'drizzle-orm';
import { spoolFolder } from '../../adapters/files/spool.ts';
import { openZip } from '../../adapters/nfe/zipEntries.ts';
import type { Deps } from '../../context.ts';
import { files } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';

export interface SourceEntry {
  name: string;
  open: () => Promise<AsyncIterable<Buffer>>;
}

/** An uploaded file, or all that lies in an uploaded ZIP. */
export interface Source {
  count: number;
  /** Beginning at an entry: what was done before is passed over unread. */
  entries: (from: number) => AsyncGenerator<SourceEntry>;
  close: () => Promise<void>;
}

/** The files of an import, in their order. A ZIP lies on the disk while it is read: memory stays flat. */
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
    const zip = await openZip(spool, name);
    return {
      count: zip.xmls,
      entries: (from) => zip.entries(from),
      close: async () => {
        zip.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    if (!(error instanceof Refusal)) throw error;
    // A ZIP that cannot be opened is told as one refused file.
    return single(name, () => Promise.reject(error));
  }
}
