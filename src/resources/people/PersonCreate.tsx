import { peopleRoutes } from '../../../contract/config/people.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { PersonForm } from './PersonForm.tsx';

/** `/pessoas/create`. */
export function PersonCreate() {
  return (
    <Guarded permission="CONFIGURACAO_PESSOAS">
      <NewPerson />
    </Guarded>
  );
}

function NewPerson() {
  const { data, error, isPending, refetch } = useRoute(peopleRoutes.options, {});
  if (isPending) return <PageSkeleton />;
  return (
    <Page title="Cadastrar pessoa" width="form">
      {data ? <PersonForm options={data} /> : <ErrorState error={error} onRetry={() => refetch()} />}
    </Page>
  );
}
