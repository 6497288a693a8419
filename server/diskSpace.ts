import { statfs } from 'node:fs/promises';
import type { DiskState } from '../contract/config/platform.ts';

interface DiskSpace {
  state: DiskState;
  /** Bytes that this process may still write below DATA_DIR, and of the whole disk. */
  free: number;
  total: number;
}

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
/** Told to administrators from here on: a day's attachments of a busy team. */
const LOW = 2 * GIB;
/** A small disk is low at a tenth. */
const LOW_SHARE = 0.1;
/** What the embedded database needs to go on and to be tidied: nothing large is taken in any more. */
const FULL = 200 * MIB;

type Statfs = (folder: string) => Promise<{ bavail: number; bsize: number; blocks: number }>;

/**
 * Space of the disk that holds uploads, files and the embedded database (DATA_DIR). `null` where the system does not
 * tell. An external database watches its own disk; when that is full, its refusal is told as 507 all the same.
 */
export async function diskSpace(dataDir: string, ask: Statfs = statfs): Promise<DiskSpace | null> {
  const stats = await ask(dataDir).catch(() => null);
  if (!stats || stats.blocks === 0) return null;
  const free = stats.bavail * stats.bsize;
  const total = stats.blocks * stats.bsize;
  return { state: stateOf(free, total), free, total };
}

/** Pure: how bad it is. A disk smaller than the thresholds is judged by its share alone. */
export function stateOf(free: number, total: number): DiskState {
  if (free < Math.min(FULL, total * 0.01)) return 'CHEIO';
  return free < Math.min(LOW, total * LOW_SHARE) ? 'POUCO' : 'OK';
}
