import { and, desc, eq } from 'drizzle-orm';
import type { DefinitionVersion, definitionRoutes } from '../../../contract/config/definitions.ts';
import type { Input } from '../../../contract/route.ts';
import type { Context } from '../../context.ts';
import { definitionVersions } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { kindRules } from './kinds.ts';
import { definitionRow, namesOf, versionRow } from './present.ts';
import type { Content } from './rules.ts';

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
    mudancas: changes(name.kind, rows[index + 1]?.content as Content | undefined, row.content as Content),
  }));
}

/** Compares a version with another one, by default the version before it. */
export async function version({ params, query }: Input<typeof definitionRoutes.version>, { db }: Context) {
  const name = { kind: params.tipo, key: params.chave };
  const row = await versionRow(db, name, params.numero);
  const other = await versionRow(db, name, query.com ?? params.numero - 1);
  if (!row || (query.com !== undefined && !other)) throw notFound();
  const [content, before] = [row.content as Content, (other?.content ?? null) as Content | null];
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
