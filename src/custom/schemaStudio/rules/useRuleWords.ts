import { useMemo } from 'react';
import { companyRuleRoutes, type RuleChoice } from '#contract/config/companyRules.ts';
import type { PathOf } from '#contract/expression/parse.ts';
import type { TypeOf } from '#contract/expression/typing.ts';
import { resolvePath } from '#contract/map/paths.ts';
import type { ChoiceSource } from '#contract/rules/companyRules/ruleActions.ts';
import { countPaths } from '#contract/rules/companyRules/ruleCounts.ts';
import { EVENT_FACTS, ruleTypeOf } from '#contract/rules/companyRules/ruleExpression.ts';
import type { RuleNames } from '#contract/rules/companyRules/ruleSentence.ts';
import { useRoute } from '#data/useRoute.ts';
import { type ConditionField, conditionFields, pathNamed } from '#ui/condition/fields.ts';
import { type Answer, together } from '#ui/shell/states/StateMessage.tsx';
import { type ShownMap, useMap } from '../reports/relatedFields.ts';

/** Milliseconds after which a new sector, reply or person is offered. */
const STALE_TIME = 30_000;

export type RuleChoices = Readonly<Partial<Record<ChoiceSource, readonly RuleChoice[]>>>;

export interface ShownNames extends RuleNames {
  entities: ShownMap;
  choices: RuleChoices;
}

/** The map and what rules choose from, for their controls and sentences, once both are answered. */
export function useRuleNames(): { names: ShownNames; answer: Answer<true> } {
  const { map, answer } = useMap();
  const chosen = useRoute(companyRuleRoutes.choices, {}, { staleTime: STALE_TIME });
  const { data: choices } = chosen;
  const names = useMemo(
    (): ShownNames => ({
      entities: map,
      choices: choices ?? {},
      titleOf: (source, value) => choices?.[source]?.find(({ valor }) => valor === value)?.titulo,
    }),
    [map, choices],
  );
  return { names, answer: together(answer, chosen) };
}

interface RuleFields {
  /** What a condition may ask about. */
  fields: readonly ConditionField[];
  typeOf: TypeOf;
  pathOf: PathOf;
  /** What a text may name: also what decides nothing, as a telephone number. */
  texts: readonly ConditionField[];
}

/** The fields of an entity and of what it refers to. */
export function useRuleFields(entities: ShownMap, entidade: string): RuleFields {
  return useMemo(() => {
    const typeOf = ruleTypeOf(entities, entidade);
    const facts = Object.keys(EVENT_FACTS).flatMap((fact): ConditionField[] => {
      const path = `evento.${fact}`;
      const type = typeOf(path);
      return type ? [{ ...type, path, group: FACTS, words: FACTS }] : [];
    });
    const found = conditionFields(entities, entidade, typeOf);
    const own = found.filter(({ path }) => !path.includes('.'));
    const counts = countPaths(entities, entidade).flatMap((path): ConditionField[] => {
      const type = typeOf(path);
      return type ? [{ ...type, path, group: COUNTS, words: COUNTS }] : [];
    });
    const fields = [...own, ...facts, ...counts, ...found.filter(({ path }) => path.includes('.'))];
    return {
      fields,
      typeOf,
      pathOf: (written) => pathNamed(fields, entities, entidade, written),
      texts: conditionFields(entities, entidade, (path) => {
        const resolved = resolvePath(entities, entidade, path);
        return resolved && !resolved.many
          ? { tipo: resolved.campo.tipo, titulo: resolved.titulo }
          : undefined;
      }),
    };
  }, [entities, entidade]);
}

const FACTS = 'O que aconteceu';
const COUNTS = 'Quantas vezes';
