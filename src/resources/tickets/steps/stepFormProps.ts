import type { FlowFacts } from '#contract/rules/flows/flowCondition.ts';
import type { Problem } from '#contract/rules/problem.ts';
import type { StepData } from '#contract/rules/steps/stepInput.ts';
import type { Ticket } from '#contract/sac/tickets.ts';

/** Props of the form of a step. */
export interface StepFormProps {
  ticket: Ticket;
  value: StepData;
  /** `facts` are what the flow's conditions will see once this is saved, `null` while something is missing. */
  onChange: (value: StepData, facts: FlowFacts | null) => void;
  /** Called with what is still missing or wrong, so that the server need not be asked for it (`useStepProblems`). */
  onProblems: (problems: readonly Problem[]) => void;
  /** Messages by field path, as the form reported or the server returned them: `analise.linhas.0.autorizada`. */
  errors: Readonly<Record<string, string>>;
  disabled: boolean;
}
