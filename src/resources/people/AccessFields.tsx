import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { personType } from '#contract/catalogs/personType.ts';
import { type PersonDetail, type PersonInput, peopleRoutes } from '#contract/config/people/people.ts';
import type { Output } from '#contract/route.ts';
import { fitsRole } from '#contract/rules/access.ts';
import { normalizeDocument } from '#contract/rules/documents.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { fieldsOf } from '#ui/editing/BodyField.tsx';
import type { FormFields } from '#ui/editing/RecordForm.tsx';

const Field = fieldsOf(peopleRoutes.create);

interface AccessFieldsProps extends FormFields<Written> {
  person: PersonDetail | undefined;
  options: PersonOptions;
}

/** A person's type, role and scope; only what the type requires is asked for. */
export function AccessFields(props: AccessFieldsProps) {
  const { value, set, errorOf, person, options } = props;
  const scope = personType.find((row) => row.value === value.tipo)?.scope;
  const own = person?.propria === true;
  const barred = Boolean(person?.impedimento);
  const helperOf = (key: keyof Written, help?: string) => ({
    error: Boolean(errorOf(key)),
    helperText: errorOf(key) ?? help,
  });
  return (
    <Pair>
      <ChoiceField
        label="Tipo"
        required
        disabled={own || barred}
        value={value.tipo}
        onChange={(tipo) => {
          const next = withRole({ ...value, tipo }, options);
          // A role that does not fit the new type is replaced; any other is kept.
          const role = options.perfis.find(({ id }) => id === value.idPerfil);
          props.setAll({
            ...next,
            idPerfil: person && role && fitsRole(tipo, role.chave) ? role.id : next.idPerfil,
          });
        }}
        {...helperOf('tipo', own ? 'Outra pessoa muda o seu.' : SCOPE_TEXT[scope ?? 'PROPRIO'])}
        choices={personType.filter((row) => options.tipos.includes(row.value) || row.value === person?.tipo)}
      />
      <Field
        name="idPerfil"
        disabled={own || barred}
        choices={options.perfis
          .filter(({ chave }) => fitsRole(value.tipo, chave))
          .map(({ id, nome, permitido }) => ({
            value: id,
            label: permitido ? nome : `${nome} (tem mais do que você)`,
            disabled: !permitido && id !== person?.perfil.id,
          }))}
        hint="O que a pessoa pode fazer."
      />
      <Field
        name="idSetor"
        disabled={barred}
        choices={options.setores.map(({ id, nome }) => ({ value: id, label: nome }))}
        none="Nenhum"
      />
      {scope === 'FILIAIS' && (
        <Autocomplete
          multiple
          disableCloseOnSelect
          disabled={own || barred}
          options={options.filiais.map(({ id }) => id)}
          getOptionLabel={(id) => options.filiais.find((branch) => branch.id === id)?.nome ?? `Filial ${id}`}
          value={value.filiais}
          onChange={(_, filiais) => set('filiais', filiais)}
          noOptionsText="Nenhuma filial com este nome"
          renderInput={(input) => (
            <TextField
              {...input}
              label="Filiais"
              required
              {...helperOf('filiais', 'Vê os tickets destas.')}
            />
          )}
        />
      )}
      {scope === 'CARTEIRA' && (
        <Autocomplete
          disabled={own || barred}
          options={options.representantes}
          getOptionLabel={({ nome }) => nome}
          getOptionKey={({ id }) => id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          value={options.representantes.find(({ id }) => id === value.idRepresentante) ?? null}
          onChange={(_, chosen) => set('idRepresentante', chosen?.id ?? null)}
          noOptionsText="Nenhum representante com este nome"
          renderInput={(input) => (
            <TextField
              {...input}
              label="Representante"
              required
              {...helperOf('idRepresentante', 'Vê os clientes desta carteira.')}
            />
          )}
        />
      )}
    </Pair>
  );
}

const SCOPE_TEXT = {
  TODAS_FILIAIS: 'Vê todas as filiais.',
  FILIAIS: 'Vê as filiais escolhidas.',
  CARTEIRA: 'Vê a carteira de um representante.',
  PROPRIO: 'Vê o que é seu: o cadastro de cliente com o mesmo CPF.',
};

/** Two columns where there is room. */
export const Pair = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 4,
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
      alignItems: 'start',
    }}
  >
    {children}
  </Box>
);

export type PersonOptions = Output<typeof peopleRoutes.options>;

export type Written = PersonInput;

export const EMPTY: Written = {
  cpf: '',
  nome: '',
  email: '',
  telefone: '',
  dtNasc: null,
  tipo: 'OPERADOR',
  idPerfil: 0,
  idSetor: null,
  filiais: [],
  idRepresentante: null,
};

export const writtenOf = (person: PersonDetail): Written => ({
  cpf: person.cpf,
  nome: person.nome,
  email: person.email,
  telefone: person.telefone,
  dtNasc: person.dtNasc,
  tipo: person.tipo,
  idPerfil: person.perfil.id,
  idSetor: person.setor?.id ?? null,
  filiais: person.filiais.map(({ id }) => id),
  idRepresentante: person.representante?.id ?? null,
});

/** A new person gets the default role of their type. */
export const withRole = (value: Written, { perfis }: PersonOptions): Written => ({
  ...value,
  idPerfil: perfis.find(({ chave, permitido }) => chave === value.tipo && permitido)?.id ?? 0,
});

export function bodyOf({ cpf, ...value }: Written, known: boolean): object {
  return known ? value : { ...value, cpf: normalizeDocument(cpf) };
}
