import { bannerRoutes } from '../../../contract/callcenter/homeContent.ts';
import { Page } from '../../custom/layout/Page.tsx';
import { ErrorState } from '../../custom/layout/states/ErrorState.tsx';
import { PageSkeleton } from '../../custom/layout/states/skeletons.tsx';
import { UnknownPath } from '../../custom/layout/states/UnknownPath.tsx';
import { useRecordId } from '../../custom/layout/useRecordId.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
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
    <Page title={data ? `Banner ${data.data.titulo}` : 'Banner'} width="form">
      {data ? (
        <BannerForm key={data.data.id} banner={data.data} />
      ) : (
        <ErrorState error={error} onRetry={() => refetch()} />
      )}
    </Page>
  );
}
