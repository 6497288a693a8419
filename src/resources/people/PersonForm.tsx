import TextField from '@mui/material/TextField';
import { type PersonDetail, peopleRoutes } from '../../../contract/config/people.ts';
import { formatCpf } from '../../../contract/rules/documents.ts';
import { DateField } from '../../ui/components/inputs/DateField.tsx';
import { MaskedField } from '../../ui/components/inputs/MaskedField.tsx';
import { type RecordFields, RecordForm } from '../../ui/editing/RecordForm.tsx';
import { AccessFields, Pair } from './AccessFields.tsx';
import { bodyOf, EMPTY, type PersonOptions, type Written, withRole, writtenOf } from './written.ts';

interface PersonFormProps {
  person?: PersonDetail;
  options: PersonOptions;
}

/** An account that is made or changed; its password is never seen here. */
export function PersonForm({ person, options }: PersonFormProps) {
  return (
    <RecordForm<Written, object, PersonDetail>
      draft="pessoa"
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

function OwnFields({
  value,
  set,
  errorOf,
  person,
}: RecordFields<Written> & { person: PersonDetail | undefined }) {
  const told = (key: keyof Written, help?: string) => ({
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
          {...told('cpf', 'É com ele que a pessoa entra.')}
        />
      )}
      <TextField
        label="Nome"
        required
        value={value.nome}
        onChange={(event) => set('nome', event.target.value)}
        slotProps={{ htmlInput: { maxLength: 100 } }}
        {...told('nome')}
      />
      <TextField
        label="E-mail"
        type="email"
        required
        value={value.email}
        onChange={(event) => set('email', event.target.value.toLowerCase())}
        slotProps={{ htmlInput: { maxLength: 100 } }}
        {...told('email', person ? undefined : 'Recebe o endereço para escolher a senha.')}
      />
      <MaskedField
        kind="phone"
        label="Telefone"
        value={value.telefone}
        onChange={(telefone) => set('telefone', telefone)}
        {...told('telefone')}
      />
      <DateField
        label="Data de nascimento"
        value={value.dtNasc}
        onChange={(dtNasc) => set('dtNasc', dtNasc)}
        {...told('dtNasc')}
      />
    </Pair>
  );
}
