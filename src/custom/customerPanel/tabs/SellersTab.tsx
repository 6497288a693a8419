import Box from '@mui/material/Box';
import { customerPanelRoutes } from '../../../../contract/callcenter/customerPanel.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { Section } from '../../../ui/components/detail/Section.tsx';
import { EmptyState } from '../../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../../ui/shell/states/ErrorState.tsx';
import { ListSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import type { PanelTabProps } from '../panelTab.ts';
import { ContactLine } from './people/ContactLine.tsx';

/** Who sells to the customer. */
export function SellersTab({ idCli }: PanelTabProps) {
  const { data, error, refetch } = useRoute(customerPanelRoutes.sellers, { params: { idCli } });
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={3} />;
  if (data.length === 0)
    return (
      <EmptyState
        title="Nenhum registro encontrado"
        text="Nenhum vendedor cuida deste cliente. Um supervisor escolhe um na lista de clientes."
      />
    );
  return (
    <Section title="Vendedores">
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}>
        {data.map(({ codOp, nome, email, matErp }) => (
          <li key={codOp}>
            <ContactLine named person={{ nome, email, nota: noteOf(codOp, matErp) }} />
          </li>
        ))}
      </Box>
    </Section>
  );
}

const noteOf = (code: number, erp: string) =>
  [`Código ${code}`, erp && `ERP ${erp}`].filter(Boolean).join(' · ');
