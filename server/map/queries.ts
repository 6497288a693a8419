import { permissionName } from '#contract/catalogs/permissionNames.ts';
import { ENTITIES } from '#contract/map/index.ts';
import { allows, type Permission } from '#contract/permissions.ts';
import { type CustomTypeDefinition, customRecordType, inUse } from '#contract/records/customType.ts';
import { standardTypes } from '#contract/records/index.ts';
import type { AnyRecordType } from '#contract/records/recordType.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { publishedWith } from '../config/definitions/queries.ts';
import type { Arriving } from '../config/definitions/rules.ts';
import type { User } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { mayRecords } from '../records/access.ts';
import { entitiesWithAdded } from './addedFields.ts';
import { marksOf, ownEntity, ownEntityKey } from './ownEntities.ts';
import type { SourcedEntities, SourcedEntity } from './sourcedEntity.ts';

/**
 * The map as it is now, for whoever writes with it: the standard entities with the fields that administrators added, and one entity
 * for each of the company's own types. Those that the person may not read are marked as closed; none is if `user` is null.
 */
export async function mapFor(db: Executor, user: User | null, arriving?: Arriving): Promise<SourcedEntities> {
  const entities = await mapForRun(db, user, arriving);
  if (!user) return entities;
  return Object.fromEntries(
    Object.entries(entities).map(([key, entity]) => {
      const lacking = lackingPermission(user, entity);
      return [key, lacking ? { ...entity, fechada: permissionName(lacking, new Map()) } : entity];
    }),
  );
}

/** Of the first group of which a person has none: the one that is asked for. */
const lackingPermission = (user: User, { permissoes = [] }: SourcedEntity): Permission | undefined =>
  permissoes.find((group) => !group.some((permission) => allows(user.grants, permission)))?.[0];

/**
 * The map for the run of a published report. Its publisher opened it to all who have its `permissoes.ver`, whatever pages they see,
 * so only the company's own types are closed by who runs it: each of them says itself who may read it.
 */
export async function mapForRun(
  db: Executor,
  user: User | null,
  arriving?: Arriving,
): Promise<SourcedEntities> {
  const all = await definitionsWith(db, arriving);
  const referred = new Map(all.map((content) => [content.chave, marksOf(content)]));
  return {
    ...ENTITIES,
    ...(await entitiesWithAdded(db, arriving)),
    ...Object.fromEntries(
      all.map((type) => {
        const entity = ownEntity(type, referred);
        return [
          ownEntityKey(type.chave),
          mayRead(user, type) ? entity : { ...entity, fechada: readingPermission(type) },
        ];
      }),
    ),
  };
}

/**
 * The keys of the types whose rows a run may show: the company's own types, and those standard types, shown by code and name,
 * that the person may read or that one of the own types references. Permission to read a record includes reading what it
 * references.
 */
export async function readableTypes(db: Executor, user: User): Promise<string[]> {
  const own = (await definitionsWith(db)).filter((content) => mayRead(user, content));
  const named = own.flatMap(({ campos }) => inUse(campos).flatMap(({ referencia }) => referencia ?? []));
  const standard = Object.values<AnyRecordType>(standardTypes as never).filter(
    (type) => named.includes(type.chave) || mayRecords(user, type, 'ler'),
  );
  return [...own, ...standard].map(({ chave }) => chave);
}

const mayRead = (user: User | null, content: CustomTypeDefinition): boolean =>
  !user || mayRecords(user, customRecordType(content), 'ler');

/** The name of the permission that reads the records of a type. */
function readingPermission(content: CustomTypeDefinition): string {
  const { permissoes, chave, titulo } = customRecordType(content);
  return permissionName(permissoes.ler, new Map([[chave, upperFirst(titulo.muitos)]]));
}

/** The published types as they would be with those that are published together with the report. */
async function definitionsWith(db: Executor, arriving?: Arriving): Promise<CustomTypeDefinition[]> {
  const types = [...(await publishedWith<CustomTypeDefinition>(db, 'records', arriving)).values()];
  return types.sort((a, b) => a.titulo.muitos.localeCompare(b.titulo.muitos, 'pt-BR'));
}
