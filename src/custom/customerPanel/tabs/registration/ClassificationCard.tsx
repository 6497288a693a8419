import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import type { PanelCustomer } from '../../../../../contract/callcenter/panelCustomer.ts';
import { registrationLookupRoutes } from '../../../../../contract/sac/registration.ts';
import { useRoute } from '../../../../dataProvider/useRoute.ts';
import { KeyValueList } from '../../../../ui/components/detail/KeyValueList.tsx';
import { Section } from '../../../../ui/components/detail/Section.tsx';
import { ErrorState } from '../../../../ui/shell/states/ErrorState.tsx';
import { useCan } from '../../../../ui/shell/useCan.ts';
import { usePanelRefresh } from '../../usePanel.ts';
import { ClassificationDialog } from './ClassificationDialog.tsx';

/** How the company sorts the customer; only where there is something to choose from (document 001 section 2). */
export function ClassificationCard({ customer }: { customer: PanelCustomer }) {
  const { can } = useCan();
  const [editing, setEditing] = useState(false);
  const refresh = usePanelRefresh(customer.id);
  const {
    data: options = [],
    error,
    refetch,
  } = useRoute(registrationLookupRoutes.classificationsCallcenter, {});
  if (error)
    return (
      <Section title="Classificação">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Section>
    );
  if (options.length === 0) return null;
  return (
    <Section
      title="Classificação"
      actions={
        can('CLIENTE_EDITAR') && (
          <IconButton size="small" aria-label="Editar classificação" onClick={() => setEditing(true)}>
            <EditOutlined fontSize="small" />
          </IconButton>
        )
      }
    >
      <KeyValueList
        items={[
          { label: 'Classificação', value: customer.classificacao?.desc ?? 'Sem classificação' },
          { label: 'Observação', value: customer.classificacaoObs },
        ]}
      />
      {editing && (
        <ClassificationDialog
          customer={customer}
          options={options}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            refresh();
          }}
        />
      )}
    </Section>
  );
}
