import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { personType } from '#contract/catalogs/personType.ts';
import { type PersonDetail, type PersonInput, peopleRoutes } from '#contract/config/people/people.ts';
import type { Output } from '#contract/route.ts';
import { fitsRole } from '#contract/rules/access.ts';
import { normalizeDocument } from '#contract/rules/documents.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { steady } from '#ui/components/steady.tsx';
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
      {(scope === 'FILIAIS' || scope === 'TODAS_FILIAIS') && options.habilidades.length > 0 && (
        <SkillChoice
          disabled={barred}
          skills={withKept(options.habilidades, person?.habilidades)}
          chosen={value.habilidades ?? []}
          onChange={(habilidades) => set('habilidades', habilidades)}
          {...helperOf('habilidades', 'O que a pessoa sabe atender.')}
        />
      )}
      {scope === 'FILIAIS' && (
        <BranchChoice
          disabled={own || barred}
          branches={options.filiais}
          chosen={value.filiais}
          onChange={(filiais) => set('filiais', filiais)}
          {...helperOf('filiais', 'Vê os tickets destas.')}
        />
      )}
      {scope === 'CARTEIRA' && (
        <RepresentativeChoice
          disabled={own || barred}
          representatives={options.representantes}
          chosen={value.idRepresentante}
          onChange={(id) => set('idRepresentante', id)}
          {...helperOf('idRepresentante', 'Vê os clientes desta carteira.')}
        />
      )}
    </Pair>
  );
}

interface ChoiceProps {
  disabled: boolean;
  error: boolean;
  helperText: string | undefined;
}

interface BranchChoiceProps extends ChoiceProps {
  branches: PersonOptions['filiais'];
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}

const BranchChoice = steady(({ branches, chosen, disabled, onChange, ...field }: BranchChoiceProps) => (
  <Autocomplete
    multiple
    disableCloseOnSelect
    disabled={disabled}
    options={branches.map(({ id }) => id)}
    getOptionLabel={(id) => branches.find((branch) => branch.id === id)?.nome ?? `Filial ${id}`}
    value={[...chosen]}
    onChange={(_, ids) => onChange(ids)}
    noOptionsText="Nenhuma filial com este nome"
    renderInput={(input) => <TextField {...input} {...field} label="Filiais" required />}
  />
));

interface SkillChoiceProps extends ChoiceProps {
  skills: PersonOptions['habilidades'];
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}

const SkillChoice = steady(({ skills, chosen, disabled, onChange, ...field }: SkillChoiceProps) => (
  <Autocomplete
    multiple
    disableCloseOnSelect
    disabled={disabled}
    options={skills.map(({ id }) => id)}
    getOptionLabel={(id) => skills.find((skill) => skill.id === id)?.nome ?? `Habilidade ${id}`}
    value={[...chosen]}
    onChange={(_, ids) => onChange(ids)}
    noOptionsText="Nenhuma habilidade com este nome"
    renderInput={(input) => <TextField {...input} {...field} label="Habilidades" />}
  />
));

/** One that is no longer in use stays named where somebody has it. */
const withKept = (options: PersonOptions['habilidades'], own: PersonOptions['habilidades'] = []) => [
  ...options,
  ...own.filter((each) => !options.some(({ id }) => id === each.id)),
];

interface RepresentativeChoiceProps extends ChoiceProps {
  representatives: PersonOptions['representantes'];
  chosen: number | null;
  onChange: (id: number | null) => void;
}

const RepresentativeChoice = steady(
  ({ representatives, chosen, disabled, onChange, ...field }: RepresentativeChoiceProps) => (
    <Autocomplete
      disabled={disabled}
      options={representatives}
      getOptionLabel={({ nome }) => nome}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      value={representatives.find(({ id }) => id === chosen) ?? null}
      onChange={(_, found) => onChange(found?.id ?? null)}
      noOptionsText="Nenhum representante com este nome"
      renderInput={(input) => <TextField {...input} {...field} label="Representante" required />}
    />
  ),
);

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
  ramal: '',
  tipo: 'OPERADOR',
  idPerfil: 0,
  idSetor: null,
  filiais: [],
  habilidades: [],
  idRepresentante: null,
};

export const writtenOf = (person: PersonDetail): Written => ({
  cpf: person.cpf,
  nome: person.nome,
  email: person.email,
  telefone: person.telefone,
  dtNasc: person.dtNasc,
  ramal: person.ramal,
  tipo: person.tipo,
  idPerfil: person.perfil.id,
  idSetor: person.setor?.id ?? null,
  filiais: person.filiais.map(({ id }) => id),
  habilidades: person.habilidades.map(({ id }) => id),
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
