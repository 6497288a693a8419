import type { ComponentType } from 'react';
import type { StepRequirement } from '#contract/rules/flows/flow.ts';
import type { FlowFacts } from '#contract/rules/flows/flowCondition.ts';
import type { Problem } from '#contract/rules/problem.ts';
import type { StepData } from '#contract/rules/steps/stepInput.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';

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

type StepForm = ComponentType<StepFormProps>;

/** The form of each requirement in a move's dialog; a requirement without a form is only a condition. */
export const stepForms: Partial<Record<StepRequirement, StepForm>> = {
  ANALISE_DEVOLUCAO: lazyScreen(() => import('./analysis/AnalysisForm.tsx'), 'AnalysisForm'),
  ENVIO_NF_DEVOLUCAO: lazyScreen(() => import('./returnInvoice/ReturnInvoiceForm.tsx'), 'ReturnInvoiceForm'),
  CONFERENCIA_DEVOLUCAO: lazyScreen(() => import('./checkIn/CheckInForm.tsx'), 'CheckInForm'),
  PRORROGACAO_LOGISTICA: lazyScreen(() => import('./extension/LogisticsForm.tsx'), 'LogisticsForm'),
  PRORROGACAO_FINANCEIRO: lazyScreen(() => import('./extension/FinanceForm.tsx'), 'FinanceForm'),
};
