import { useEffect } from 'react';
import type { Problem } from '../../../../../contract/rules/problem.ts';
import type { StepFormProps } from '../stepForms.ts';

/** Reports what a step's form finds missing or wrong, by the rules that the server applies again. */
export function useStepProblems(
  { onProblems }: Pick<StepFormProps, 'onProblems'>,
  problems: readonly Problem[],
): void {
  useEffect(() => onProblems(problems));
}
