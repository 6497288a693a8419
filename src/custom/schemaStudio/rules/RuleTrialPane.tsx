import { isMacro } from '#contract/rules/companyRules/companyRule.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import type { PreviewProps } from '../editorProps.ts';
import { DaysPanel } from './DaysPanel.tsx';
import { DryRun } from './DryRun.tsx';
import { PaneTitle } from './PaneTitle.tsx';
import { RuleSwitch } from './RuleSwitch.tsx';

/** Beside the rule: whether it is on, what it would have met, and what it did day by day. */
export function RuleTrialPane({ value, problems, published, readOnly = false }: PreviewProps) {
  const chave = String(value.id ?? '');
  if (isMacro(contentOf('rules', value))) return <AboutMacros isPublished={Boolean(published)} />;
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 24 }}>
      <RuleSwitch chave={chave} published={published ?? null} readOnly={readOnly} />
      <DryRun content={value} problems={problems} />
      {published && <DaysPanel chave={chave} />}
    </div>
  );
}

/** A macro has nothing to switch on or to try out: people see what it does before they use it. */
const AboutMacros = ({ isPublished }: { isPublished: boolean }) => (
  <section aria-label="Uso da macro">
    <PaneTitle>{isPublished ? 'Em uso' : 'Ainda não publicada'}</PaneTitle>
    <SecondaryText>
      {isPublished ? 'Quem atende a encontra' : 'Depois de publicada, quem atende a encontra'} em “Macros”, no
      ticket (tecla M), e nas ações da lista, para muitos de uma vez. Cada pessoa age com os próprios direitos
      e só vê as macros que pode usar. Ou se faz tudo num ticket, ou nada.
    </SecondaryText>
  </section>
);
