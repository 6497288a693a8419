import type { ComponentType } from 'react';
import type { StepRequirement } from '#contract/rules/flows/flow.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import type { StepFormProps } from './stepFormProps.ts';

type StepForm = ComponentType<StepFormProps>;

/** The form of each requirement in a move's dialog; a requirement without a form is only a condition. */
export const stepForms: Partial<Record<StepRequirement, StepForm>> = {
  ANALISE_DEVOLUCAO: lazyScreen(() => import('./analysis/AnalysisForm.tsx'), 'AnalysisForm'),
  ENVIO_NF_DEVOLUCAO: lazyScreen(() => import('./returnInvoice/ReturnInvoiceForm.tsx'), 'ReturnInvoiceForm'),
  CONFERENCIA_DEVOLUCAO: lazyScreen(() => import('./checkIn/CheckInForm.tsx'), 'CheckInForm'),
  PRORROGACAO_LOGISTICA: lazyScreen(() => import('./extension/LogisticsForm.tsx'), 'LogisticsForm'),
  PRORROGACAO_FINANCEIRO: lazyScreen(() => import('./extension/FinanceForm.tsx'), 'FinanceForm'),
};
