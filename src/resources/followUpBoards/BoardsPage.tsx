import { useParams } from 'react-router-dom';
import { followUpBoardRoutes } from '../../../contract/callcenter/followUpBoards.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useRecordId } from '../../ui/shell/useRecordId.ts';
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
    <Page title={data ? `Quadro ${data.nome}` : 'Quadro'} width="form">
      {data ? (
        <BoardForm key={data.id} board={data} />
      ) : (
        <ErrorState error={error} onRetry={() => refetch()} />
      )}
    </Page>
  );
}
