import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { NfeFolder } from '../../../../contract/config/nfeImports.ts';
import type { Deps } from '../../../context.ts';
import { installation } from '../../../db/tables/index.ts';
import { countFiles, REFUSED } from './folderFiles.ts';

interface LastRound {
  lida: string;
  problema: string;
}

/** A round every few seconds is not written down every few seconds. */
const NOTED_EVERY = 60_000;

export async function noteRound({ db, now }: Pick<Deps, 'db' | 'now'>, problema: string): Promise<void> {
  const before = await lastRound({ db });
  const recent = before && now().getTime() - Date.parse(before.lida) < NOTED_EVERY;
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

/** What the screen tells of the folder; `null` where none is read. */
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
