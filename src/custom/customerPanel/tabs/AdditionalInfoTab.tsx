import { useState } from 'react';
import { type CustomerDimension, dimensionRoutes } from '../../../../contract/callcenter/dimensions.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { Section } from '../../../ui/components/detail/Section.tsx';
import { EmptyState } from '../../../ui/shell/states/EmptyState.tsx';
import type { PanelTabProps } from '../panelTab.ts';
import { Answered } from '../parts/Answered.tsx';
import { Lines } from '../parts/Lines.tsx';
import { usePanelRefresh } from '../usePanel.ts';
import { AddInfoForm } from './info/AddInfoForm.tsx';
import { EditInfoDialog } from './info/EditInfoDialog.tsx';
import { InfoLine } from './info/InfoLine.tsx';
import { RemoveInfoDialog } from './info/RemoveInfoDialog.tsx';
import { SegmentFilter } from './info/SegmentFilter.tsx';

/** What the company knows of a customer beside the registration: segment, description, observation. */
export function AdditionalInfoTab({ idCli }: PanelTabProps) {
  const [shown, setShown] = useState<number[]>([]);
  const [editing, setEditing] = useState<CustomerDimension | null>(null);
  const [removing, setRemoving] = useState<CustomerDimension | null>(null);
  const refresh = usePanelRefresh(idCli);
  const segments = useRoute(dimensionRoutes.segments, {}, { staleTime: 60_000 });
  const rows = useRoute(
    dimensionRoutes.ofCustomer,
    { params: { id: idCli }, query: { ...(shown.length > 0 && { dimensao: shown.join(',') }) } },
    { placeholderData: (before) => before },
  );
  const changed = () => {
    setEditing(null);
    setRemoving(null);
    void rows.refetch();
    refresh();
  };
  return (
    <>
      <Section title="Nova informação">
        <Answered query={segments}>
          {(list) => <AddInfoForm idCli={idCli} segments={list} onAdded={changed} />}
        </Answered>
      </Section>
      <SegmentFilter segments={segments.data ?? []} shown={shown} onChange={setShown} />
      <Answered query={rows}>
        {(lines) =>
          lines.length === 0 ? (
            <EmptyState
              title="Nenhuma informação disponível"
              text={
                shown.length > 0
                  ? 'Nenhuma nos segmentos marcados.'
                  : 'Adicione acima o que ajuda a atender este cliente.'
              }
            />
          ) : (
            <Lines>
              {lines.map((line) => (
                <InfoLine
                  key={line.id}
                  line={line}
                  onEdit={() => setEditing(line)}
                  onRemove={() => setRemoving(line)}
                />
              ))}
            </Lines>
          )
        }
      </Answered>
      {editing && (
        <EditInfoDialog
          line={editing}
          segments={segments.data ?? []}
          onClose={() => setEditing(null)}
          onSaved={changed}
        />
      )}
      {removing && <RemoveInfoDialog line={removing} onClose={() => setRemoving(null)} onRemoved={changed} />}
    </>
  );
}
