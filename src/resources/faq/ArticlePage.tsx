import { faqRoutes } from '../../../contract/sac/faq.ts';
import { SafeHtml } from '../../custom/components/display/SafeHtml.tsx';
import { Page } from '../../custom/layout/Page.tsx';
import { ErrorState } from '../../custom/layout/states/ErrorState.tsx';
import { TextSkeleton } from '../../custom/layout/states/skeletons.tsx';
import { UnknownPath } from '../../custom/layout/states/UnknownPath.tsx';
import { useRecordId } from '../../custom/layout/useRecordId.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';

/** `/artigo/{id}`: one article, at reading width. */
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
