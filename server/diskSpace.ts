import { statfs } from 'node:fs/promises';
import type { DiskState } from '../contract/config/platform.ts';

interface DiskSpace {
  state: DiskState;
  /** Bytes that this process can still write below DATA_DIR; `total` is the size of the whole disk. */
  free: number;
  total: number;
}

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
/** Administrators are warned below this: about a day's attachments of a busy team. */
const LOW = 2 * GIB;
/** A small disk counts as low when a tenth is left. */
const LOW_SHARE = 0.1;
/** What the embedded database needs to keep running and be cleaned up; below this no large data is accepted. */
const FULL = 200 * MIB;

type Statfs = (folder: string) => Promise<{ bavail: number; bsize: number; blocks: number }>;

/**
 * Space on the disk that holds uploads, files and the embedded database (DATA_DIR). `null` if the system does not report it.
 * What is known of the database's disk is in db/databaseDisk.ts.
 */
export async function diskSpace(dataDir: string, ask: Statfs = statfs): Promise<DiskSpace | null> {
  const stats = await ask(dataDir).catch(() => null);
  if (!stats || stats.blocks === 0) return null;
  const free = stats.bavail * stats.bsize;
  const total = stats.blocks * stats.bsize;
  return { state: stateOf(free, total), free, total };
}

/** The state for the given free and total bytes. A disk smaller than the thresholds is rated by its share alone. */
export function stateOf(free: number, total: number): DiskState {
  if (free < Math.min(FULL, total * 0.01)) return 'CHEIO';
  return free < Math.min(LOW, total * LOW_SHARE) ? 'POUCO' : 'OK';
}
