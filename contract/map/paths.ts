import type { FieldType } from '../expression/typing.ts';
import { upperFirst } from '../rules/text.ts';
import type { JoinColumns, MapEntities, MapEntity, MapField } from './entity.ts';

/** One step of a path, in either direction. */
export interface PathStep {
  readonly chave: string;
  readonly titulo: string;
  readonly alvo: string;
  /** UM leads to at most one row of the target, MUITOS to any number. */
  readonly tipo: 'UM' | 'MUITOS';
  /** Columns of the entity before and of the target. */
  readonly por: JoinColumns;
}

/** A path as it was found in the map. */
export interface ResolvedPath {
  readonly steps: readonly PathStep[];
  /** The entity that the field belongs to. */
  readonly entity: string;
  readonly field: string;
  readonly campo: MapField;
  /** 'Cliente › UF' */
  readonly titulo: string;
  /** Whether one row of the first entity may lead to several values. */
  readonly many: boolean;
}

/** More relations in a row than this are no question that anybody asks, and each joins another view. */
export const MAX_STEPS = 4;

/** The text of a path: keys of relations and at last that of a field. */
export const PATH_PATTERN = '^[a-z][a-z0-9_]{0,119}(\\.[a-z][a-z0-9_]{0,119}){0,4}$';

const entityOf = (entities: MapEntities, key: string): MapEntity | undefined =>
  Object.hasOwn(entities, key) ? entities[key] : undefined;

/** All relations of an entity: those that it has to one row, and those that others have to it, read the other way. */
export function stepsFrom(entities: MapEntities, key: string): PathStep[] {
  const own = Object.entries(entityOf(entities, key)?.relacoes ?? {})
    .filter(([, { alvo }]) => entityOf(entities, alvo))
    .map(([chave, { titulo, alvo, por }]): PathStep => ({ chave, titulo, alvo, tipo: 'UM', por }));
  const back = Object.entries(entities).flatMap(([other, { relacoes }]) =>
    Object.values(relacoes)
      .filter(({ alvo }) => alvo === key)
      .map(
        ({ volta: { chave, titulo }, por }): PathStep => ({
          ...{ chave, titulo, alvo: other, tipo: 'MUITOS' },
          por: por.map(([here, there]) => [there, here]),
        }),
      ),
  );
  return [...own, ...back];
}

/** The relation of an entity that a path names. */
export const stepOf = (entities: MapEntities, key: string, chave: string): PathStep | undefined =>
  stepsFrom(entities, key).find((step) => step.chave === chave);

/** How many relations to one row a list of fields goes along; a path that is written may go further. */
const LISTED_STEPS = 2;

/**
 * The ways on which a list of fields goes along relations, from the empty one, which stays at the entity: the nearer first, and only
 * the first step of one may lead to many rows. A way back to where it came from says nothing new.
 */
export function waysFrom(entities: MapEntities, from: string): (readonly PathStep[])[] {
  const onward = (way: readonly PathStep[]) =>
    stepsFrom(entities, way.at(-1)?.alvo ?? from)
      .filter(({ tipo }) => tipo === 'UM' || way.length === 0)
      .filter(({ alvo }) => alvo !== from && !way.some((step) => step.alvo === alvo))
      .map((step) => [...way, step]);
  const found: (readonly PathStep[])[] = [[]];
  for (const way of found)
    if (way.length < LISTED_STEPS && way.every(({ tipo }) => tipo === 'UM')) found.push(...onward(way));
  return found;
}

/** What a path from an entity leads to; undefined if it leads nowhere. */
export function resolvePath(entities: MapEntities, from: string, path: string): ResolvedPath | undefined {
  const keys = path.split('.');
  const field = keys.pop() ?? '';
  if (keys.length > MAX_STEPS) return undefined;
  const steps: PathStep[] = [];
  let entity = from;
  for (const key of keys) {
    const step = stepOf(entities, entity, key);
    if (!step) return undefined;
    steps.push(step);
    entity = step.alvo;
  }
  const campos = entityOf(entities, entity)?.campos ?? {};
  const campo = Object.hasOwn(campos, field) ? campos[field] : undefined;
  if (!campo) return undefined;
  const titulo = [...steps, campo].map((each) => each.titulo).join(' › ');
  return { steps, entity, field, campo, titulo, many: steps.some(({ tipo }) => tipo === 'MUITOS') };
}

/** The type and title of what a path leads to, for whoever reads expressions over an entity. */
export const typeOf =
  (entities: MapEntities, from: string) =>
  (path: string): FieldType | undefined => {
    const found = resolvePath(entities, from, path);
    return found && fieldType(found);
  };

/** What an expression over it has to know of a field. */
export function fieldType({
  campo: { tipo, pessoal, opcoes, origem },
  titulo,
}: Pick<ResolvedPath, 'campo' | 'titulo'>): FieldType {
  return { tipo, titulo, ...(pessoal && { pessoal }), ...(opcoes && { opcoes }), ...(origem && { origem }) };
}

/** 'Itens de tickets': an entity as it is listed. */
export const titleOf = ({ titulo }: Pick<MapEntity, 'titulo'>): string => upperFirst(titulo.muitos);
