import type { ComponentType } from 'react';
import type { WizardStepKey } from '../../../../contract/catalogs/wizardStep.ts';
import { useWizard } from '../state/wizardContext.ts';
import { CarrierStep } from './CarrierStep.tsx';
import { ConfirmStep } from './ConfirmStep.tsx';
import { CustomerStep } from './CustomerStep.tsx';
import { DetailsStep } from './DetailsStep.tsx';
import { ExtensionStep } from './ExtensionStep.tsx';
import { InvoiceProductsStep } from './InvoiceProductsStep.tsx';
import { InvoicesStep } from './InvoicesStep.tsx';
import { ProductsStep } from './ProductsStep.tsx';
import { RequestStep } from './RequestStep.tsx';

const STEPS: Record<WizardStepKey, ComponentType> = {
  SOLICITACAO: RequestStep,
  CLIENTE: CustomerStep,
  PRODUTOS: ProductsStep,
  NOTAS: InvoicesStep,
  NOTA_PRODUTOS: InvoiceProductsStep,
  PRORROGACAO: ExtensionStep,
  DETALHES: DetailsStep,
  TRANSPORTADORA: CarrierStep,
  CONFIRMACAO: ConfirmStep,
};

/** The step that is being answered. */
export function StepContent() {
  const { step } = useWizard();
  const Step = STEPS[step];
  return <Step />;
}
