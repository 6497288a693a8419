import { useParams } from 'react-router-dom';
import { followUpBoardRoutes } from '../../../contract/callcenter/followUpBoards.ts';
import { Guarded } from '../../custom/layout/Guarded.tsx';
import { Page } from '../../custom/layout/Page.tsx';
import { ErrorState } from '../../custom/layout/states/ErrorState.tsx';
import { PageSkeleton } from '../../custom/layout/states/skeletons.tsx';
import { UnknownPath } from '../../custom/layout/states/UnknownPath.tsx';
import { useRecordId } from '../../custom/layout/useRecordId.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { BoardForm } from './BoardForm.tsx';
import { BoardList } from './BoardList.tsx';

/** `/quadros`, `/quadros/create` and `/quadros/{id}`: the boards of customers and their stages. */
export function BoardsPage() {
  return (
    <Guarded permission="ACOMPANHAMENTO_CLIENTE_EDITAR">
      <Screen />
    </Guarded>
  );
}

function Screen() {
  const { id: named } = useParams();
  const id = useRecordId();
  if (!named) return <BoardList />;
  if (named === 'create')
    return (
      <Page title="Criar quadro" width="form">
        <BoardForm />
      </Page>
    );
  return id === null ? <UnknownPath /> : <Edit id={id} />;
}

function Edit({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useRoute(followUpBoardRoutes.get, { params: { id } });
  if (isPending) return <PageSkeleton />;
  return (
    <Page title={data ? `Quadro ${data.data.nome}` : 'Quadro'} width="form">
      {data ? (
        <BoardForm key={data.data.id} board={data.data} />
      ) : (
        <ErrorState error={error} onRetry={() => refetch()} />
      )}
    </Page>
  );
}
