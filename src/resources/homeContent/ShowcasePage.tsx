import { showcaseRoutes } from '../../../contract/callcenter/homeContent.ts';
import { Page } from '../../custom/layout/Page.tsx';
import { ErrorState } from '../../custom/layout/states/ErrorState.tsx';
import { PageSkeleton } from '../../custom/layout/states/skeletons.tsx';
import { UnknownPath } from '../../custom/layout/states/UnknownPath.tsx';
import { useRecordId } from '../../custom/layout/useRecordId.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
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
    <Page title={data ? `Vitrine ${data.data.titulo}` : 'Vitrine'} width="form">
      {data ? (
        <ShowcaseForm key={data.data.id} showcase={data.data} />
      ) : (
        <ErrorState error={error} onRetry={() => refetch()} />
      )}
    </Page>
  );
}
