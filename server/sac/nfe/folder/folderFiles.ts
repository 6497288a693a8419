import { constants, type Dirent } from 'node:fs';
import { access, lstat, mkdir, opendir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { COUNT_CAP } from '../../../paging.ts';

export const READ = 'lidas';
export const REFUSED = 'recusadas';

/** So long a file stays as it is before it is taken; older ones rest, whatever an earlier look saw. ms */
const RESTS = 3_000;
const SURELY_RESTS = 60_000;
const isNoteFile = (entry: Dirent) =>
  entry.isFile() && !entry.name.startsWith('.') && /\.(xml|zip)$/i.test(entry.name);

/** What an earlier look saw of each file, and when it saw that first. */
export type Seen = Map<string, { state: string; since: number }>;

/** Names of note files in a folder, as many as are counted. Links are not followed. */
async function* noteFiles(folder: string): AsyncGenerator<string> {
  let count = 0;
  for await (const entry of await opendir(folder)) {
    if (!isNoteFile(entry)) continue;
    yield entry.name;
    if (++count >= COUNT_CAP) return;
  }
}

export async function countFiles(folder: string): Promise<number> {
  let count = 0;
  for await (const _ of noteFiles(folder)) count++;
  return count;
}

/**
 * Those that whoever writes them has finished: as large and as old for a while, or old enough. At most `most`, in the order
 * of their names.
 */
export async function readyFiles(folder: string, seen: Seen, now: Date, most: number): Promise<string[]> {
  const at = now.getTime();
  const look: Seen = new Map();
  const ready: string[] = [];
  for await (const name of noteFiles(folder)) {
    const found = await lstat(path.join(folder, name)).catch(() => null);
    if (!found?.isFile() || found.size === 0) continue;
    const state = `${found.size} ${found.mtimeMs}`;
    const before = seen.get(name);
    const since = before?.state === state ? before.since : at;
    look.set(name, { state, since });
    if (at - since >= RESTS || at - found.mtimeMs > SURELY_RESTS) ready.push(name);
  }
  seen.clear();
  for (const [name, state] of look) seen.set(name, state);
  return ready.sort().slice(0, most);
}

/** Nothing is read from a folder that keeps what was read: it would be read for ever. Throws the system's error. */
export async function prepareFolder(folder: string): Promise<void> {
  for (const name of [READ, REFUSED]) {
    await mkdir(path.join(folder, name), { recursive: true });
    await access(path.join(folder, name), constants.W_OK);
  }
  await access(folder, constants.R_OK | constants.W_OK);
}

/** Puts a file aside that is done with; the reason of a refusal stands beside it. One that is gone already is no matter. */
export async function putAside(folder: string, name: string, refusal: string): Promise<void> {
  const aside = path.join(folder, refusal ? REFUSED : READ);
  const target = await freeName(aside, name);
  // The reason first: a refused file without one would be worse than a reason without its file.
  if (refusal) await writeFile(path.join(aside, `${target}.txt`), `${refusal}\n`);
  await rename(path.join(folder, name), path.join(aside, target)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/** 'nota.xml', 'nota-2.xml' where there is one of the name. */
async function freeName(folder: string, name: string): Promise<string> {
  const { name: stem, ext } = path.parse(name);
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${stem}-${number}${ext}`;
    const taken = await lstat(path.join(folder, candidate)).catch(() => null);
    if (!taken) return candidate;
  }
}
