import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Settings } from '../../settings.ts';
import { checkFileId, type FileStore, MissingFile } from './fileStore.ts';
import { s3Store } from './s3Store.ts';

/** S3-compatible storage when it is configured, else a folder below DATA_DIR. */
export const openFileStore = (settings: Pick<Settings, 's3' | 'dataDir' | 'privateHosts'>): FileStore =>
  settings.s3 ? s3Store(settings.s3, settings) : folderStore(settings.dataDir);

/** Files below `dataDir/files`, spread over 65,536 folders so that none grows large. */
export function folderStore(dataDir: string): FileStore {
  const root = path.join(dataDir, 'files');
  const pathOf = (id: string) => path.join(root, checkFileId(id).slice(0, 2), id.slice(2, 4), id);
  return {
    async put(content, { id }) {
      const target = pathOf(id);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await writeWhole(content(), target);
    },
    async get(id) {
      const file = await open(pathOf(id)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new MissingFile(id) : error;
      });
      return file.createReadStream();
    },
    remove: (id) => rm(pathOf(id), { force: true }),
  };
}

/** The name appears when the content is on the disk, never before. */
async function writeWhole(content: NodeJS.ReadableStream, target: string): Promise<void> {
  const temporary = `${target}.part`;
  try {
    await pipeline(content, createWriteStream(temporary, { mode: 0o600, flush: true }));
    await rename(temporary, target);
    await syncFolder(path.dirname(target));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
