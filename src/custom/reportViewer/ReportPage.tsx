import { useParams } from 'react-router-dom';
import { reportRoutes } from '#contract/sac/reports/reports.ts';
import { useRoute } from '#data/useRoute.ts';
import { BackToReports } from '#src/resources/reports/shared/reportAddress.tsx';
import { LoadedPage } from '#ui/shell/LoadedPage.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { ReportDesk } from './ReportDesk.tsx';

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
  const answer = useRoute(
    reportRoutes.form,
    { params: { idRelatorio: id } },
    // A form must not change while it is being filled in.
    { refetchOnWindowFocus: false, staleTime: 60_000 },
  );
  return (
    <LoadedPage
      answer={answer}
      title="Relatório"
      missing={
        <EmptyState
          title="Relatório não encontrado"
          text="Ele foi retirado, ou o seu perfil não tem acesso a ele."
          actions={<BackToReports />}
        />
      }
    >
      {({ cartao, formulario, inicial }) => <ReportDesk card={cartao} form={formulario} initial={inicial} />}
    </LoadedPage>
  );
}
