import type { WizardStepRow } from '../../../../contract/catalogs/wizardStep.ts';
import { StepRail as Rail, type RailStep } from '../../../ui/components/wizard/StepRail.tsx';
import { stepOfField } from '../state/stepState.ts';
import { stepSummary } from '../state/stepSummary.ts';
import { useWizard, type Wizard } from '../state/wizardContext.ts';

/** The steps of the ticket with their state and what was chosen in each. */
export function StepRail() {
  const wizard = useWizard();
  const { steps, draft, canGoTo, goTo } = wizard;
  const rows = steps.map((row, index): RailStep => {
    const state = stateOf(row, index, wizard);
    return {
      key: row.value,
      label: row.label,
      summary: stepSummary(row.value, draft),
      state,
      reachable: state !== 'current' && canGoTo(row.value),
    };
  });
  const go = (key: string) => {
    const row = steps.find(({ value }) => value === key);
    if (row) goTo(row.value);
  };
  return <Rail steps={rows} onGo={go} />;
}

/** Done: before the current one, or filled in and reachable. */
function stateOf({ value }: WizardStepRow, index: number, wizard: Wizard): RailStep['state'] {
  const { steps, step, draft, refused } = wizard;
  const refusedHere = Object.keys(refused).some((field) => stepOfField(field, steps) === value);
  if (value === step) return 'current';
  if (refusedHere) return 'problem';
  const at = steps.findIndex((row) => row.value === step);
  const filled = stepSummary(value, draft) !== '' && wizard.canGoTo(steps[index + 1]?.value ?? value);
  return index < at || filled ? 'done' : 'todo';
}
