import type { RailStep } from '../../../ui/components/wizard/StepRail.tsx';
import type { RegistrationDraft } from './registrationDraft.ts';
import type { FormStep } from './slices.ts';
import { stepSummary } from './stepSummary.ts';

interface Standing {
  steps: readonly FormStep[];
  at: number;
  /** What the server refused, by step. */
  refused: Readonly<Record<string, unknown>>;
  busy: boolean;
}

/** The steps as the rail shows them: what was passed may be gone back to. */
export const railSteps = (
  { steps, at, refused, busy }: Standing,
  { data, furthest }: RegistrationDraft,
): RailStep[] =>
  steps.map(({ etapa, titulo }, index) => ({
    key: etapa,
    label: titulo,
    summary: stepSummary(etapa, data),
    state: index === at ? 'current' : refused[etapa] ? 'problem' : index <= furthest ? 'done' : 'todo',
    reachable: !busy && index !== at && index <= furthest,
  }));
