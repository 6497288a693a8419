import { bannerRoutes } from '../../../contract/callcenter/homeContent.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useRecordId } from '../../ui/shell/useRecordId.ts';
import { BannerForm } from './BannerForm.tsx';

/** `/pagina-inicial/banners/create` and `/pagina-inicial/banners/{id}`. */
export function BannerPage({ isNew }: { isNew: boolean }) {
  const id = useRecordId();
  if (isNew)
    return (
      <Page title="Criar banner" width="form">
        <BannerForm />
      </Page>
    );
  return id === null ? <UnknownPath /> : <Edit id={id} />;
}

function Edit({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useRoute(bannerRoutes.get, { params: { id } });
  if (isPending) return <PageSkeleton />;
  return (
    <Page title={data ? `Banner ${data.titulo}` : 'Banner'} width="form">
      {data ? (
        <BannerForm key={data.id} banner={data} />
      ) : (
        <ErrorState error={error} onRetry={() => refetch()} />
      )}
    </Page>
  );
}
