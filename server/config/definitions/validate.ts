import { createHash } from 'node:crypto';
import { eq, inArray, lt, sql } from 'drizzle-orm';
import {
  DEFINITION_KINDS,
  type DefinitionKind,
  type DefinitionProblem,
  definitionKinds,
} from '#contract/rules/definitions/definition.ts';
import { jsonLines, wrongLine } from '#contract/rules/definitions/jsonLines.ts';
import { titleProblems } from '#contract/rules/definitions/titles.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import type { Deps } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { definitionVerdicts } from '../../db/tables/index.ts';
import { refuseUnstorable, unstorablePlaces } from '../../plugins/compilers.ts';
import { kindRules } from './kinds.ts';
import { metaSchema, metaSchemaProblems } from './metaSchema.ts';
import { type Content, canonicalText, type KindDeps, type ReadBeside } from './rules.ts';

/** A problem with its line in the checked text, counted from 1. */
export interface PlacedProblem extends DefinitionProblem {
  line: number;
}

interface ValidatedText {
  /** The text's content if it is a JSON object; it is valid only when `problems` contains no errors. */
  content: Content | null;
  problems: PlacedProblem[];
}

export const isSound = (problems: readonly DefinitionProblem[]) =>
  !problems.some(({ severity }) => severity === 'ERRO');

/** Checks the text of a definition: JSON, shape, then the rules of its kind. `deps` null: without a database. */
export async function validateText(
  kind: DefinitionKind,
  text: string,
  deps: KindDeps | null,
  read: ReadBeside = async () => null,
): Promise<ValidatedText> {
  const reading = await readText(kind, text, read);
  if (!reading.content) return reading;
  const found = await validateContent(kind, reading.content, deps);
  return { content: reading.content, problems: [...reading.problems, ...found.map(reading.placed)] };
}

export interface ReadText extends ValidatedText {
  /** Adds the line in the text to a problem. */
  placed: (problem: DefinitionProblem) => PlacedProblem;
}

/** Parses a text without validating its meaning. */
export async function readText(kind: DefinitionKind, text: string, read: ReadBeside): Promise<ReadText> {
  const parsed = parse(text);
  if ('problem' in parsed)
    return { content: null, problems: [parsed.problem], placed: (problem) => ({ ...problem, line: 1 }) };
  const lines = jsonLines(text);
  const repeated = lines.repeatedKeys.map((pointer) =>
    error(pointer, 'Esta chave está escrita duas vezes. Retire uma.'),
  );
  const fileReading = (await kindRules(kind).fromFile?.(parsed.content, read)) ?? {
    content: parsed.content,
    problems: [],
  };
  const placed = (problem: DefinitionProblem) => ({ ...problem, line: lines.lineOf(problem.pointer) });
  const missing = fileReading.problems.map(({ pointer, message }) => error(pointer, message));
  return {
    content: withoutSchemaName(fileReading.content),
    problems: [...repeated, ...missing].map(placed),
    placed,
  };
}

/** The same for content that is already parsed. */
export async function validateContent(
  kind: DefinitionKind,
  given: Content,
  deps: KindDeps | null,
): Promise<DefinitionProblem[]> {
  const content = withoutSchemaName(given);
  const unstorable = unstorableProblems(content);
  if (unstorable.length > 0) return unstorable;
  const shape = metaSchemaProblems(definitionKinds[kind].meta, content);
  if (shape.length > 0) return shape.map(({ pointer, message }) => error(pointer, message));
  const titles = titleProblems(content);
  if (titles.length > 0) return titles.map(({ pointer, message }) => error(pointer, message));
  return kindRules(kind).problems(content, deps);
}

/** Characters that nobody sees and the database does not keep are not taken out unsaid. */
export const unstorableProblems = (content: Content): DefinitionProblem[] =>
  unstorablePlaces(content).map((pointer) => error(pointer, UNSTORABLE_TEXT));

const UNSTORABLE_TEXT =
  'Há aqui um caractere que não se vê nem se guarda (nulo, ou metade de um emoji). Apague o texto e digite-o de novo.';

/** A content as it is stored, whichever way it came. */
export const storedContent = (kind: DefinitionKind, content: Content): Content =>
  kindRules(kind).stored?.(withoutSchemaName(content)) ?? withoutSchemaName(content);

/** `$schema` is for file editors and is not stored. */
export function withoutSchemaName({ $schema: _, ...content }: Content): Content {
  return content;
}

export const error = (pointer: string, message: string): DefinitionProblem => ({
  pointer,
  message,
  severity: 'ERRO',
});

export const warning = (pointer: string, message: string): DefinitionProblem => ({
  pointer,
  message,
  severity: 'AVISO',
});

function parse(text: string): { content: Content } | { problem: PlacedProblem } {
  // Escaped, they are found at their place in the content.
  const lines = text.split('\n');
  const wrong = lines.findIndex((line) => unstorablePlaces(line).length > 0);
  if (wrong >= 0) return { problem: { ...error('', UNSTORABLE_TEXT), line: wrong + 1 } };
  try {
    const content: unknown = JSON.parse(text);
    const refusal = refuseUnstorable({ content }, { exact: ['content'] });
    if (refusal) return { problem: { ...error('', refusal.message), line: 1 } };
    if (isRecord(content)) return { content: content as Content };
    return { problem: { ...error('', 'O arquivo precisa ser um objeto: { ... }.'), line: 1 } };
  } catch {
    return {
      problem: {
        ...error('', 'O texto não é um JSON válido. Confira vírgulas, aspas e chaves perto desta linha.'),
        line: wrongLine(text),
      },
    };
  }
}

/** To be raised when the same content may get a different result than before. Publishing and running always check again. */
const VALIDATION_RULES = 3;

/** The content of a file and the hash under which its result is cached. */
interface ValidatedContent {
  kind: DefinitionKind;
  content: Content;
  hash: string;
}

/** Equal in every process of this version on this database. */
export async function validatorVersion(db: Executor): Promise<string> {
  const metas = DEFINITION_KINDS.map((kind) => canonicalText(metaSchema(definitionKinds[kind].meta)));
  const { rows } = await db.execute<{ migrations: string }>(
    sql`select count(*)::text as migrations from drizzle.__drizzle_migrations`,
  );
  return createHash('sha256')
    .update([VALIDATION_RULES, rows[0]?.migrations, ...metas].join('\n'))
    .digest('hex');
}

/** `beside` tells what the content uses, as it is now. With a database, checks may find more than without, except in kinds whose rules take none. */
export function verdictHash(
  version: string,
  { kind, content }: Pick<ValidatedContent, 'kind' | 'content'>,
  deps: KindDeps | null,
  beside = '',
): string {
  const extent = deps && kindRules(kind).readsDatabase ? 'database' : 'alone';
  return createHash('sha256')
    .update(`${version}\n${extent}\n${kind}\n${beside}\n${canonicalText(content)}`)
    .digest('hex');
}

/** Cached results by hash. */
export async function knownVerdicts(db: Executor, hashes: readonly string[]) {
  if (hashes.length === 0) return new Map<string, DefinitionProblem[]>();
  const rows = await db
    .select()
    .from(definitionVerdicts)
    .where(inArray(definitionVerdicts.hash, [...hashes]));
  return new Map(rows.map(({ hash, problems }) => [hash, problems as DefinitionProblem[]]));
}

/** Checks content that has no cached result and caches it at once, for other processes and later starts. */
export async function validatedOnce(
  db: Executor,
  { kind, content, hash }: ValidatedContent,
  deps: KindDeps | null,
): Promise<DefinitionProblem[]> {
  // Another process may have been faster.
  const [known] = await db.select().from(definitionVerdicts).where(eq(definitionVerdicts.hash, hash));
  if (known) return known.problems as DefinitionProblem[];
  const problems = await validateContent(kind, content, deps);
  // A warning about the whole definition means that the database could not be queried, which may change, so it is not cached.
  if (!problems.some(({ pointer, severity }) => pointer === '' && severity === 'AVISO'))
    await db.insert(definitionVerdicts).values({ hash, problems }).onConflictDoNothing();
  return problems;
}

/** Runs every hour. A result still in use is computed again after that time. */
export const sweepVerdicts = async ({ db }: Pick<Deps, 'db'>): Promise<void> => {
  await db
    .delete(definitionVerdicts)
    .where(lt(definitionVerdicts.validatedAt, sql`now() - interval '90 days'`));
};
