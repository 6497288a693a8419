import path from 'node:path';
import { and, eq, inArray, like, notInArray, sql } from 'drizzle-orm';
import {
  DEFINITION_KINDS,
  type DefinitionKind,
  type DefinitionProblem,
} from '#contract/rules/definitions/definition.ts';
import { LOCKS, lockUntilCommit } from '../../db/advisoryLock.ts';
import type { Db, Executor, Tx } from '../../db/client.ts';
import { definitionFiles, definitions } from '../../db/tables/index.ts';
import { definitionFile, definitionNames, fileBeside, strays } from './folder.ts';
import { kindRules } from './kinds.ts';
import { schemasFolder } from './metaSchema.ts';
import { offering } from './offers.ts';
import { againstPublished, versionRow } from './present.ts';
import { type Arriving, type Content, contentHash, type KindDeps } from './rules.ts';
import { completeUses } from './uses.ts';
import {
  error,
  isSound,
  knownVerdicts,
  type PlacedProblem,
  type ReadText,
  readText,
  storedContent,
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
  await completeUses(db);
  return db.transaction(async (tx) => {
    // Processes that start together load one after the other.
    await lockUntilCommit(tx, LOCKS.definitions);
    const added: string[] = [];
    const { refused, changed } = await judgedFiles(tx, read, postponed);
    const arriving = contentsOf(changed);
    for (const one of read)
      try {
        const { kind, content } = one;
        if (!content || !isSound(one.problems) || refused.some(({ file }) => file === one.file)) continue;
        added.push(...(await tx.transaction((inner) => take(inner, kind, content, arriving))));
      } catch (error) {
        // The follow-up of one publication failed; the other files are still loaded.
        postponed.push({ file: one.file, error });
      }
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

/** A file that would publish something else than what is published now. */
interface ChangedFile {
  one: ReadFile;
  key: string;
  content: Content;
  publishedVersion: number | null;
}

/** Files change nothing where they are as before, or where administrators changed the definition. */
async function changedFiles(db: Executor, files: readonly ReadFile[]): Promise<ChangedFile[]> {
  const existing = await db
    .select({
      kind: definitions.kind,
      key: definitions.key,
      origin: definitions.origin,
      fileHash: definitions.fileHash,
      fileContent: definitions.fileContent,
      publishedVersion: definitions.publishedVersion,
    })
    .from(definitions);
  const rows = new Map(existing.map((row) => [`${row.kind}/${row.key}`, row]));
  return files.flatMap((one) => {
    const { kind, content } = one;
    const key = content && isSound(one.problems) ? kindRules(kind).keyOf(content) : '';
    const row = rows.get(`${kind}/${key}`);
    if (!content || !key || (row && row.origin !== 'PADRAO') || isSameFile(row, content)) return [];
    return [{ one, key, content, publishedVersion: row?.publishedVersion ?? null }];
  });
}

/** Also where it was taken in an older format, which says the same. */
const isSameFile = (
  row: Pick<typeof definitions.$inferSelect, 'fileHash' | 'fileContent'> | undefined,
  content: Content,
): boolean => {
  const hash = contentHash(content);
  return row !== undefined && (row.fileHash === hash || contentHash(row.fileContent) === hash);
};

const contentsOf = (files: readonly ChangedFile[]): Arriving =>
  new Map(files.map(({ one, key, content }) => [`${one.kind}/${key}`, content]));

/**
 * The changed files that conflict with what is published or with each other, each with the problems, and the others. All are
 * published together, so that they may refer to each other; when one is refused, the rest is judged again without it.
 */
async function judgedFiles(tx: Tx, files: readonly ReadFile[], postponed: LoadedDefinitions['postponed']) {
  const refused: ReadFile[] = [];
  let changed = await changedFiles(tx, files);
  for (let before = -1; changed.length !== before; ) {
    before = changed.length;
    const keptFiles: ChangedFile[] = [];
    const arriving = contentsOf(changed);
    for (const each of changed)
      try {
        const { one, key, content, publishedVersion } = each;
        const name = { kind: one.kind, key };
        const publishedContent = (await versionRow(tx, name, publishedVersion))?.content;
        const found = await againstPublished(tx, name, publishedContent ?? null, content, arriving);
        if (isSound(found)) keptFiles.push(each);
        else refused.push({ ...one, problems: [...one.problems, ...found.map(one.placed)] });
      } catch (error) {
        postponed.push({ file: each.one.file, error });
      }
    changed = keptFiles;
  }
  return { refused, changed };
}

/** What the definitions that a file uses say, as far as its rules read them. */
async function usedState(db: Db, { kind, content }: ReadFile, arriving: Arriving): Promise<string> {
  if (!content || !kindRules(kind).readsDatabase) return '';
  const uses = await kindRules(kind)
    .uses(content, db, arriving)
    .catch(() => []);
  const used = new Map(uses.map((use) => [`${use.kind}/${use.key}`, use]));
  const states: string[] = [];
  for (const name of [...used.keys()].sort()) {
    const [of = '', key = ''] = name.split('/');
    const kind = DEFINITION_KINDS.find((one) => one === of);
    for (const part of kind ? await offering(db, { kind, key }, arriving) : [])
      states.push(`${part.kind}/${part.key} ${part.archived} ${contentHash(part.content)}`);
  }
  return states.join();
}

/** Returns each file with its problems, cached or new. An error in one file does not affect the others. */
async function validateFiles(db: Db, files: readonly ReadFile[], deps: KindDeps | null) {
  const version = await validatorVersion(db);
  const arriving = contentsOf(await changedFiles(db, files));
  const used = await Promise.all(files.map((file) => usedState(db, file, arriving)));
  const hashes = files.map(
    ({ kind, content }, index) => content && verdictHash(version, { kind, content }, deps, used[index]),
  );
  const verdicts = await knownVerdicts(
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
        content && hash
          ? (verdicts.get(hash) ??
            (await validatedOnce(db, { kind, content, hash }, deps && { ...deps, arriving })))
          : [];
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
  const content = read.content && storedContent(kind, read.content);
  return { ...read, content, kind, file, problems: [...read.problems, ...misnamed(kind, name, content)] };
}

/** The file name must match the key, so that two files never compete for one definition. */
function misnamed(kind: DefinitionKind, name: string, content: Content | null): PlacedProblem[] {
  const key = content ? kindRules(kind).keyOf(content) : '';
  if (!key || name === `${key}.json`) return [];
  const pointer = kind === 'flows' || kind === 'records' ? '/chave' : '/id';
  return [{ ...error(pointer, `O arquivo precisa se chamar ${key}.json, como a chave.`), line: 1 }];
}

/** Returns the new version, if there is one. */
async function take(tx: Tx, kind: DefinitionKind, content: Content, arriving: Arriving): Promise<string[]> {
  const key = kindRules(kind).keyOf(content);
  const hash = contentHash(content);
  const [known] = await tx
    .select()
    .from(definitions)
    .where(and(eq(definitions.kind, kind), eq(definitions.key, key)))
    .for('update');
  if (isSameFile(known, content)) return [];
  const file = { fileHash: hash, fileContent: content };
  if (!known) await tx.insert(definitions).values({ kind, key, origin: 'PADRAO', ...file });
  else {
    // A custom definition that now has a file as well keeps its content, like a copy.
    const origin = known.origin === 'PROPRIA' ? 'COPIA' : known.origin;
    await tx
      .update(definitions)
      .set({ ...file, origin })
      .where(and(eq(definitions.kind, kind), eq(definitions.key, key)));
    if (origin === 'COPIA') return [];
  }
  const version = await writeVersion(tx, {
    kind,
    key,
    content,
    source: 'ARQUIVO',
    authorId: null,
    note: '',
    arriving,
  });
  return version === null ? [] : [`${key} ${version}`];
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
  const postponedFiles = [...still, ...postponed];
  await tx
    .delete(definitionFiles)
    .where(
      postponedFiles.length > 0
        ? notInArray(definitionFiles.file, postponedFiles)
        : like(definitionFiles.file, '%'),
    );
  const storedFiles =
    still.length > 0
      ? await tx.select().from(definitionFiles).where(inArray(definitionFiles.file, still))
      : [];
  for (const { file, kind, problems } of broken) {
    const found = problems.map(({ pointer, message, line }) => ({ pointer, message, line }));
    const before = storedFiles.find((each) => each.file === file);
    if (before && JSON.stringify(before.problems) === JSON.stringify(found)) continue;
    await tx
      .insert(definitionFiles)
      .values({ file, kind, problems: found })
      .onConflictDoUpdate({ target: definitionFiles.file, set: { problems: found, seenAt: sql`now()` } });
  }
}

const sentenceOf = ({ pointer, message, line }: BrokenFile['problems'][number]) =>
  line === undefined ? message : `linha ${line}${pointer ? `, ${pointer}` : ''}: ${message}`;
