import { constants, type Dirent, type Stats } from 'node:fs';
import { access, type FileHandle, lstat, mkdir, open, opendir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatCount } from '#contract/rules/format.ts';
import { COUNT_CAP } from '#server/paging/paging.ts';

export const READ = 'lidas';
export const REFUSED = 'recusadas';

/** Milliseconds that a file must stay unchanged before it is read, whatever its date. */
const STABLE_MS = 3_000;
/** Milliseconds before a file that could not be read or moved is tried again, unless it changes. */
const PUT_OFF = 10 * 60_000;
const isNoteFile = (entry: Dirent) =>
  entry.isFile() && !entry.name.startsWith('.') && /\.(xml|zip)$/i.test(entry.name);

/**
 * The state of each file at an earlier look, when that state was first seen, and whether the file could not be read or moved.
 */
export type Seen = Map<string, { state: string; since: number; failed?: boolean }>;

/** Changes whenever the file is written to or replaced, even if its modification date is preserved. */
const stateOf = ({ size, mtimeMs, ctimeMs }: Stats) => `${size} ${mtimeMs} ${ctimeMs}`;

/** Names of NF-e files in a folder, up to the counting limit. Links are not followed. */
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

/** Files that are completely written, that is, unchanged for a while. At most `most`, sorted by name. */
export async function readyFiles(folder: string, seen: Seen, date: Date, most: number): Promise<string[]> {
  const at = date.getTime();
  const look: Seen = new Map();
  const ready: string[] = [];
  for await (const name of noteFiles(folder)) {
    const found = await lstat(path.join(folder, name)).catch(() => null);
    if (!found?.isFile() || found.size === 0) continue;
    const state = stateOf(found);
    const before = seen.get(name);
    const now = before?.state === state ? before : { state, since: at };
    look.set(name, now);
    if (at - now.since >= STABLE_MS) ready.push(name);
  }
  seen.clear();
  for (const [name, state] of look) seen.set(name, state);
  return ready.sort().slice(0, most);
}

/**
 * Checks that files can be moved out of the folder, since otherwise they would be read over and over again. Throws the
 * system's error.
 */
export async function prepareFolder(folder: string): Promise<void> {
  for (const name of [READ, REFUSED]) {
    await mkdir(path.join(folder, name), { recursive: true });
    await access(path.join(folder, name), constants.W_OK);
  }
  await access(folder, constants.R_OK | constants.W_OK);
}

/** A file, with its identity and state when it was opened. */
export interface OpenedFile {
  name: string;
  ino: number;
  state: string;
}

/** Links are not followed, and opening does not block if the name has become a pipe. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a file in the state last seen; `null` if it is gone or has changed, which the next look will handle. The caller must
 * close it.
 */
export async function openSeen(
  folder: string,
  name: string,
  seen: Seen,
): Promise<(OpenedFile & { handle: FileHandle }) | null> {
  const handle = await open(path.join(folder, name), OPEN_FLAGS).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ELOOP') return null;
    throw error;
  });
  const found = await handle?.stat().catch(async (error) => {
    await handle.close();
    throw error;
  });
  if (!handle || !found) return null;
  const state = stateOf(found);
  if (found.isFile() && state === seen.get(name)?.state) return { name, ino: found.ino, state, handle };
  await handle.close();
  return null;
}

/** Postpones a file: it does not hold up the others, and is tried again later or as soon as it changes. */
export function postpone(seen: Seen, name: string, now: Date): void {
  const look = seen.get(name);
  if (look) seen.set(name, { ...look, since: now.getTime() + PUT_OFF, failed: true });
}

export function succeeded(seen: Seen, name: string): void {
  const look = seen.get(name);
  if (look?.failed) seen.set(name, { ...look, failed: false });
}

/** A sentence for the screen about the postponed files; '' if there are none. */
export function troubleOf(seen: Seen): string {
  const names = [...seen].flatMap(([name, { failed }]) => (failed ? [name] : [])).sort();
  if (names.length === 0) return '';
  const what = formatCount(
    names.length,
    'arquivo não pôde ser lido ou movido',
    'arquivos não puderam ser lidos ou movidos',
  );
  const which = names.length === 1 ? `"${names[0]}"` : `"${names[0]}" e outros`;
  return `${what} (${which}): confira o dono e as permissões. Os outros seguem; o registro do servidor diz mais.`;
}

/**
 * Moves a processed file out of the way; the reason for a refusal is stored beside it. A file overwritten in the meantime has
 * not been read and stays for the next round. A file that is already gone is ignored.
 */
export async function putAside(folder: string, file: OpenedFile, refusal: string): Promise<void> {
  const { name, ino, state } = file;
  const found = await lstat(path.join(folder, name)).catch(ignoreMissing);
  if (!found || found.ino !== ino || stateOf(found) !== state) return;
  const aside = path.join(folder, refusal ? REFUSED : READ);
  const target = await freeName(aside, name);
  // The reason is written first: a refused file without a reason would be worse than a reason without its file.
  if (refusal) await writeFile(path.join(aside, target + REASON), `${refusal}\n`);
  await rename(path.join(folder, name), path.join(aside, target)).catch(ignoreMissing);
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

const REASON = '.txt';
/** The longest file name, in bytes. */
const MAX_NAME_LENGTH = 255;

/** 'nota.xml', or 'nota-2.xml' if that name is taken; short enough that the reason's file can be named after it. */
async function freeName(folder: string, name: string): Promise<string> {
  const { name: stem, ext } = path.parse(name);
  for (let number = 1; ; number++) {
    const ending = number === 1 ? ext : `-${number}${ext}`;
    const candidate = cut(stem, MAX_NAME_LENGTH - Buffer.byteLength(ending + REASON)) + ending;
    const stats = await lstat(path.join(folder, candidate)).catch(ignoreMissing);
    if (!stats) return candidate;
  }
}

/** The beginning of a text that fits into the given number of bytes. */
function cut(text: string, bytes: number): string {
  const letters = [...text];
  while (Buffer.byteLength(letters.join('')) > bytes) letters.pop();
  return letters.join('');
}
