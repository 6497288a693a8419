import { createHash } from 'node:crypto';
import { eq, inArray, lt, sql } from 'drizzle-orm';
import {
  DEFINITION_KINDS,
  type DefinitionKind,
  type DefinitionProblem,
  definitionKinds,
} from '../../../contract/rules/definitions/definition.ts';
import type { Deps } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { definitionVerdicts } from '../../db/tables/index.ts';
import { canonicalText } from './hash.ts';
import { judgeContent } from './judge.ts';
import { metaSchema } from './metaSchema.ts';
import type { Content, KindDeps } from './rules.ts';

/** Raised when the same content may be judged otherwise than before. Publishing and running judge anew each time. */
const JUDGE = 1;

/** A content of a file, and by which name its verdict is remembered. */
export interface JudgedContent {
  kind: DefinitionKind;
  content: Content;
  hash: string;
}

/** The same in every process of this version on this database. With a database it may find more than without. */
export async function judgeVersion(db: Executor, deps: KindDeps | null): Promise<string> {
  const metas = DEFINITION_KINDS.map((kind) => canonicalText(metaSchema(definitionKinds[kind].meta)));
  const { rows } = await db.execute<{ migrations: string }>(
    sql`select count(*)::text as migrations from drizzle.__drizzle_migrations`,
  );
  return createHash('sha256')
    .update([JUDGE, deps ? 'database' : 'alone', rows[0]?.migrations, ...metas].join('\n'))
    .digest('hex');
}

export const verdictHash = (version: string, kind: DefinitionKind, content: Content): string =>
  createHash('sha256')
    .update(`${version}\n${kind}\n${canonicalText(content)}`)
    .digest('hex');

/** What was found before, by hash. */
export async function knownVerdicts(db: Executor, hashes: readonly string[]) {
  if (hashes.length === 0) return new Map<string, DefinitionProblem[]>();
  const rows = await db
    .select()
    .from(definitionVerdicts)
    .where(inArray(definitionVerdicts.hash, [...hashes]));
  return new Map(rows.map(({ hash, problems }) => [hash, problems as DefinitionProblem[]]));
}

/** Judges what nobody judged yet, and remembers it at once: whoever comes next, or starts anew, need not. */
export async function judgedOnce(
  db: Executor,
  { kind, content, hash }: JudgedContent,
  deps: KindDeps | null,
): Promise<DefinitionProblem[]> {
  // Another process may have been faster.
  const [known] = await db.select().from(definitionVerdicts).where(eq(definitionVerdicts.hash, hash));
  if (known) return known.problems as DefinitionProblem[];
  const problems = await judgeContent(kind, content, deps);
  // A warning about the whole says that the database could not be asked: that may change.
  if (!problems.some(({ pointer, severity }) => pointer === '' && severity === 'AVISO'))
    await db.insert(definitionVerdicts).values({ hash, problems }).onConflictDoNothing();
  return problems;
}

/** Every hour. One that is still in use is made once more after that time. */
export const sweepVerdicts = async ({ db }: Pick<Deps, 'db'>): Promise<void> => {
  await db.delete(definitionVerdicts).where(lt(definitionVerdicts.judgedAt, sql`now() - interval '90 days'`));
};
