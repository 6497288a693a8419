import { Section } from '../../../ui/components/detail/Section.tsx';
import { EmptyState } from '../../../ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import type { PanelTabProps } from '../panelTabs.ts';
import { PanelFailure } from '../TabParts.tsx';
import { usePanelCustomer } from '../usePanel.ts';

/** Instructions for the people who deliver. */
export function LogisticsTab({ idCli }: PanelTabProps) {
  const { data, error, refetch } = usePanelCustomer(idCli);
  if (!data) return error ? <PanelFailure error={error} onRetry={() => void refetch()} /> : <TextSkeleton />;
  const { obsLogistica } = data.data;
  return (
    <Section title="Logística" description="O que a entrega precisa saber deste cliente.">
      {obsLogistica?.trim() ? (
        <p style={{ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{obsLogistica}</p>
      ) : (
        <EmptyState title="Nenhuma informação disponível" />
      )}
    </Section>
  );
}
