import { useParams } from 'react-router-dom';
import { reportRoutes } from '../../../contract/sac/reports/reports.ts';
import { RequirePermission } from '../../custom/console/RequirePermission.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/shell/states/StateMessage.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { ReportDesk } from './ReportDesk.tsx';
import { BackToReports } from './reportAddress.tsx';

/** `/relatorios/{id}`: filters on the left, results on the right. */
export function ReportPage() {
  const { id = '' } = useParams();
  return (
    <RequirePermission permission="SAC_RELATORIO">
      <Report key={id} id={id} />
    </RequirePermission>
  );
}

function Report({ id }: { id: string }) {
  const { data, error, refetch } = useRoute(
    reportRoutes.form,
    { params: { idRelatorio: id } },
    // A form must not change while it is being filled in.
    { refetchOnWindowFocus: false, staleTime: 60_000 },
  );
  if (data) return <ReportDesk card={data.cartao} form={data.formulario} initial={data.inicial} />;
  if (!error) return <PageSkeleton />;
  const unknown = error.status === 404;
  return (
    <Page title="Relatório">
      {unknown ? (
        <EmptyState
          title="Relatório não encontrado"
          text="Ele foi retirado, ou o seu perfil não tem acesso a ele."
          actions={<BackToReports />}
        />
      ) : (
        <ErrorState error={error} onRetry={() => refetch()} />
      )}
    </Page>
  );
}
