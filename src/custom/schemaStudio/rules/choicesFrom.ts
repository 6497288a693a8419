import type { ChoiceSource } from '#contract/rules/companyRules/ruleActions.ts';
import type { Choice } from '#ui/components/inputs/PropertyFields.tsx';
import type { RuleChoices } from './useRuleWords.ts';

/** A list that an action chooses from, as its control takes it. */
export const choicesFrom = (choices: RuleChoices, source: ChoiceSource): Choice[] =>
  (choices[source] ?? []).map(({ valor, titulo }) => ({ value: String(valor), label: titulo }));

/** With what is chosen already, also if it is no longer in the list. */
export function choicesWith(choices: RuleChoices, source: ChoiceSource, chosen: string): readonly Choice[] {
  const offered = choicesFrom(choices, source);
  if (chosen === '' || offered.some(({ value }) => value === chosen)) return offered;
  return [...offered, { value: chosen, label: 'Não está mais na lista' }];
}
