import { and, desc, eq, sql } from 'drizzle-orm';
import type { DefinitionVersion, definitionRoutes } from '#contract/config/definitions.ts';
import type { Input } from '#contract/route.ts';
import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { definitions, definitionVersions } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { kindRules } from './kinds.ts';
import { definitionRow, namesOf, versionRow } from './present.ts';
import { type Arriving, type Content, contentHash } from './rules.ts';
import { refuseBrokenUses, storeUses } from './uses.ts';

const MAX_VERSIONS = 200;
const MAX_CHANGES = 50;

const SOURCES = {
  ARQUIVO: 'Arquivo',
  ESTUDIO: 'Estúdio',
  IMPORTACAO: 'Importação',
  RETORNO: 'Retorno',
} as const;

/** Newest first, each with its changes. */
export async function versions(
  { params }: Input<typeof definitionRoutes.versions>,
  { db }: Context,
): Promise<DefinitionVersion[]> {
  const name = { kind: params.tipo, key: params.chave };
  await definitionRow(db, name);
  const rows = await db
    .select()
    .from(definitionVersions)
    .where(and(eq(definitionVersions.kind, name.kind), eq(definitionVersions.key, name.key)))
    .orderBy(desc(definitionVersions.version))
    .limit(MAX_VERSIONS);
  const names = await namesOf(
    db,
    rows.map(({ authorId }) => authorId),
  );
  return rows.map((row, index) => ({
    numero: row.version,
    origem: SOURCES[row.source],
    deVersao: row.fromVersion,
    autor: names.get(row.authorId ?? 0) ?? null,
    nota: row.note,
    hash: row.hash,
    quando: row.createdAt.toISOString(),
    mudancas: changes(name.kind, rows[index + 1]?.content, row.content),
  }));
}

/** Compares a version with another one, by default the version before it. */
export async function version({ params, query }: Input<typeof definitionRoutes.version>, { db }: Context) {
  const name = { kind: params.tipo, key: params.chave };
  const row = await versionRow(db, name, params.numero);
  const other = await versionRow(db, name, query.com ?? params.numero - 1);
  if (!row || (query.com !== undefined && !other)) throw notFound();
  const [content, before] = [row.content, other?.content ?? null];
  return { conteudo: content, outro: before, mudancas: changes(name.kind, before ?? undefined, content) };
}

export const changes = (
  kind: Parameters<typeof kindRules>[0],
  before: Content | undefined,
  after: Content,
) =>
  before
    ? kindRules(kind)
        .changes(before, after)
        .slice(0, MAX_CHANGES)
        .map(({ pointer, sentence }) => ({ ponteiro: pointer, frase: sentence }))
    : [];

export interface NewVersion {
  kind: DefinitionKind;
  key: string;
  content: Content;
  source: 'ARQUIVO' | 'ESTUDIO' | 'IMPORTACAO' | 'RETORNO';
  fromVersion?: number;
  authorId: number | null;
  note: string;
  /** What is published in the same transaction. */
  arriving?: Arriving | undefined;
  /** Whether the transaction is taken back, so that slow work which refuses nothing is left out. */
  isTrial?: boolean;
}

/**
 * Writes the next version and publishes it. The caller has locked the definition's row. Returns the version number, or `null`
 * when the content equals the published one. Every way to publish ends here, so that none breaks what others use.
 */
export async function writeVersion(tx: Tx, given: NewVersion): Promise<number | null> {
  const { kind, key, content, source, fromVersion, authorId, note, arriving, isTrial = false } = given;
  const own = and(eq(definitionVersions.kind, kind), eq(definitionVersions.key, key));
  const [newest] = await tx
    .select({ version: definitionVersions.version })
    .from(definitionVersions)
    .where(own)
    .orderBy(desc(definitionVersions.version))
    .limit(1);
  const which = and(eq(definitions.kind, kind), eq(definitions.key, key));
  const [holds] = await tx
    .select({ content: definitionVersions.content })
    .from(definitions)
    .innerJoin(definitionVersions, and(own, eq(definitionVersions.version, definitions.publishedVersion)))
    .where(which);
  const hash = contentHash(content);
  if (holds && contentHash(holds.content) === hash) return null;
  const before = holds?.content ?? null;
  await refuseBrokenUses(tx, { kind, key }, { before, after: content, arriving });
  const version = (newest?.version ?? 0) + 1;
  await tx
    .insert(definitionVersions)
    .values({ kind, key, version, content, hash, source, fromVersion: fromVersion ?? null, authorId, note });
  await tx
    .update(definitions)
    .set({ publishedVersion: version, updatedAt: sql`now()`, version: sql`${definitions.version} + 1` })
    .where(which);
  await storeUses(tx, { kind, key, version, content });
  await kindRules(kind).onPublish?.(tx, content, { version, before, authorId, isTrial });
  return version;
}
