import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { and, eq, inArray, like, notInArray, sql } from 'drizzle-orm';
import { DEFINITION_KINDS, type DefinitionKind } from '../../../contract/rules/definitions/definition.ts';
import type { Db, Tx } from '../../db/client.ts';
import { definitionFiles, definitions } from '../../db/tables/index.ts';
import { contentHash } from './hash.ts';
import { error, isSound, judgeText, type PlacedProblem } from './judge.ts';
import type { Content, KindDeps } from './kind.ts';
import { kindRules } from './kinds.ts';
import { schemasFolder } from './metaSchema.ts';
import { writeVersion } from './writeVersion.ts';

/** Processes that start together load one after the other; any number that nothing else locks. */
const LOCK = 7_225_241;

export interface LoadedDefinitions {
  /** Versions that are new, as `DEVOLUCAO 2`. */
  added: string[];
  /** File name and what is wrong with it. The last good version of that definition keeps working. */
  broken: { file: string; problems: string[] }[];
}

interface ReadFile {
  kind: DefinitionKind;
  /** Below schemas/. */
  file: string;
  content: Content | null;
  problems: PlacedProblem[];
}

/**
 * Reads every definition below `folder`, and publishes what changed as a new version. A broken file is told in the
 * answer and in `definition_files`, and does no harm. What administrators changed here keeps their words: the file
 * is only remembered as the standard that moved.
 */
export async function loadDefinitions(
  db: Db,
  folder = schemasFolder,
  deps: KindDeps | null = null,
): Promise<LoadedDefinitions> {
  const read = (await Promise.all(DEFINITION_KINDS.map((kind) => readKind(kind, folder, deps)))).flat();
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const added: string[] = [];
    for (const one of read)
      if (one.content && isSound(one.problems)) added.push(...(await take(tx, one.kind, one.content)));
    const broken = read.filter(({ problems }) => !isSound(problems));
    await rememberBroken(tx, broken);
    return {
      added,
      broken: broken.map(({ file, problems }) => ({ file, problems: problems.map(sentenceOf) })),
    };
  });
}

async function readKind(kind: DefinitionKind, folder: string, deps: KindDeps | null): Promise<ReadFile[]> {
  const own = path.join(folder, kind);
  const names = await readdir(own).catch(() => []);
  return Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map(async (name) => {
        const text = await readFile(path.join(own, name), 'utf8');
        const beside = (other: string) =>
          /^[\w-]+\.sql$/.test(other)
            ? readFile(path.join(own, other), 'utf8').catch(() => null)
            : Promise.resolve(null);
        const judged = await judgeText(kind, text, deps, beside);
        return {
          kind,
          file: `${kind}/${name}`,
          content: judged.content,
          problems: [...judged.problems, ...misnamed(kind, name, judged.content)],
        };
      }),
  );
}

/** The name must be the key, so that two files never fight over one definition. */
function misnamed(kind: DefinitionKind, name: string, content: Content | null): PlacedProblem[] {
  const key = content ? kindRules(kind).keyOf(content) : '';
  if (!key || name === `${key}.json`) return [];
  const pointer = kind === 'flows' ? '/chave' : '/id';
  return [{ ...error(pointer, `O arquivo precisa se chamar ${key}.json, como a chave.`), line: 1 }];
}

async function take(tx: Tx, kind: DefinitionKind, content: Content): Promise<string[]> {
  const key = kindRules(kind).keyOf(content);
  const hash = contentHash(content);
  const [known] = await tx
    .select()
    .from(definitions)
    .where(and(eq(definitions.kind, kind), eq(definitions.key, key)));
  if (known?.fileHash === hash) return [];
  const file = { fileHash: hash, fileContent: content };
  if (!known) await tx.insert(definitions).values({ kind, key, origin: 'PADRAO', ...file });
  else {
    // An own one that now has a file too keeps what it says, like a copy.
    const origin = known.origin === 'PROPRIA' ? 'COPIA' : known.origin;
    await tx
      .update(definitions)
      .set({ ...file, origin })
      .where(and(eq(definitions.kind, kind), eq(definitions.key, key)));
    if (origin === 'COPIA') return [];
  }
  const version = await writeVersion(tx, { kind, key, content, source: 'ARQUIVO', authorId: null, note: '' });
  return version === null ? [] : [`${key} ${version}`];
}

/** Those that are mended, or gone, are forgotten. */
async function rememberBroken(tx: Tx, broken: readonly ReadFile[]) {
  const still = broken.map(({ file }) => file);
  await tx
    .delete(definitionFiles)
    .where(still.length > 0 ? notInArray(definitionFiles.file, still) : like(definitionFiles.file, '%'));
  const known =
    still.length > 0
      ? await tx.select().from(definitionFiles).where(inArray(definitionFiles.file, still))
      : [];
  for (const { file, kind, problems } of broken) {
    const told = problems.map(({ pointer, message, line }) => ({ pointer, message, line }));
    const before = known.find((each) => each.file === file);
    if (before && JSON.stringify(before.problems) === JSON.stringify(told)) continue;
    await tx
      .insert(definitionFiles)
      .values({ file, kind, problems: told })
      .onConflictDoUpdate({ target: definitionFiles.file, set: { problems: told, seenAt: sql`now()` } });
  }
}

const sentenceOf = ({ pointer, message, line }: PlacedProblem) =>
  `linha ${line}${pointer ? `, ${pointer}` : ''}: ${message}`;
