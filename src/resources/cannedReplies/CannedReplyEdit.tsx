import { cannedReplyRoutes } from '../../../contract/config/cannedReplies.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useRecordId } from '../../ui/shell/useRecordId.ts';
import { CannedReplyForm } from './CannedReplyForm.tsx';

/** `/respostas/{id}`: one reply to be changed. */
export function CannedReplyEdit() {
  const id = useRecordId();
  if (id === null) return <UnknownPath />;
  return (
    <Guarded permission="CONFIGURACAO_RESPOSTAS">
      <Reply id={id} />
    </Guarded>
  );
}

function Reply({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useRoute(cannedReplyRoutes.get, { params: { id } });
  if (isPending) return <PageSkeleton />;
  return (
    <Page title={data?.titulo ?? `Resposta ${id}`} width="form">
      {data ? (
        <CannedReplyForm key={data.id} reply={data} />
      ) : (
        <ErrorState error={error} onRetry={() => refetch()} />
      )}
    </Page>
  );
}
