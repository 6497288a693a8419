import { publishedNoticeRoutes } from '../../../contract/config/publishedNotices.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useRecordId } from '../../ui/shell/useRecordId.ts';
import { NoticeForm } from './NoticeForm.tsx';
import { NoticeReaders } from './NoticeReaders.tsx';

/** `/avisos-publicados/{id}`: the notice, and who has read it. */
export function NoticeEdit() {
  const id = useRecordId();
  if (id === null) return <UnknownPath />;
  return (
    <Guarded permission="AVISOS_EDITAR">
      <Notice id={id} />
    </Guarded>
  );
}

function Notice({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useRoute(publishedNoticeRoutes.get, { params: { id } });
  if (isPending) return <PageSkeleton />;
  return (
    <Page title={data?.titulo ?? `Aviso ${id}`} width="form">
      {data ? (
        <>
          <NoticeForm key={data.id} notice={data} />
          <NoticeReaders id={id} />
        </>
      ) : (
        <ErrorState error={error} onRetry={() => refetch()} />
      )}
    </Page>
  );
}
