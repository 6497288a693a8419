import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Each user of this machine has a separate folder, since its creator owns it; so does each checkout, which may have different
 * migrations, and each TMPDIR, so that two runs can work side by side.
 */
const OWN = `balcao-testes-${process.getuid?.() ?? 0}-`;
const NAME = `${OWN}${createHash('sha256')
  .update(import.meta.dirname)
  .update(os.tmpdir())
  .digest('hex')
  .slice(0, 8)}`;

const MEMORY = '/dev/shm';
const GIB = 1024 ** 3;
/** The databases of one run stay below one. */
const MIN_FREE_BYTES = 4 * GIB;

/**
 * Where the test server keeps its data. The database of a suite consists of 1,300 files that exist for seconds, and copying
 * it in memory takes a tenth of the time. An existing one there is used even if memory has become scarce, so that all suites
 * of a run find the same folder.
 */
export function databaseFolder(): string {
  const inMemory = path.join(MEMORY, NAME);
  const onDisk = path.join(os.tmpdir(), NAME);
  if (existsSync(inMemory)) return inMemory;
  // A run that began on disk stays there when memory becomes free, or its server would never be stopped.
  const runsOnDisk = existsSync(path.join(onDisk, 'postgres', 'data', 'postmaster.pid'));
  return !runsOnDisk && hasRoomInMemory() ? inMemory : onDisk;
}

/**
 * A new folder for a server of its own, beside the databases of the suites: its files too exist for seconds. If the suite is
 * killed, a later run removes it.
 */
export function serverFolder(): string {
  const folder = path.join(databaseFolder(), `teste_${Date.now()}_${randomBytes(4).toString('hex')}`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/** The file in which a folder says to which checkout it belongs. */
const CHECKOUT = 'checkout.txt';

/** Marks the folder as this checkout's, and removes those beside it whose checkout has been deleted: each holds half a gigabyte. */
export function claimFolder(folder: string, checkout: string = import.meta.dirname): void {
  writeFileSync(path.join(folder, CHECKOUT), checkout);
  const around = path.dirname(folder);
  for (const name of readdirSync(around).filter((each) => each.startsWith(OWN))) {
    const mark = path.join(around, name, CHECKOUT);
    if (existsSync(mark) && !existsSync(readFileSync(mark, 'utf8')))
      rmSync(path.join(around, name), { recursive: true, force: true });
  }
}

function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY) || !existsSync('/proc/mounts')) return false;
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, folder]) => folder === MEMORY);
  // The server's programs may have to be placed next to its data.
  if (!mount || /\bnoexec\b|\bro\b/.test(mount[3] ?? '')) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MIN_FREE_BYTES && os.freemem() >= 2 * MIN_FREE_BYTES;
}
