import { useWizard } from '../state/wizardContext.ts';
import { CarrierField } from './CarrierField.tsx';
import { StepFields } from './StepFields.ts';

/** 'Informe a Transportadora'. */
export function CarrierStep() {
  const { type, textAt } = useWizard();
  return (
    <StepFields>
      <CarrierField required={type?.usa_transportadora === 2} error={textAt('transportadora_id')} />
    </StepFields>
  );
}
