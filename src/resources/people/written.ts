import type { PersonDetail, PersonInput, peopleRoutes } from '../../../contract/config/people.ts';
import type { Output } from '../../../contract/route.ts';
import { normalizeDocument } from '../../../contract/rules/documents.ts';

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

/** A new person of a type begins with the role made for it. */
export const withRole = (value: Written, { perfis }: PersonOptions): Written => ({
  ...value,
  idPerfil: perfis.find(({ chave, permitido }) => chave === value.tipo && permitido)?.id ?? 0,
});

export function bodyOf({ cpf, ...value }: Written, known: boolean): object {
  return known ? value : { ...value, cpf: normalizeDocument(cpf) };
}
