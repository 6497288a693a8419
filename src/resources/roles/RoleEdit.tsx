import { type Role, roleRoutes } from '../../../contract/config/roles.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useRecordId } from '../../ui/shell/useRecordId.ts';
import { RoleForm } from './RoleForm.tsx';
import { differenceText, peopleText } from './RoleList.tsx';
import { RolePeople } from './RolePeople.tsx';

/** `/perfis/{id}`: what a role allows, and who has it. */
export function RoleEdit() {
  const id = useRecordId();
  if (id === null) return <UnknownPath />;
  return (
    <Guarded permission="CONFIGURACAO_PERFIS">
      <OneRole id={id} />
    </Guarded>
  );
}

function OneRole({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useRoute(roleRoutes.get, { params: { id } });
  if (isPending) return <PageSkeleton />;
  return (
    <Page title={data?.nome ?? `Perfil ${id}`} width="form" count={data && countOf(data)}>
      {data ? (
        <>
          <RolePeople role={data} />
          <RoleForm key={data.id} role={data} />
        </>
      ) : (
        <ErrorState error={error} onRetry={() => refetch()} />
      )}
    </Page>
  );
}

const countOf = ({ pessoasAtivas, incluidas, retiradas }: Role) =>
  `${peopleText(pessoasAtivas)} · ${differenceText(incluidas.length, retiradas.length)}`;
