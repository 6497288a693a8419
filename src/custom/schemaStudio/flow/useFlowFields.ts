import { useMemo } from 'react';
import type { PathOf } from '#contract/expression/parse.ts';
import type { TypeOf } from '#contract/expression/typing.ts';
import type { MapEntities } from '#contract/map/entity.ts';
import { ENTITIES } from '#contract/map/index.ts';
import { flowFact } from '#contract/rules/flows/flowCondition.ts';
import { FLOW_ENTITY, factPath, flowTypeOf } from '#contract/rules/flows/flowExpression.ts';
import { type ConditionField, conditionFields, pathNamed } from '#ui/condition/fields.ts';
import { useCan } from '#ui/shell/usePerson.ts';
import { type ShownMap, useMap } from '../reports/relatedFields.ts';

interface FlowFields {
  fields: readonly ConditionField[];
  pathOf: PathOf;
  typeOf: TypeOf;
}

/** What the conditions of a flow may ask about: the ticket, the facts of its step, and what the ticket refers to. */
export function useFlowFields(): FlowFields {
  const { can } = useCan();
  const { map } = useMap(can('CONFIGURACAO'));
  return useMemo(() => flowFields(withAdded(map)), [map]);
}

/** The standard entities with the fields that administrators added, as far as the person is told of them. */
const withAdded = (map: ShownMap): MapEntities =>
  Object.fromEntries(
    Object.entries(ENTITIES).map(([key, entity]) => [
      key,
      { ...entity, campos: { ...map[key]?.campos, ...entity.campos } },
    ]),
  );

function flowFields(entities: MapEntities): FlowFields {
  const typeOf = flowTypeOf(entities);
  const facts = flowFact.flatMap(({ value }): ConditionField[] => {
    const path = factPath(value);
    const type = typeOf(path);
    return type ? [{ ...type, path, group: FACTS, words: FACTS }] : [];
  });
  const found = conditionFields(entities, FLOW_ENTITY, typeOf);
  const own = found.filter(({ path }) => !path.includes('.'));
  const fields = [...own, ...facts, ...found.filter(({ path }) => path.includes('.'))];
  return { fields, typeOf, pathOf: (written) => pathNamed(fields, entities, FLOW_ENTITY, written) };
}

const FACTS = 'O que se decidiu nas etapas';
