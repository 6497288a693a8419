import Box from '@mui/material/Box';
import { customerPanelRoutes } from '../../../../contract/callcenter/customerPanel.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { Section } from '../../../ui/components/detail/Section.tsx';
import { EmptyState } from '../../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../../ui/shell/states/ErrorState.tsx';
import { ListSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import type { PanelTabProps } from '../panelTab.ts';
import { ContactLine } from './people/ContactLine.tsx';

/** Supervisors, each with the representatives below them. */
export function RepresentativesTab({ idCli }: PanelTabProps) {
  const { data, error, refetch } = useRoute(customerPanelRoutes.supervisors, { params: { idCli } });
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={3} />;
  if (data.length === 0) return <EmptyState title="Nenhum supervisor ou representante cadastrado" />;
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {data.map((supervisor) => (
        <Section
          key={supervisor.id ?? 0}
          title={supervisor.id === null ? 'Sem supervisor' : `Supervisor: ${supervisor.nome}`}
        >
          {supervisor.id !== null && <ContactLine person={supervisor} />}
          <Box component="h3" sx={{ mt: 4, mb: 2, fontSize: 13, fontWeight: 600 }}>
            Representantes
          </Box>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}>
            {supervisor.representantes.map((person) => (
              <li key={person.id}>
                <ContactLine person={person} named />
              </li>
            ))}
          </Box>
        </Section>
      ))}
    </Box>
  );
}
