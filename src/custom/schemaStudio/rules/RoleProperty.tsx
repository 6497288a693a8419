import { PanelField } from '../parts/PanelField.tsx';
import { choicesFrom } from './choicesFrom.ts';
import type { RuleChoices } from './useRuleWords.ts';

/** With whose rights the rule acts. */
export function RoleProperty({ choices }: { choices: RuleChoices }) {
  return (
    <PanelField
      at="/papel"
      choices={choicesFrom(choices, 'perfis')}
      help="A regra faz o que este perfil pode. Quem a liga precisa ter tudo o que ele pode."
    />
  );
}
