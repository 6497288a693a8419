import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { cachedQuery } from '../../db/cachedQuery.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { amongTexts } from '../../db/conditions.ts';
import { prepared } from '../../db/prepared.ts';
import { definitions, definitionVersions } from '../../db/tables/index.ts';
import { type Arriving, arrivingOf } from './arriving.ts';

/** The published state of a definition. `T` is the kind's own type; published content was validated before. */
export interface Published<T> {
  key: string;
  version: number;
  hash: string;
  content: T;
}

const columns = {
  key: definitionVersions.key,
  version: definitionVersions.version,
  hash: definitionVersions.hash,
  content: definitionVersions.content,
};
const current = and(
  eq(definitions.kind, definitionVersions.kind),
  eq(definitions.key, definitionVersions.key),
  eq(definitions.publishedVersion, definitionVersions.version),
);

/** `null` if it does not exist, was never published or is archived. */
export async function publishedDefinition<T>(
  db: Executor,
  kind: DefinitionKind,
  key: string,
): Promise<Published<T> | null> {
  const [row] = await publishedByKey(db, { kind, key });
  return (row as Published<T> | undefined) ?? null;
}

const publishedByKey = cachedQuery(
  'published_definition',
  [definitions, definitionVersions],
  prepared<{ kind: DefinitionKind; key: string }, unknown[]>('published_definition', (db) =>
    db
      .select(columns)
      .from(definitions)
      .innerJoin(definitionVersions, current)
      .where(
        and(
          eq(definitions.kind, sql.placeholder('kind')),
          eq(definitions.key, sql.placeholder('key')),
          isNull(definitions.archivedAt),
        ),
      ),
  ),
);

/** All published definitions of a kind, by key. */
export async function publishedDefinitions<T>(
  db: Executor,
  kind: DefinitionKind,
): Promise<readonly Published<T>[]> {
  return (await publishedOfKind(db, { kind })) as Published<T>[];
}

const publishedOfKind = cachedQuery(
  'published_definitions',
  [definitions, definitionVersions],
  prepared<{ kind: DefinitionKind }, unknown[]>('published_definitions', (db) =>
    db
      .select(columns)
      .from(definitions)
      .innerJoin(definitionVersions, current)
      .where(and(eq(definitions.kind, sql.placeholder('kind')), isNull(definitions.archivedAt)))
      .orderBy(asc(definitions.key)),
  ),
);

/** One version, whichever is published now. */
export async function definitionVersion<T>(
  db: Executor,
  kind: DefinitionKind,
  key: string,
  version: number,
): Promise<Published<T> | null> {
  const [row] = await db
    .select(columns)
    .from(definitionVersions)
    .where(
      and(
        eq(definitionVersions.kind, kind),
        eq(definitionVersions.key, key),
        eq(definitionVersions.version, version),
      ),
    );
  return (row as Published<T> | undefined) ?? null;
}

/**
 * Those of the keys that are published. None of them is archived before the transaction ends, so that what it writes may
 * refer to them.
 */
export async function holdPublished(
  tx: Tx,
  kind: DefinitionKind,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const lockedRows = await tx
    .select({ key: definitions.key })
    .from(definitions)
    .where(
      and(
        eq(definitions.kind, kind),
        amongTexts(definitions.key, keys),
        isNotNull(definitions.publishedVersion),
        isNull(definitions.archivedAt),
      ),
    )
    .orderBy(asc(definitions.key))
    .for('share');
  return new Set(lockedRows.map(({ key }) => key));
}

/** The published contents of a kind by key, as they would be with those that are published together with something. */
export async function publishedWith<T>(
  db: Executor,
  kind: DefinitionKind,
  arriving: Arriving | undefined,
): Promise<Map<string, T>> {
  const contents = new Map(
    (await publishedDefinitions<T>(db, kind)).map(({ key, content }) => [key, content]),
  );
  for (const [key, content] of arrivingOf(kind, arriving)) contents.set(key, content as T);
  return contents;
}
