import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { articleRoutes } from '../../../contract/config/articles.ts';
import { Guarded } from '../../custom/layout/Guarded.tsx';
import { Page } from '../../custom/layout/Page.tsx';
import { ErrorState } from '../../custom/layout/states/ErrorState.tsx';
import { PageSkeleton } from '../../custom/layout/states/skeletons.tsx';
import { UnknownPath } from '../../custom/layout/states/UnknownPath.tsx';
import { useRecordId } from '../../custom/layout/useRecordId.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
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
