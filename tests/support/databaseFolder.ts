import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Every user of this machine has an own one, since who made it owns it; every checkout, which may be at other
 * migrations; and every TMPDIR, so that two runs may go side by side.
 */
const NAME = `balcao-testes-${process.getuid?.() ?? 0}-${createHash('sha256')
  .update(import.meta.dirname)
  .update(os.tmpdir())
  .digest('hex')
  .slice(0, 8)}`;

const MEMORY = '/dev/shm';
const GIB = 1024 ** 3;
/** The databases of a run stay below one. */
const ROOM = 4 * GIB;

/**
 * Where the server of the tests keeps its data. A database of one suite is 1,300 files that live for seconds: in
 * memory its copy takes a tenth of the time. One that stands there is used whatever has become scarce since, so that
 * all suites of a run find the same.
 */
export function databaseFolder(): string {
  const inMemory = path.join(MEMORY, NAME);
  return existsSync(inMemory) || hasRoomInMemory() ? inMemory : path.join(os.tmpdir(), NAME);
}

function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY) || !existsSync('/proc/mounts')) return false;
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, folder]) => folder === MEMORY);
  // The server's programs may have to lie beside its data.
  if (!mount || /\bnoexec\b|\bro\b/.test(mount[3] ?? '')) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM && os.freemem() >= 2 * ROOM;
}
