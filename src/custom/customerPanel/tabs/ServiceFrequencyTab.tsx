import { FormSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import { PanelFailure } from '../PanelFailure.tsx';
import type { PanelTabProps } from '../panelTab.ts';
import { usePanelCustomer } from '../usePanel.ts';
import { FrequencyForm } from './frequency/FrequencyForm.tsx';
import { loadedSettings } from './frequency/loadedSettings.ts';

/** How often, when and whether the customer is spoken with (document 001 section 5). */
export function ServiceFrequencyTab({ idCli }: PanelTabProps) {
  const { data, error, refetch } = usePanelCustomer(idCli);
  if (!data) return error ? <PanelFailure error={error} onRetry={() => void refetch()} /> : <FormSkeleton />;
  return <FrequencyForm idCli={idCli} loaded={loadedSettings(data.data)} versao={data.data.versao} />;
}
