import Box from '@mui/material/Box';
import { Section } from '../../../ui/components/detail/Section.tsx';
import { FormSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import { useCan } from '../../../ui/shell/useCan.ts';
import { ExtraFieldsPanel } from '../../extraFields/ExtraFieldsPanel.tsx';
import { PanelFailure } from '../PanelFailure.tsx';
import type { PanelTabProps } from '../panelTab.ts';
import { usePanelCustomer } from '../usePanel.ts';
import { ActivitiesCard } from './registration/ActivitiesCard.tsx';
import { ClassificationCard } from './registration/ClassificationCard.tsx';
import { CreditLimitsCard } from './registration/CreditLimitsCard.tsx';
import { AddressCard, RegistrationCard } from './registration/RegistrationCard.tsx';

/** Dados Cadastrais: the registration, credit limits, activity, classification and the extra fields. */
export function DataTab({ idCli }: PanelTabProps) {
  const { can } = useCan();
  const { data, error, refetch } = usePanelCustomer(idCli);
  const customer = data?.data;
  if (!customer)
    return error ? <PanelFailure error={error} onRetry={() => void refetch()} /> : <FormSkeleton />;
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <RegistrationCard customer={customer} />
      <AddressCard customer={customer} />
      {can('CLIENTE_LIMITES_CREDITO') && <CreditLimitsCard idCli={idCli} />}
      {can('CLIENTE_ATIVIDADES') && <ActivitiesCard idCli={idCli} />}
      <ClassificationCard customer={customer} />
      {can('SAC_CLIENTE') && (
        <ExtraFieldsPanel
          entity="cliente"
          id={idCli}
          frame={({ title, action, children }) => (
            <Section title={title} actions={action}>
              {children}
            </Section>
          )}
        />
      )}
    </Box>
  );
}
