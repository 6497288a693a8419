import { and, desc, eq, inArray } from 'drizzle-orm';
import type { DefinitionDetail, DefinitionSummary } from '#contract/config/definitions.ts';
import {
  type DefinitionKind,
  type DefinitionProblem,
  definitionKinds,
} from '#contract/rules/definitions/definition.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { definitions, definitionVersions, people } from '../../db/tables/index.ts';
import { conflict, notFound } from '../../errors.ts';
import { lastChange } from '../../writing/requireVersion.ts';
import { parametersFor } from '../parameters/queries.ts';
import { kindRules } from './kinds.ts';
import { problemOf } from './problemOf.ts';
import { type Arriving, type Content, kindDeps } from './rules.ts';
import { problemsOfUses, usersOfContent } from './uses.ts';
import { isSound, validateContent } from './validate.ts';

const published = and(
  eq(definitionVersions.kind, definitions.kind),
  eq(definitionVersions.key, definitions.key),
  eq(definitionVersions.version, definitions.publishedVersion),
);

/** All definitions of a kind, latest change first. */
export async function summaries(db: Executor, kind: DefinitionName['kind']): Promise<DefinitionSummary[]> {
  const rows = await db
    .select({ row: definitions, content: definitionVersions.content, authorId: definitionVersions.authorId })
    .from(definitions)
    .leftJoin(definitionVersions, published)
    .where(eq(definitions.kind, kind))
    .orderBy(desc(definitions.updatedAt), definitions.key);
  const names = await namesOf(
    db,
    rows.flatMap(({ row, authorId }) => [row.draftAuthorId, authorId]),
  );
  return rows.map(({ row, content, authorId }) =>
    summary(row, row.draft ?? content, names.get(row.draftAuthorId ?? authorId ?? 0) ?? null),
  );
}

function summary(
  row: DefinitionRow,
  content: Content | null,
  autor: DefinitionSummary['autor'],
): DefinitionSummary {
  const rules = kindRules(row.kind);
  return {
    tipo: row.kind,
    chave: row.key,
    titulo: (content && rules.titleOf(content)) || row.key,
    descricao: content ? rules.descriptionOf(content) : '',
    estado: row.archivedAt ? 'ARQUIVADO' : row.publishedVersion === null ? 'RASCUNHO' : 'PUBLICADO',
    versaoPublicada: row.publishedVersion,
    temRascunho: row.draft !== null,
    origem: row.origin,
    baseMudou: row.origin === 'COPIA' && row.fileHash !== null && row.fileHash !== row.baseHash,
    atualizado: (row.draftAt && row.draftAt > row.updatedAt ? row.draftAt : row.updatedAt).toISOString(),
    autor,
    versao: row.version,
  };
}

/** One definition with its problems, as the studio edits it. */
export async function detail(ctx: Context, name: DefinitionName): Promise<DefinitionDetail> {
  const { db } = ctx;
  const row = await definitionRow(db, name);
  const version = await versionRow(db, name, row.publishedVersion);
  const [draft, holds] = [row.draft, version?.content ?? null];
  const names = await namesOf(db, [row.draftAuthorId, version?.authorId ?? null]);
  const shown = draft ?? holds;
  return {
    ...summary(row, shown, names.get(row.draftAuthorId ?? version?.authorId ?? 0) ?? null),
    publicado: holds,
    rascunho: draft,
    rascunhoAutor: names.get(row.draftAuthorId ?? 0) ?? null,
    rascunhoEm: row.draftAt?.toISOString() ?? null,
    padrao: row.fileContent,
    dependentes: await dependentsOf(db, name, holds),
    exigeSegundaPessoa: await needsSecondPerson(db),
    problemas: shown ? (await allProblems(ctx, name, holds, shown)).map(problemOf) : [],
  };
}

/** The definitions that use it, and what else depends on it. */
async function dependentsOf(
  db: Executor,
  name: DefinitionName,
  content: Content | null,
): Promise<DefinitionDetail['dependentes']> {
  const links = content ? await usersOfContent(db, name, content) : [];
  const others = await kindRules(name.kind).dependents(db, name.key, content);
  return [
    ...links.map(({ kind, key, title }) => ({
      ...{ tipo: definitionKinds[kind].singular, nome: title, quantos: 1, impede: true },
      definicao: { tipo: kind, chave: key, titulo: title },
    })),
    ...others.map((each) => ({ impede: false, ...each, definicao: null })),
  ];
}

interface ProblemOptions {
  tests?: boolean | undefined;
  arriving?: Arriving | undefined;
}

/** Violations of its own rules, conflicts with the published version it would replace, and what it would break. */
export async function allProblems(
  ctx: Context,
  { kind, key }: DefinitionName,
  before: Content | null,
  after: Content,
  options: ProblemOptions = {},
): Promise<DefinitionProblem[]> {
  const own = await validateContent(kind, after, kindDeps(ctx, options));
  if (!isSound(own)) return own;
  return [...own, ...(await againstPublished(ctx.db, { kind, key }, before, after, options.arriving))];
}

/** Conflicts of a sound content with what is published: with its own version, and with those that use each other. */
export async function againstPublished(
  db: Executor,
  name: DefinitionName,
  before: Content | null,
  after: Content,
  arriving?: Arriving,
): Promise<DefinitionProblem[]> {
  return [
    ...((await kindRules(name.kind).transition?.(before, after, db, arriving)) ?? []),
    ...(await problemsOfUses(db, name, { before, after, arriving })),
  ];
}

export async function versionRow(db: Executor, { kind, key }: DefinitionName, version: number | null) {
  if (version === null) return null;
  const [row] = await db
    .select()
    .from(definitionVersions)
    .where(
      and(
        eq(definitionVersions.kind, kind),
        eq(definitionVersions.key, key),
        eq(definitionVersions.version, version),
      ),
    );
  return row ?? null;
}

export async function needsSecondPerson(db: Executor): Promise<boolean> {
  return (await parametersFor(db, 'GERAL')).publicacaoSegundaPessoa === true;
}

export async function namesOf(db: Executor, ids: readonly (number | null)[]) {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows =
    wanted.length > 0
      ? await db.select({ id: people.id, nome: people.name }).from(people).where(inArray(people.id, wanted))
      : [];
  return new Map(rows.map((row) => [row.id, row] as const));
}

export type DefinitionRow = typeof definitions.$inferSelect;

export interface DefinitionName {
  kind: DefinitionKind;
  key: string;
}

export const isDefinition = ({ kind, key }: DefinitionName) =>
  and(eq(definitions.kind, kind), eq(definitions.key, key));

export async function definitionRow(db: Executor, name: DefinitionName): Promise<DefinitionRow> {
  const [row] = await db.select().from(definitions).where(isDefinition(name));
  if (!row) throw notFound();
  return row;
}

/**
 * The definition, locked until the transaction ends. Throws 409 with the author of the change if `versao` is not its newest.
 */
export async function lockDefinition(tx: Tx, name: DefinitionName, versao: number): Promise<DefinitionRow> {
  const [row] = await tx.select().from(definitions).where(isDefinition(name)).for('update');
  if (!row) throw notFound();
  if (row.version !== versao) throw await changedMeanwhile(tx, row);
  return row;
}

async function changedMeanwhile(db: Executor, row: DefinitionRow) {
  const last = await lastChange(db, audited(row));
  return conflict(
    last?.by
      ? `${last.by} mudou esta definição enquanto você a editava. O seu texto continua aqui: compare antes de gravar por cima.`
      : 'Esta definição mudou enquanto você a editava. O seu texto continua aqui: compare antes de gravar por cima.',
    { versao: row.version, por: last?.by ?? null, em: last?.at.toISOString() ?? null },
  );
}

export const audited = ({ kind, key }: DefinitionName) => ({
  entity: 'definitions',
  entityId: `${kind}/${key}`,
});
