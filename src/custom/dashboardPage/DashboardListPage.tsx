import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined';
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import { formatCount } from '#contract/rules/format.ts';
import { dashboardSummaryRoutes } from '#contract/sac/reports/dashboardSummaries.ts';
import { useRoute } from '#data/useRoute.ts';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { Undecided } from '#ui/shell/states/skeletons.tsx';

/** `/paineis`: the dashboards of the person's role. */
export function DashboardListPage() {
  return (
    <RequirePermission permission="SAC_RELATORIO">
      <Dashboards />
    </RequirePermission>
  );
}

function Dashboards() {
  const answer = useRoute(dashboardSummaryRoutes.list, {}, { staleTime: 0 });
  const { data, error } = answer;
  return (
    <Page title={{ menu: 'Painéis' }} count={data && formatCount(data.length, 'painel', 'painéis')}>
      <Failure answer={answer} />
      {!data && !error && <Undecided />}
      {data?.length === 0 && (
        <EmptyState
          icon={<SpaceDashboardOutlined />}
          title="Nenhum painel para o seu perfil"
          text="Um administrador monta os painéis no Estúdio e decide que perfis os veem."
        />
      )}
      {data && data.length > 0 && (
        <Box
          component="ul"
          sx={{ display: 'grid', gap: 3, gridTemplateColumns: GRID, listStyle: 'none', m: 0, p: 0 }}
        >
          {data.map(({ id, titulo, descricao, inicial }) => (
            <li key={id} style={{ display: 'grid' }}>
              <Card to={`/paineis/${id}`}>
                <strong>{titulo}</strong>
                <small>{[inicial && 'Sua página inicial.', descricao].filter(Boolean).join(' ')}</small>
              </Card>
            </li>
          ))}
        </Box>
      )}
    </Page>
  );
}

const GRID = 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))';

const Card = styled(Link)(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    display: 'block',
    minHeight: 76,
    padding: '12px 14px',
    borderRadius: 8,
    border: `1px solid ${components.linha}`,
    backgroundColor: components.superficie,
    color: components.texto,
    textDecoration: 'none',
    '&:hover': { borderColor: components.linhaForte, backgroundColor: components.realce },
    '&:focus-visible': { outline: `2px solid ${actions.primaria.main}`, outlineOffset: 2 },
    '& strong': { display: 'block', fontWeight: 600, overflowWrap: 'anywhere' },
    '& small': { fontSize: '0.8125rem', lineHeight: '18px', color: components.textoSecundario },
  };
});
