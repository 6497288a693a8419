import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { personType, worksForCompany } from '#contract/catalogs/personType.ts';
import { type PersonDetail, peopleRoutes } from '#contract/config/people/people.ts';
import { formatCpf } from '#contract/rules/documents.ts';
import { draftName } from '#contract/rules/drafts.ts';
import { useRoute } from '#data/useRoute.ts';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { fieldsOf } from '#ui/editing/BodyField.tsx';
import { type FormFields, RecordForm } from '#ui/editing/RecordForm.tsx';
import { LoadedPage } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RecordScreen, RequirePermission } from '#ui/shell/RequirePermission.tsx';
import {
  AccessFields,
  bodyOf,
  EMPTY,
  Pair,
  type PersonOptions,
  type Written,
  withRole,
  writtenOf,
} from './AccessFields.tsx';
import { PersonCommands, PersonFacts, ViewAsButton } from './PersonCommands.tsx';
import { Absences } from './shared/Absences.tsx';

/** `/pessoas/{id}`: an account, its permissions and its pending work. */
export const PersonEdit = () => (
  <RecordScreen permission="CONFIGURACAO_PESSOAS">{(id) => <OnePerson id={id} />}</RecordScreen>
);

function OnePerson({ id }: { id: number }) {
  const stored = useRoute(peopleRoutes.get, { params: { id } });
  const options = useRoute(peopleRoutes.options, {});
  const answer = {
    data: stored.data && options.data && { person: stored.data, options: options.data },
    error: stored.error ?? options.error,
    isPending: stored.isPending || options.isPending,
    refetch: () => Promise.all([stored.refetch(), options.refetch()]),
  };
  return (
    <LoadedPage answer={answer} title={`Pessoa ${id}`}>
      {({ person, options }) => (
        <Page
          title={person.nome}
          width="form"
          aside={<StatusChip value={person.tipo} catalog={personType} />}
          actions={person.podeVerComo && <ViewAsButton person={person} />}
        >
          <Stack spacing={4}>
            <Notices person={person} />
            <PersonFacts person={person} />
            {person.impedimento === null && <PersonCommands person={person} />}
            <PersonForm key={person.id} person={person} options={options} />
            {worksForCompany(person.tipo) && (
              <Absences idPessoa={person.id} fixed={person.impedimento !== null} />
            )}
          </Stack>
        </Page>
      )}
    </LoadedPage>
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
    <RequirePermission permission="CONFIGURACAO_PESSOAS">
      <NewPerson />
    </RequirePermission>
  );
}

const CREATE = 'Cadastrar pessoa';

function NewPerson() {
  const answer = useRoute(peopleRoutes.options, {});
  return (
    <LoadedPage answer={answer} title={CREATE}>
      {(options) => (
        <Page title={CREATE} width="form">
          <PersonForm options={options} />
        </Page>
      )}
    </LoadedPage>
  );
}

interface PersonFormProps {
  person?: PersonDetail;
  options: PersonOptions;
}

/** Creates or edits an account; its password is never shown. */
function PersonForm({ person, options }: PersonFormProps) {
  return (
    <RecordForm<Written, object, PersonDetail>
      draft={draftName('person', person?.id)}
      name="esta conta"
      routes={ROUTES}
      record={person}
      empty={withRole(EMPTY, options)}
      written={writtenOf}
      bodyOf={(value) => bodyOf(value, Boolean(person))}
      saveLabel={person ? 'Salvar pessoa' : 'Cadastrar e enviar o acesso'}
      backTo="/pessoas"
    >
      {(fields) => (
        <fieldset
          disabled={Boolean(person?.impedimento)}
          style={{ border: 0, margin: 0, padding: 0, minWidth: 0, display: 'grid', gap: 16 }}
        >
          <OwnFields {...fields} person={person} />
          <AccessFields {...fields} person={person} options={options} />
        </fieldset>
      )}
    </RecordForm>
  );
}

const { create, update } = peopleRoutes;
const ROUTES = { create, update };
const Field = fieldsOf(create);

function OwnFields({
  value,
  set,
  errorOf,
  person,
}: FormFields<Written> & { person: PersonDetail | undefined }) {
  const helperOf = (key: keyof Written, help?: string) => ({
    error: Boolean(errorOf(key)),
    helperText: errorOf(key) ?? help,
  });
  return (
    <Pair>
      {person ? (
        <TextField label="CPF" value={formatCpf(person.cpf)} disabled />
      ) : (
        <MaskedField
          kind="cpf"
          label="CPF"
          required
          value={value.cpf}
          onChange={(cpf) => set('cpf', cpf)}
          {...helperOf('cpf', 'É com ele que a pessoa entra.')}
        />
      )}
      <Field name="nome" />
      <Field name="email" hint={person ? undefined : 'Recebe o endereço para escolher a senha.'} />
      <Field name="telefone" />
      <Field name="dtNasc" />
      {worksForCompany(value.tipo) && (
        <Field name="ramal" hint="Como a central telefônica o chama. Quem liga para ele aparece à pessoa." />
      )}
    </Pair>
  );
}
