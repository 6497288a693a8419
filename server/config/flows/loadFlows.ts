import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { desc, eq, sql } from 'drizzle-orm';
import type { Flow } from '../../../contract/rules/flow.ts';
import type { Db, Tx } from '../../db/client.ts';
import { flows } from '../../db/tables/index.ts';
import { schemasFolder } from './metaSchema.ts';
import { readFlow } from './rules.ts';

export const flowsFolder = path.join(schemasFolder, 'flows');
/** Processes that start together load one after the other; any number that nothing else locks. */
const LOCK = 7_225_241;

export interface LoadedFlows {
  /** Versions that are new, as `DEVOLUCAO 2`. */
  added: string[];
  /** File name and what is wrong with it. The last good version of that flow keeps working. */
  broken: { file: string; problems: string[] }[];
}

/** Reads every flow file and keeps what changed as a new version. A broken file is only told in the answer. */
export async function loadFlows(db: Db, folder = flowsFolder): Promise<LoadedFlows> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const read = await Promise.all(
    files.map(async (file) => ({ file, ...readFlow(file, await readFile(path.join(folder, file), 'utf8')) })),
  );
  const good = read.flatMap(({ flow }) => (flow ? [flow] : []));
  const added = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const versions = [];
    for (const flow of good) versions.push(...(await keep(tx, flow)));
    return versions;
  });
  const broken = read.flatMap(({ file, problems }) => (problems.length > 0 ? [{ file, problems }] : []));
  return { added, broken };
}

/** A new version when the newest one says something else. */
async function keep(tx: Tx, flow: Flow): Promise<string[]> {
  const hash = createHash('sha256').update(JSON.stringify(flow)).digest('hex');
  const [newest] = await tx
    .select({ version: flows.version, hash: flows.hash })
    .from(flows)
    .where(eq(flows.key, flow.chave))
    .orderBy(desc(flows.version))
    .limit(1);
  if (newest?.hash === hash) return [];
  const version = (newest?.version ?? 0) + 1;
  await tx.insert(flows).values({ key: flow.chave, version, hash, content: flow });
  return [`${flow.chave} ${version}`];
}
