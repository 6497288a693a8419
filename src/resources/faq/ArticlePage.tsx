import { faqRoutes } from '../../../contract/sac/faq.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { SafeHtml } from '../../ui/components/display/SafeHtml.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useRecordId } from '../../ui/shell/useRecordId.ts';

/** `/artigo/{id}`: an article at reading width. */
export function ArticlePage() {
  const id = useRecordId();
  return id === null ? <UnknownPath /> : <LoadedArticle id={id} />;
}

function LoadedArticle({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useRoute(faqRoutes.get, { params: { id } });
  return (
    <Page title={data?.data.titulo ?? 'Artigo'} crumbs={[{ label: 'FAQ', to: '/faq' }]} width="reading">
      {isPending && <TextSkeleton />}
      {error && !data && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && <SafeHtml html={data.data.conteudo} />}
    </Page>
  );
}
