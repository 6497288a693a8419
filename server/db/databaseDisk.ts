import { statfs } from 'node:fs/promises';
import pg from 'pg';
import type { DiskState } from '#contract/config/platform.ts';
import { embeddedData } from './embedded/home.ts';

/** Pools whose server refused a write because its disk is full, with when that was last tried again. */
const refused = new WeakMap<pg.Pool, { triedAt: number; trying?: Promise<void> }>();

const DISK_FULL = '53100';

/** Call with each error of a statement. The first refusal is remembered until a write succeeds. */
export function noteDiskFull(pool: pg.Pool, error: unknown): void {
  if ((error as { code?: string } | null)?.code === DISK_FULL && !refused.has(pool))
    refused.set(pool, { triedAt: performance.now() });
}

interface DatabaseAccess {
  pool: pg.Pool;
  settings: { dataDir: string; databaseUrl?: string | undefined };
}

/**
 * Space on the database's disk. The disk of an external server cannot be measured from here, so it counts as full from the
 * first write that it refuses for that reason until one succeeds, which is tried whenever somebody asks. `through` is the
 * pool that tries.
 */
export async function databaseDisk(access: DatabaseAccess, through = access.pool): Promise<DiskState> {
  await tryAgain(access.pool, through);
  return knownDatabaseDisk(access);
}

/** The same without asking the database, which a full disk may have stopped. */
export async function knownDatabaseDisk(
  { pool, settings }: DatabaseAccess,
  space = diskSpace,
): Promise<DiskState> {
  if (refused.has(pool)) return 'CHEIO';
  if (settings.databaseUrl !== undefined) return 'OK';
  return (await space(embeddedData(settings.dataDir)))?.state ?? 'OK';
}

/** Minimum time between two attempts in milliseconds, since each leaves dead rows in the catalog. */
const MIN_INTERVAL = 2_000;

/**
 * Writes a megabyte and takes it back. Not into a table that is logged: running out of space for the log ends the server.
 */
const PROBE = `create temp table balcao_espaco (texto text);
  insert into balcao_espaco select repeat('x', 1500) from generate_series(1, 700);
  drop table balcao_espaco`;

function tryAgain(pool: pg.Pool, through: pg.Pool): Promise<void> | undefined {
  const found = refused.get(pool);
  if (!found || found.trying || performance.now() - found.triedAt < MIN_INTERVAL) return found?.trying;
  const over = (writes: boolean) => {
    found.trying = undefined;
    found.triedAt = performance.now();
    if (writes) refused.delete(pool);
  };
  found.trying = through.query(PROBE).then(
    () => over(true),
    // A server that does not permit the attempt cannot be asked; its next refusal counts again.
    (error: { code?: string }) => over(error instanceof pg.DatabaseError && error.code !== DISK_FULL),
  );
  return found.trying;
}

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
