import { showcaseRoutes } from '../../../contract/callcenter/homeContent.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useRecordId } from '../../ui/shell/useRecordId.ts';
import { ShowcaseForm } from './ShowcaseForm.tsx';

/** `/pagina-inicial/vitrines/create` and `/pagina-inicial/vitrines/{id}`. */
export function ShowcasePage({ isNew }: { isNew: boolean }) {
  const id = useRecordId();
  if (isNew)
    return (
      <Page title="Criar vitrine" width="form">
        <ShowcaseForm />
      </Page>
    );
  return id === null ? <UnknownPath /> : <Edit id={id} />;
}

function Edit({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useRoute(showcaseRoutes.get, { params: { id } });
  if (isPending) return <PageSkeleton />;
  return (
    <Page title={data ? `Vitrine ${data.titulo}` : 'Vitrine'} width="form">
      {data ? (
        <ShowcaseForm key={data.id} showcase={data} />
      ) : (
        <ErrorState error={error} onRetry={() => refetch()} />
      )}
    </Page>
  );
}
