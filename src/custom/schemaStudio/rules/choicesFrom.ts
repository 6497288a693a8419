import type { ChoiceSource } from '#contract/rules/companyRules/ruleActions.ts';
import type { Choice } from '../parts/PropertyFields.tsx';
import type { RuleChoices } from './useRuleWords.ts';

/** A list that an action chooses from, as its control takes it. */
export const choicesFrom = (choices: RuleChoices | undefined, source: ChoiceSource): Choice[] =>
  (choices?.[source] ?? []).map(({ valor, titulo }) => ({ value: String(valor), label: titulo }));

/** With what is chosen already, also if it is not in the list: it is not loaded yet, or no longer there. */
export function choicesWith(
  choices: RuleChoices | undefined,
  source: ChoiceSource,
  chosen: string,
): readonly Choice[] {
  const offered = choicesFrom(choices, source);
  if (chosen === '' || offered.some(({ value }) => value === chosen)) return offered;
  return [...offered, { value: chosen, label: choices ? 'Não está mais na lista' : 'Carregando ...' }];
}
