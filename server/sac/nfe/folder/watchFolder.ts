import path from 'node:path';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { NfeFolder } from '#contract/config/nfeImports.ts';
import type { Deps } from '#server/context.ts';
import { LOCKS } from '#server/db/advisoryLock.ts';
import { installation } from '#server/db/tables/index.ts';
import { hasPeople } from '#server/installationState.ts';
import type { WorkDeps } from '#server/jobs/workContext.ts';
import { countFiles, REFUSED, type Seen, troubleOf } from './folderFiles.ts';
import { FolderProblem, readFolder } from './readFolder.ts';

const AT_REST = 10_000;
const MAX_DELAY = 10 * 60_000;

/** Reads the NF-e folder repeatedly, in one process at a time, and less often while it fails. */
export function watchNfeFolder(deps: WorkDeps, atRest = AT_REST): { stop(): Promise<void> } {
  const seen: Seen = new Map();
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  const turn = async () => {
    let more = false;
    try {
      more = (await exclusiveRound(deps, seen, ending.signal)) > 0;
      failures = 0;
    } catch (err) {
      failures++;
      deps.log.warn({ err }, 'the folder of notes was not read');
    }
    if (ending.signal.aborted) return;
    const wait = failures > 0 ? Math.min(atRest * 2 ** failures, MAX_DELAY) : more ? 0 : atRest;
    timer = setTimeout(() => {
      round = turn();
    }, wait);
  };
  let round = turn();
  return {
    stop: async () => {
      ending.abort();
      clearTimeout(timer);
      await round;
    },
  };
}

/**
 * Does nothing until there is an administrator, since the installer must find no people in the database. Returns how many
 * files were read.
 */
export async function exclusiveRound(deps: WorkDeps, seen: Seen, signal?: AbortSignal): Promise<number> {
  if (!(await hasPeople(deps.db))) return 0;
  const client = await deps.pool.connect();
  try {
    if (!(await lease(client))) return 0;
    try {
      const read = await readFolder(deps, seen, signal);
      await recordRound(deps, troubleOf(seen));
      return read;
    } catch (error) {
      await recordRound(deps, problemOf(error));
      throw error;
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCKS.nfeFolder]);
    }
  } finally {
    client.release();
  }
}

/** The lock belongs to the database session, so a process that dies releases it. */
async function lease(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
    LOCKS.nfeFolder,
  ]);
  return rows[0]?.mine ?? false;
}

function problemOf(error: unknown): string {
  if (error instanceof FolderProblem) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'A pasta de NFE_DIR não existe no servidor.';
  if (code === 'ENOTDIR') return 'NFE_DIR não é uma pasta.';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return 'O servidor não pode ler e mover arquivos na pasta de NFE_DIR: confira o dono dela.';
  return 'A pasta não pôde ser lida. O servidor tenta de novo sozinho; o registro dele diz mais.';
}

interface LastRound {
  lida: string;
  problema: string;
}

/** Milliseconds: rounds run every few seconds, but are not recorded that often. */
const RECORD_INTERVAL = 60_000;

async function recordRound({ db, now }: Pick<Deps, 'db' | 'now'>, problema: string): Promise<void> {
  const before = await lastRound({ db });
  const recent = before && now().getTime() - Date.parse(before.lida) < RECORD_INTERVAL;
  if (recent && before.problema === problema) return;
  const round: LastRound = { lida: now().toISOString(), problema };
  await db.update(installation).set({
    facts: sql`jsonb_set(${installation.facts}, '{pastaNfe}', ${JSON.stringify(round)}::jsonb)`,
  });
}

async function lastRound({ db }: Pick<Deps, 'db'>): Promise<LastRound | null> {
  const [row] = await db.select({ facts: installation.facts }).from(installation);
  return (row?.facts.pastaNfe as LastRound | undefined) ?? null;
}

/** The folder's state for the screen; `null` if no folder is read. */
export async function folderView({
  db,
  settings: { nfeDir },
}: Pick<Deps, 'db' | 'settings'>): Promise<NfeFolder | null> {
  if (!nfeDir) return null;
  const round = await lastRound({ db });
  const count = (folder: string) => countFiles(folder).catch(() => 0);
  return {
    caminho: nfeDir,
    ultimaLeitura: round?.lida ?? null,
    problema: round?.problema ?? '',
    esperando: await count(nfeDir),
    recusados: await count(path.join(nfeDir, REFUSED)),
  };
}
