import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { BirthDay, Done, defineRoutes, Id, Nullable, Personal, Strict, Text, Title } from '../../route.ts';
import { CONTACT_LENGTHS } from '../../rules/customers/contactForm.ts';
import type { PersonalKind } from '../../rules/privacy/masks.ts';
import { LooseChoice, Version } from '../../sharedShapes.ts';

const BOTH = ['sac', 'callcenter'] as const;
const params = Strict({ idCli: Id('Cliente') });
const Word = (title: string) => Type.String({ title });

/** A customer's phone; `desc` says what it is for. */
export const CustomerPhone = Type.Object({
  id: Id('Telefone'),
  tel: Personal('TELEFONE', Word('Número')),
  desc: Word('Tipo'),
  idCli: Id('Cliente'),
  permiteEditar: Type.Boolean({ title: 'Pode ser editado' }),
});
export type CustomerPhone = Static<typeof CustomerPhone>;

export const CustomerEmail = Type.Object({
  id: Id('E-mail'),
  email: Personal('EMAIL', Word('E-mail')),
  desc: Word('Tipo'),
  idCli: Id('Cliente'),
  permiteEditar: Type.Boolean({ title: 'Pode ser editado' }),
});
export type CustomerEmail = Static<typeof CustomerEmail>;

export const CustomerContact = Type.Object(
  {
    id: Id('Contato'),
    nome: Word('Nome'),
    tipo: Nullable(Id('Tipo')),
    tipoDesc: Word('Tipo'),
    doc: Personal('DOCUMENTO', Word('CPF')),
    dtNasc: Nullable(BirthDay('Nascimento')),
    time: Word('Time'),
    cargo: Word('Cargo'),
    telefone: Personal('TELEFONE', Word('Telefone')),
    celular: Personal('TELEFONE', Word('Celular')),
    email: Personal('EMAIL', Word('E-mail')),
    autorizadoFaturamento: Type.Boolean({ title: 'Autoriza faturamento' }),
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Contato' },
);
export type CustomerContact = Static<typeof CustomerContact>;

const given = (title: string, length: number) => Type.Optional(Nullable(Text(title, length)));
const personal = (kind: PersonalKind, title: string, length: number) =>
  Type.Optional(Nullable(Personal(kind, Text(title, length))));

/** The fields under the names that document 001 sends. Masks and blanks are stripped on arrival. */
export const ContactInput = Strict(
  {
    contato: Title('Nome', CONTACT_LENGTHS.contato),
    tipocontato: LooseChoice('Tipo'),
    documento: personal('DOCUMENTO', 'CPF', 20),
    datanascimento: personal('NASCIMENTO', 'Nascimento', 10),
    time: given('Time', CONTACT_LENGTHS.time),
    cargo: given('Cargo', CONTACT_LENGTHS.cargo),
    telefone: personal('TELEFONE', 'Telefone', 30),
    celular: personal('TELEFONE', 'Celular', 30),
    email: personal('EMAIL', 'E-mail', 254),
    /** The form asks ('Pode autorizar o faturamento'), the list tells ('Autoriza faturamento'). */
    autorizadoFaturamento: Type.Optional(Type.Boolean({ title: 'Pode autorizar o faturamento' })),
    versao: Version,
  },
  { title: 'Contato' },
);
export type ContactInput = Static<typeof ContactInput>;

const missing = { contato: 'Informe o nome.' };

/** A customer's phones, e-mail addresses and contact people (document 001 sections 2 and 3). */
export const contactRoutes = defineRoutes({
  phones: {
    method: 'GET',
    areas: BOTH,
    path: '/contatos/{idCli}/telefones',
    summary: 'Telefones de um cliente',
    permission: 'CLIENTE_TELEFONES',
    params,
    response: Type.Array(CustomerPhone),
  },
  emails: {
    method: 'GET',
    areas: BOTH,
    path: '/contatos/{idCli}/emails',
    summary: 'E-mails de um cliente',
    permission: 'CLIENTE_EMAILS',
    params,
    response: Type.Array(CustomerEmail),
  },
  contacts: {
    method: 'GET',
    areas: BOTH,
    path: '/contatos/{idCli}/contatos',
    auditsAccessTo: { entity: 'customers', param: 'idCli' },
    summary: 'Contatos de um cliente',
    permission: 'CLIENTE_CONTATOS',
    params,
    response: Type.Array(CustomerContact),
  },
  /** Every address that mail may be sent to, without duplicates: the customer's and those of its contacts. */
  addresses: {
    method: 'GET',
    path: '/callcenter/contatos/{idCli}/lista-emails',
    summary: 'Endereços de e-mail para enviar a um cliente',
    permission: 'CLIENTE',
    params,
    response: Type.Array(Type.Object({ email: Personal('EMAIL', Word('E-mail')), desc: Word('De quem é') })),
  },
  /** Resumes sending to a refused address once its owner confirms that it works. */
  retry: {
    method: 'POST',
    path: '/callcenter/contatos/{idCli}/emails-recusados',
    summary: 'Voltar a escrever a um e-mail recusado de um cliente',
    permission: 'CLIENTE_EDITAR',
    idempotent: true,
    handlesMasks: true,
    params,
    body: Strict({ email: Text('E-mail', 254, { minLength: 3 }) }),
    response: Done,
  },
  types: {
    method: 'GET',
    areas: BOTH,
    path: '/contatos/tipos',
    summary: 'Tipos de contato',
    permission: 'CLIENTE_CONTATOS',
    response: Type.Array(Type.Object({ id: Id('Tipo'), desc: Word('Descrição') })),
  },
  create: {
    method: 'POST',
    areas: BOTH,
    path: '/contatos/{idCli}/contatos',
    summary: 'Criar um contato de um cliente',
    permission: 'CLIENTE_CONTATOS_CADASTRA',
    idempotent: true,
    params,
    body: ContactInput,
    missing,
    response: Done,
  },
  update: {
    method: 'PUT',
    areas: BOTH,
    path: '/contatos/{idCli}/contatos/{idCont}',
    summary: 'Mudar um contato de um cliente',
    permission: 'CLIENTE_CONTATOS_CADASTRA',
    idempotent: true,
    params: Strict({ idCli: Id('Cliente'), idCont: Id('Contato') }),
    restoresMasks: {
      shownBy: 'contacts',
      one: 'idCont',
      names: { documento: 'doc', datanascimento: 'dtNasc', contato: 'nome' },
    },
    body: ContactInput,
    missing,
    response: Done,
  },
});
