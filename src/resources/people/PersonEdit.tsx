import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { personType } from '../../../contract/catalogs/personType.ts';
import { type PersonDetail, peopleRoutes } from '../../../contract/config/people.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { StatusChip } from '../../ui/components/display/StatusChip.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useRecordId } from '../../ui/shell/useRecordId.ts';
import { PersonCommands } from './PersonCommands.tsx';
import { PersonFacts } from './PersonFacts.tsx';
import { PersonForm } from './PersonForm.tsx';
import { ViewAsButton } from './ViewAsButton.tsx';

/** `/pessoas/{id}`: an account, what it may and what waits on it. */
export function PersonEdit() {
  const id = useRecordId();
  if (id === null) return <UnknownPath />;
  return (
    <Guarded permission="CONFIGURACAO_PESSOAS">
      <OnePerson id={id} />
    </Guarded>
  );
}

function OnePerson({ id }: { id: number }) {
  const person = useRoute(peopleRoutes.get, { params: { id } });
  const options = useRoute(peopleRoutes.options, {});
  if (person.isPending || options.isPending) return <PageSkeleton />;
  const error = person.error ?? options.error;
  const { data } = person;
  return (
    <Page
      title={data?.nome ?? `Pessoa ${id}`}
      width="form"
      aside={data && <StatusChip value={data.tipo} catalog={personType} />}
      actions={data?.podeVerComo && <ViewAsButton person={data} />}
    >
      {data && options.data ? (
        <Stack spacing={4}>
          <Notices person={data} />
          <PersonFacts person={data} />
          {data.impedimento === null && <PersonCommands person={data} />}
          <PersonForm key={data.id} person={data} options={options.data} />
        </Stack>
      ) : (
        <ErrorState error={error} onRetry={() => Promise.all([person.refetch(), options.refetch()])} />
      )}
    </Page>
  );
}

function Notices({ person }: { person: PersonDetail }) {
  return (
    <>
      {!person.ativo && <Alert severity="info">Esta pessoa está desativada e não entra no console.</Alert>}
      {person.impedimento && <Alert severity="warning">{person.impedimento}</Alert>}
    </>
  );
}

/** `/pessoas/create`. */
export function PersonCreate() {
  return (
    <Guarded permission="CONFIGURACAO_PESSOAS">
      <NewPerson />
    </Guarded>
  );
}

function NewPerson() {
  const { data, error, isPending, refetch } = useRoute(peopleRoutes.options, {});
  if (isPending) return <PageSkeleton />;
  return (
    <Page title="Cadastrar pessoa" width="form">
      {data ? <PersonForm options={data} /> : <ErrorState error={error} onRetry={() => refetch()} />}
    </Page>
  );
}
