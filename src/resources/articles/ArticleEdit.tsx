import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { articleRoutes } from '../../../contract/config/articles.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useRecordId } from '../../ui/shell/useRecordId.ts';
import { ArticleForm } from './ArticleForm.tsx';

/** `/artigos/{id}`: one article to be changed. */
export function ArticleEdit() {
  const id = useRecordId();
  if (id === null) return <UnknownPath />;
  return (
    <Guarded permission="FAQ_EDITAR">
      <Article id={id} />
    </Guarded>
  );
}

function Article({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useRoute(articleRoutes.get, { params: { id } });
  if (isPending) return <PageSkeleton />;
  return (
    <Page
      title={data?.titulo ?? `Artigo ${id}`}
      width="form"
      actions={
        data && (
          <Button component={Link} to={`/artigo/${id}`}>
            Ver como leitor
          </Button>
        )
      }
    >
      {data ? (
        <ArticleForm key={data.id} article={data} />
      ) : (
        <ErrorState error={error} onRetry={() => refetch()} />
      )}
    </Page>
  );
}
