import { and, eq, inArray, isNull } from 'drizzle-orm';
import {
  type CustomTypeDefinition,
  customRecordType,
  referredTypes,
} from '../../../contract/records/customType.ts';
import { standardType } from '../../../contract/records/index.ts';
import {
  type Published,
  publishedDefinition,
  publishedDefinitions,
} from '../../config/definitions/queries.ts';
import { Recent } from '../../config/forms/recent.ts';
import type { Executor } from '../../db/client.ts';
import { definitions, definitionVersions } from '../../db/tables/index.ts';
import type { MappedType, ReferenceTarget } from '../mapping.ts';
import { customMapping } from './customMapping.ts';
import { customTarget } from './customTarget.ts';

export type PublishedType = Published<CustomTypeDefinition>;

/**
 * The type of a key as it holds now, asked of the database each time: what somebody publishes holds from the next call
 * on in every process. `null` where there is none, or it is archived.
 */
export async function customType(db: Executor, key: string): Promise<MappedType | null> {
  const published = await publishedDefinition<CustomTypeDefinition>(db, 'records', key);
  return published && mapped(db, published);
}

/**
 * What tells one definition of a custom type from the next; `null` of a standard type, and of one that is archived. HELD:
 * nobody publishes another before the transaction ends.
 */
export async function definitionHash(db: Executor, key: string, held?: 'HELD'): Promise<string | null> {
  if (held)
    await db
      .select({ key: definitions.key })
      .from(definitions)
      .where(and(eq(definitions.kind, 'records'), eq(definitions.key, key)))
      .for('share');
  return (await publishedDefinition<CustomTypeDefinition>(db, 'records', key))?.hash ?? null;
}

/** All that hold, by title. */
export async function customTypes(db: Executor): Promise<MappedType[]> {
  const types: MappedType[] = [];
  for (const one of await customDefinitions(db)) types.push(await mapped(db, one));
  return types;
}

export async function customDefinitions(db: Executor): Promise<PublishedType[]> {
  const found = await publishedDefinitions<CustomTypeDefinition>(db, 'records');
  return found.sort((a, b) => a.content.titulo.muitos.localeCompare(b.content.titulo.muitos, 'pt-BR'));
}

/** Made once of each content: judges and forms are kept by the object of their type. */
const known = new Recent<MappedType>(200);

async function mapped(db: Executor, { hash, content }: PublishedType): Promise<MappedType> {
  const referred = await referredDefinitions(db, content);
  const name = [hash, ...referred.map((one) => `${one.key} ${one.hash}`)].join('\n');
  const standing = known.get(name);
  if (standing) return standing;
  const targets = new Map<string, ReferenceTarget>(
    referred.map((one) => [one.key, customTarget(one.content)] as const),
  );
  const type = customRecordType(content);
  const made: MappedType = { type, mapping: customMapping(content, type, targets), targets };
  known.set(name, made);
  return made;
}

/** Of the types that it refers to those that are custom as well; itself among them where it refers to itself. */
async function referredDefinitions(db: Executor, { campos }: CustomTypeDefinition): Promise<PublishedType[]> {
  const keys = referredTypes(campos).filter((key) => !standardType(key));
  if (keys.length === 0) return [];
  const rows = await db
    .select({
      key: definitionVersions.key,
      version: definitionVersions.version,
      hash: definitionVersions.hash,
      content: definitionVersions.content,
    })
    .from(definitions)
    .innerJoin(
      definitionVersions,
      and(
        eq(definitionVersions.kind, definitions.kind),
        eq(definitionVersions.key, definitions.key),
        eq(definitionVersions.version, definitions.publishedVersion),
      ),
    )
    .where(
      and(eq(definitions.kind, 'records'), inArray(definitions.key, keys), isNull(definitions.archivedAt)),
    )
    .orderBy(definitions.key);
  return rows as PublishedType[];
}
