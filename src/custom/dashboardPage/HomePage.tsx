import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { Suspense } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { formatCount } from '#contract/rules/format.ts';
import { homePageRoutes } from '#contract/sac/reports/homePages.ts';
import { currentInitialLoad } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { FirstStepsPage } from '#src/resources/firstSteps/shared/firstSteps.ts';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { Undecided } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { DashboardBlocks } from './DashboardBlocks.tsx';
import { FirstActCard } from './FirstAct.tsx';

/** `/home`: the dashboard of the person's role or kind; in a company without anything, its first steps. */
export function HomePage() {
  return (
    <RequirePermission permission="SAC_HOME">
      <Home />
    </RequirePermission>
  );
}

/**
 * `?padrao` leads to the home page of the person's kind, also where their role has one of its own. A page with common filters is
 * read where they can be changed; by those who may not go there, and with `?padrao`, to which that page leads, here.
 */
function Home() {
  const { can } = useCan();
  const [search] = useSearchParams();
  const usual = search.has('padrao');
  const answer = useRoute(
    homePageRoutes.home,
    { query: usual ? { padrao: true } : {} },
    // The arrangement must not change while somebody reads it.
    {
      refetchOnWindowFocus: false,
      // What is suggested leaves as soon as it is done.
      staleTime: ({ state }) => (state.data?.data.sugestao ? 0 : 60_000),
    },
  );
  const { painel = null, faltam = 0, vazia = false, sugestao } = answer.data?.data ?? {};
  if (vazia)
    return (
      <Suspense fallback={<Undecided />}>
        <FirstStepsPage />
      </Suspense>
    );
  if (painel?.filtrado && !usual && can('SAC_RELATORIO'))
    return <Navigate to={`/paineis/${painel.id}`} replace />;
  const first = currentInitialLoad()?.colaborador.nome.split(' ')[0];
  return (
    <Page title={{ menu: 'Home' }} heading={first && `${greeting(new Date().getHours())}, ${first}`}>
      <Failure answer={answer} />
      {!answer.data && !answer.error && <Undecided />}
      {faltam > 0 && <Missing count={faltam} />}
      {sugestao && <FirstActCard act={sugestao} />}
      {painel && painel.blocos.length > 0 ? (
        <DashboardBlocks
          blocks={painel.blocos}
          question={{ id: painel.id, filtros: null, every: painel.atualizaACada }}
        />
      ) : (
        answer.data && <EmptyState title="Sem informações no momento." />
      )}
    </Page>
  );
}

const greeting = (hour: number) => (hour < 12 ? 'Bom dia' : hour < 18 ? 'Boa tarde' : 'Boa noite');

/** Leads the person who sets the company up to what is still missing. */
const Missing = ({ count }: { count: number }) => (
  <Alert
    severity="info"
    role="status"
    sx={{ mb: 4 }}
    action={
      <Button component={Link} to="/primeiros-passos" color="inherit" sx={{ whiteSpace: 'nowrap' }}>
        Primeiros passos
      </Button>
    }
  >
    {`${count === 1 ? 'Falta' : 'Faltam'} ${formatCount(count, 'passo', 'passos')} para a empresa atender e vender por aqui.`}
  </Alert>
);
