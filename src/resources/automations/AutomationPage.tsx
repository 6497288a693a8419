import { useLocation } from 'react-router-dom';
import { automationRoutes } from '../../../contract/callcenter/automations.ts';
import { leadsAgendas } from '../../custom/agendas/leads.ts';
import { Forbidden } from '../../custom/console/Forbidden.tsx';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useRecordId } from '../../ui/shell/useRecordId.ts';
import { AutomationCommands } from './AutomationCommands.tsx';
import { AutomationForm } from './AutomationForm.tsx';

/** `/automacoes/create` and `/automacoes/{id}`. */
export function AutomationPage() {
  const id = useRecordId();
  const isNew = useLocation().pathname.endsWith('/create');
  if (id === null && !isNew) return <UnknownPath />;
  return (
    <Guarded permission="AUTOMACAO_EDITAR">
      {leadsAgendas() ? (
        id === null ? (
          <Create />
        ) : (
          <Edit id={id} />
        )
      ) : (
        <Forbidden permission="AUTOMACAO_EDITAR" />
      )}
    </Guarded>
  );
}

const Create = () => (
  <Page title="Criar automação" width="form">
    <AutomationForm />
  </Page>
);

function Edit({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useRoute(automationRoutes.get, { params: { id } });
  if (isPending) return <PageSkeleton />;
  return (
    <Page
      title={data?.data.nome ?? `Automação ${id}`}
      width="form"
      actions={data && <AutomationCommands automation={data.data} onChanged={() => refetch()} />}
    >
      {data ? (
        <AutomationForm key={data.data.id} automation={data.data} />
      ) : (
        <ErrorState error={error} onRetry={() => refetch()} />
      )}
    </Page>
  );
}
