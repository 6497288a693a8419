import { and, desc, eq, sql } from 'drizzle-orm';
import type { DefinitionKind } from '../../../contract/rules/definitions/definition.ts';
import type { Tx } from '../../db/client.ts';
import { definitions, definitionVersions } from '../../db/tables/index.ts';
import { contentHash } from './hash.ts';
import { kindRules } from './kinds.ts';
import type { Content } from './rules.ts';

export interface NewVersion {
  kind: DefinitionKind;
  key: string;
  content: Content;
  source: 'ARQUIVO' | 'ESTUDIO' | 'IMPORTACAO' | 'RETORNO';
  fromVersion?: number;
  authorId: number | null;
  note: string;
}

/**
 * Writes the next version and publishes it. The caller has locked the definition's row. Returns the version number, or `null`
 * when the content equals the published one.
 */
export async function writeVersion(tx: Tx, given: NewVersion): Promise<number | null> {
  const { kind, key, content, source, fromVersion, authorId, note } = given;
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
  const version = (newest?.version ?? 0) + 1;
  await tx
    .insert(definitionVersions)
    .values({ kind, key, version, content, hash, source, fromVersion: fromVersion ?? null, authorId, note });
  await tx
    .update(definitions)
    .set({ publishedVersion: version, updatedAt: sql`now()`, version: sql`${definitions.version} + 1` })
    .where(which);
  await kindRules(kind).onPublish?.(tx, content, version, authorId);
  return version;
}
