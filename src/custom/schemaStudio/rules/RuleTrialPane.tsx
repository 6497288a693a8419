import type { PreviewProps } from '../editorProps.ts';
import { DaysPanel } from './DaysPanel.tsx';
import { DryRun } from './DryRun.tsx';
import { RuleSwitch } from './RuleSwitch.tsx';

/** Beside the rule: whether it is on, what it would have met, and what it did day by day. */
export function RuleTrialPane({ value, problems, published, readOnly = false }: PreviewProps) {
  const chave = String(value.id ?? '');
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 24 }}>
      <RuleSwitch chave={chave} published={published ?? null} readOnly={readOnly} />
      <DryRun content={value} problems={problems} />
      {published && <DaysPanel chave={chave} />}
    </div>
  );
}
