import path from 'node:path';
import { and, eq, inArray, like, notInArray, sql } from 'drizzle-orm';
import {
  DEFINITION_KINDS,
  type DefinitionKind,
  type DefinitionProblem,
} from '../../../contract/rules/definitions/definition.ts';
import { LOCKS, lockUntilCommit } from '../../db/advisoryLock.ts';
import type { Db, Tx } from '../../db/client.ts';
import { definitionFiles, definitions } from '../../db/tables/index.ts';
import { definitionFile, definitionNames, fileBeside, strays } from './folder.ts';
import { kindRules } from './kinds.ts';
import { schemasFolder } from './metaSchema.ts';
import { versionRow } from './present.ts';
import { type Content, contentHash, type KindDeps } from './rules.ts';
import {
  error,
  isSound,
  knownVerdicts,
  type PlacedProblem,
  type ReadText,
  readText,
  validatedOnce,
  validatorVersion,
  verdictHash,
} from './validate.ts';
import { writeVersion } from './versions.ts';

interface LoadedDefinitions {
  /** New versions, e.g. `DEVOLUCAO 2`. */
  added: string[];
  /** File names and their problems. The last valid version of such a definition stays in use. */
  broken: { file: string; problems: string[] }[];
  /** Files that could not be checked this time, and why; their definitions remain unchanged. */
  postponed: { file: string; error: unknown }[];
}

interface ReadFile extends ReadText {
  kind: DefinitionKind;
  /** Path below schemas/. */
  file: string;
}

/**
 * Reads every definition below `folder` and publishes changed ones as new versions. A broken file is reported in the result
 * and in `definition_files` and has no other effect. Definitions that administrators changed keep their content; the file is
 * only recorded as the standard that moved on. Files already checked, here or by another process, are not checked again; the
 * others are checked one at a time.
 */
export async function loadDefinitions(
  db: Db,
  folder = schemasFolder,
  deps: KindDeps | null = null,
): Promise<LoadedDefinitions> {
  const unread: LoadedDefinitions['postponed'] = [];
  const kinds = await Promise.all(DEFINITION_KINDS.map((kind) => readKind(kind, folder, unread)));
  const unreached = (await strays(folder)).map(({ file, kind, problem }) => ({
    file,
    kind,
    problems: [error('', problem)],
  }));
  const { read, postponed } = await validateFiles(db, kinds.flat(), deps);
  postponed.push(...unread);
  return db.transaction(async (tx) => {
    // Processes that start together load one after the other.
    await lockUntilCommit(tx, LOCKS.definitions);
    const added: string[] = [];
    const publishFiles = async (files: readonly ReadFile[]): Promise<ReadFile[]> => {
      const refused: ReadFile[] = [];
      for (const one of files)
        try {
          const { kind, content } = one;
          if (!content || !isSound(one.problems)) continue;
          const taken = await tx.transaction((inner) => take(inner, kind, content));
          added.push(...taken.added);
          if (taken.refused.length > 0)
            refused.push({ ...one, problems: [...one.problems, ...taken.refused.map(one.placed)] });
        } catch (error) {
          // The follow-up of one publication failed; the other files are still loaded.
          postponed.push({ file: one.file, error });
        }
      return refused;
    };
    const unfounded = await filesWithoutReferences(tx, read);
    const founded = read.filter(({ file }) => unfounded.every((one) => one.file !== file));
    const early = new Set((await publishFiles(founded)).map(({ file }) => file));
    // Definitions they refer to may have been loaded after them.
    const late = early.size > 0 ? await publishFiles(founded.filter(({ file }) => early.has(file))) : [];
    const refused = [...unfounded, ...late];
    const broken = [...read.filter(({ problems }) => !isSound(problems)), ...refused, ...unreached];
    await rememberBroken(
      tx,
      broken,
      postponed.map(({ file }) => file),
    );
    return {
      added,
      broken: broken.map(({ file, problems }) => ({ file, problems: problems.map(sentenceOf) })),
      postponed,
    };
  });
}

/**
 * First versions that refer to a definition which is neither published nor loaded together with them, each with the
 * problem. Two that refer to each other are loaded together.
 */
async function filesWithoutReferences(tx: Tx, files: readonly ReadFile[]): Promise<ReadFile[]> {
  const existing = await tx.select({ kind: definitions.kind, key: definitions.key }).from(definitions);
  const known = new Set(existing.map(({ kind, key }) => `${kind}/${key}`));
  const found: ReadFile[] = [];
  let fresh = files.flatMap((one) => {
    const key = one.content && isSound(one.problems) ? kindRules(one.kind).keyOf(one.content) : '';
    return key && one.content && !known.has(`${one.kind}/${key}`) ? [{ one, key, content: one.content }] : [];
  });
  for (let before = -1; fresh.length !== before; ) {
    before = fresh.length;
    const kept: typeof fresh = [];
    for (const each of fresh) {
      const { one, content } = each;
      const arriving = fresh.filter(({ one: { kind } }) => kind === one.kind);
      const missing = await kindRules(one.kind).transition?.(
        null,
        content,
        tx,
        new Map(arriving.map(({ key, content: said }) => [key, said])),
      );
      if (!missing || isSound(missing)) kept.push(each);
      else found.push({ ...one, problems: [...one.problems, ...missing.map(one.placed)] });
    }
    fresh = kept;
  }
  return found;
}

/** Returns each file with its problems, cached or new. An error in one file does not affect the others. */
async function validateFiles(db: Db, files: readonly ReadFile[], deps: KindDeps | null) {
  const version = await validatorVersion(db);
  const hashes = files.map(({ kind, content }) => content && verdictHash(version, { kind, content }, deps));
  const known = await knownVerdicts(
    db,
    hashes.filter((hash) => hash !== null),
  );
  const read: ReadFile[] = [];
  const postponed: LoadedDefinitions['postponed'] = [];
  for (const [index, file] of files.entries()) {
    const { content, kind } = file;
    const hash = hashes[index];
    try {
      if (deps?.signal?.aborted) throw new Error('stopped');
      const verdict =
        content && hash ? (known.get(hash) ?? (await validatedOnce(db, { kind, content, hash }, deps))) : [];
      read.push({ ...file, problems: [...file.problems, ...verdict.map(file.placed)] });
    } catch (error) {
      postponed.push({ file: file.file, error });
    }
  }
  return { read, postponed };
}

/** An unreadable file does not affect the others. */
async function readKind(
  kind: DefinitionKind,
  folder: string,
  unread: LoadedDefinitions['postponed'],
): Promise<ReadFile[]> {
  const own = path.join(folder, kind);
  const names = await definitionNames(folder, kind);
  const read = await Promise.all(
    names.map((name) =>
      readOne(kind, own, name).catch((error: unknown) => {
        unread.push({ file: `${kind}/${name}`, error });
        return null;
      }),
    ),
  );
  return read.filter((file) => file !== null);
}

async function readOne(kind: DefinitionKind, folder: string, name: string): Promise<ReadFile | null> {
  const file = `${kind}/${name}`;
  const found = await definitionFile(path.join(folder, name));
  if (found === null) return null;
  if ('problem' in found) {
    const placed: ReadText['placed'] = (problem) => ({ ...problem, line: found.line });
    return { kind, file, content: null, problems: [placed(error('', found.problem))], placed };
  }
  const read = await readText(kind, found.text, fileBeside(folder));
  return { ...read, kind, file, problems: [...read.problems, ...misnamed(kind, name, read.content)] };
}

/** The file name must match the key, so that two files never compete for one definition. */
function misnamed(kind: DefinitionKind, name: string, content: Content | null): PlacedProblem[] {
  const key = content ? kindRules(kind).keyOf(content) : '';
  if (!key || name === `${key}.json`) return [];
  const pointer = kind === 'flows' || kind === 'records' ? '/chave' : '/id';
  return [{ ...error(pointer, `O arquivo precisa se chamar ${key}.json, como a chave.`), line: 1 }];
}

interface Taken {
  added: string[];
  /** Conflicts with what was published or with existing records; nothing was written. */
  refused: DefinitionProblem[];
}

const NOTHING: Taken = { added: [], refused: [] };

async function take(tx: Tx, kind: DefinitionKind, content: Content): Promise<Taken> {
  const key = kindRules(kind).keyOf(content);
  const hash = contentHash(content);
  const [known] = await tx
    .select()
    .from(definitions)
    .where(and(eq(definitions.kind, kind), eq(definitions.key, key)));
  if (known?.fileHash === hash) return NOTHING;
  const isOwn = known !== undefined && known.origin !== 'PADRAO';
  const refused = isOwn ? [] : await refusedBy(tx, kind, { key, version: known?.publishedVersion }, content);
  if (refused.length > 0) return { added: [], refused };
  const file = { fileHash: hash, fileContent: content };
  if (!known) await tx.insert(definitions).values({ kind, key, origin: 'PADRAO', ...file });
  else {
    // A custom definition that now has a file as well keeps its content, like a copy.
    const origin = known.origin === 'PROPRIA' ? 'COPIA' : known.origin;
    await tx
      .update(definitions)
      .set({ ...file, origin })
      .where(and(eq(definitions.kind, kind), eq(definitions.key, key)));
    if (origin === 'COPIA') return NOTHING;
  }
  const version = await writeVersion(tx, { kind, key, content, source: 'ARQUIVO', authorId: null, note: '' });
  return version === null ? NOTHING : { added: [`${key} ${version}`], refused: [] };
}

/** A first version has no predecessor to conflict with; `baselessFiles` checks its references. */
async function refusedBy(
  tx: Tx,
  kind: DefinitionKind,
  { key, version }: { key: string; version: number | null | undefined },
  content: Content,
): Promise<DefinitionProblem[]> {
  const before = await versionRow(tx, { kind, key }, version ?? null);
  if (!before) return [];
  const found = (await kindRules(kind).transition?.(before.content as Content, content, tx)) ?? [];
  return found.filter(({ severity }) => severity === 'ERRO');
}

interface BrokenFile {
  file: string;
  /** `null` for what lies outside the folders of the kinds. */
  kind: DefinitionKind | null;
  /** Without a line where the text does not matter. */
  problems: (DefinitionProblem & { line?: number })[];
}

/** Deletes entries of files that were fixed or removed; those that could not be checked this time keep their old entry. */
async function rememberBroken(tx: Tx, broken: readonly BrokenFile[], postponed: readonly string[]) {
  const still = broken.map(({ file }) => file);
  const kept = [...still, ...postponed];
  await tx
    .delete(definitionFiles)
    .where(kept.length > 0 ? notInArray(definitionFiles.file, kept) : like(definitionFiles.file, '%'));
  const known =
    still.length > 0
      ? await tx.select().from(definitionFiles).where(inArray(definitionFiles.file, still))
      : [];
  for (const { file, kind, problems } of broken) {
    const found = problems.map(({ pointer, message, line }) => ({ pointer, message, line }));
    const before = known.find((each) => each.file === file);
    if (before && JSON.stringify(before.problems) === JSON.stringify(found)) continue;
    await tx
      .insert(definitionFiles)
      .values({ file, kind, problems: found })
      .onConflictDoUpdate({ target: definitionFiles.file, set: { problems: found, seenAt: sql`now()` } });
  }
}

const sentenceOf = ({ pointer, message, line }: BrokenFile['problems'][number]) =>
  line === undefined ? message : `linha ${line}${pointer ? `, ${pointer}` : ''}: ${message}`;
