import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { PERSON_TYPES } from '../catalogs/personType.ts';
import { CompanyWords } from '../config/words.ts';
import {
  BirthDay,
  Day,
  Done,
  defineRoutes,
  Id,
  Instant,
  Nullable,
  One,
  Personal,
  Secret,
  Strict,
  Text,
  Title,
} from '../route.ts';
import { INVALID_OWN_EMAIL } from '../rules/contact.ts';
import { BIRTH_DATE_MESSAGE, PASSWORD_BOUNDS } from '../rules/person.ts';

const Cpf = Text('CPF', 14, { minLength: 11 });
const NewPassword = Secret('Nova senha', PASSWORD_BOUNDS.minimo, PASSWORD_BOUNDS.maximo);
const Captcha = Type.Optional(Text('Verificação', 4000));

/**
 * The captcha is optional on the wire (foreign clients) but required from our login page, which is recognised by its App
 * header.
 */
export const Credentials = Strict({
  cpf: Cpf,
  senha: Secret('Senha', 1, PASSWORD_BOUNDS.maximo),
  captcha: Captcha,
});

export const SessionToken = Type.Object({ token: Type.String({ title: 'Token da sessão' }) });

export const ModuleGrants = Type.Array(
  Type.Object({
    nome: Type.String({ title: 'Módulo' }),
    autorizado: Type.Boolean({ title: 'Autorizado' }),
    moduloAcoes: Type.Array(
      Type.Object({
        nome: Type.String({ title: 'Ação' }),
        autorizado: Type.Boolean({ title: 'Autorizada' }),
      }),
      { title: 'Ações' },
    ),
  }),
  { title: 'Módulos' },
);

const Person = Type.Object({
  id: Id('Código'),
  nome: Type.String({ title: 'Nome' }),
  cpf: Personal('DOCUMENTO', Type.String({ title: 'CPF' })),
  email: Personal('EMAIL', Type.String({ title: 'E-mail' })),
  tipo: Type.Union(
    PERSON_TYPES.map((type) => Type.Literal(type)),
    { title: 'Tipo' },
  ),
  tipoDescricao: Type.String({ title: 'Perfil' }),
  /** An end consumer's own customer record. */
  cliente: Nullable(Type.Object({ id: Id('Cliente'), razSoc: Type.String({ title: 'Nome' }) })),
});

export const Branch = Type.Object({
  idFil: Id('Filial'),
  razSoc: Type.String({ title: 'Razão social' }),
  fant: Type.String({ title: 'Nome fantasia' }),
  fuso: Type.String({ title: 'Fuso horário' }),
});
export type Branch = Static<typeof Branch>;

/** A browser or client signed in to the person's own account. */
export const OwnSession = Type.Object(
  {
    id: Type.String({ title: 'Sessão' }),
    /** A readable name: 'Chrome no Windows'. */
    aparelho: Type.String({ title: 'Aparelho' }),
    ip: Type.String({ title: 'Endereço IP' }),
    entrou: Instant('Entrou em'),
    usada: Instant('Último uso'),
    /** The session that makes this request. */
    atual: Type.Boolean({ title: 'Esta sessão' }),
  },
  { title: 'Sessão aberta' },
);
export type OwnSession = Static<typeof OwnSession>;

/** Everything that the console needs before its first screen (`carga`). */
export const InitialLoad = Type.Object({
  colaborador: Person,
  /** Present while somebody else views the console as this person, without write access. */
  visao: Type.Optional(
    Type.Object({ por: Type.String({ title: 'Quem vê' }), ate: Instant('Até') }, { title: 'Visão' }),
  ),
  loja: Type.Object({ nome: Type.String({ title: 'Empresa' }) }),
  filiais: Type.Array(Branch, { title: 'Filiais' }),
  colaboradores: Type.Array(Type.Object({ id: Id('Código'), nome: Type.String({ title: 'Nome' }) }), {
    title: 'Colaboradores',
  }),
  modulos: ModuleGrants,
  lojas: Type.Array(Type.Object({ nome: Type.String({ title: 'Empresa' }) }), { title: 'Empresas' }),
  clientesfiliais: Type.Array(Branch, { title: 'Filiais do cliente' }),
  tipoImposto: Type.String({ title: 'Tipo de imposto' }),
  /** The prefixes SAC_ and GERAL_ are removed; SAC_ takes precedence (document 002 section 7). */
  parametros: Type.Record(Type.String(), Type.Unknown(), { title: 'Parâmetros', additionalProperties: true }),
  preferencias: Type.Record(Type.String(), Type.Unknown(), {
    title: 'Preferências',
    additionalProperties: true,
  }),
  /** Absent from other back ends, and where the company says everything as it is shipped. */
  palavras: Type.Optional(CompanyWords),
});
export type InitialLoad = Static<typeof InitialLoad>;

export const AccountData = Type.Object({
  id: Id('Código'),
  cpf: Personal('DOCUMENTO', Type.String({ title: 'CPF' })),
  nome: Type.String({ title: 'Nome' }),
  dtNasc: Nullable(BirthDay('Data de nascimento')),
  tel: Personal('TELEFONE', Type.String({ title: 'Telefone' })),
  email: Personal('EMAIL', Type.String({ title: 'E-mail' })),
});

export const SessionMessage = Type.Object({ message: Type.String({ title: 'Mensagem' }) });
const both = ['sac', 'callcenter'] as const;

export const sessionRoutes = defineRoutes({
  /** An account with a second factor returns 401 CODIGO_NECESSARIO with `pendente` (secondFactor.ts, signIn). */
  loginSac: {
    method: 'POST',
    path: '/login/sac',
    summary: 'Entrar pelo atendimento',
    permission: 'public',
    body: Credentials,
    response: SessionToken,
  },
  loginCallcenter: {
    method: 'POST',
    path: '/login/callcenter',
    summary: 'Entrar pelo call-center',
    permission: 'public',
    body: Credentials,
    response: SessionToken,
  },
  validate: {
    method: 'GET',
    path: '/validar-sessao',
    areas: both,
    summary: 'Conferir se a sessão vale',
    permission: 'session',
    response: SessionMessage,
  },
  load: {
    method: 'GET',
    path: '/carga',
    ownDataOnly: true,
    areas: both,
    summary: 'Carga inicial: pessoa, módulos, filiais e parâmetros',
    permission: 'session',
    response: InitialLoad,
  },
  /** Our own addition: ends the session on the server and expires the cookie. */
  logout: {
    method: 'POST',
    path: '/config/sair',
    summary: 'Encerrar a sessão',
    permission: 'session',
    allowedWithoutSecondFactor: true,
    allowedWhileViewingAs: 'leaves',
    response: Type.Object({
      message: Type.String({ title: 'Mensagem' }),
      /** For a session from the company's provider, the address where the browser ends it there as well. */
      endereco: Type.Optional(Type.String({ title: 'Endereço de saída do provedor' })),
    }),
  },
  captcha: {
    method: 'GET',
    path: '/captcha',
    summary: 'Desafio da página de entrada',
    permission: 'public',
    response: Type.Record(Type.String(), Type.Unknown(), { title: 'Desafio', additionalProperties: true }),
  },
  requestReset: {
    method: 'POST',
    path: '/senha/requisitar-token-redefinicao',
    summary: 'Pedir a redefinição da senha por e-mail',
    permission: 'public',
    body: Strict({ id: Cpf, captcha: Captcha }),
    response: SessionMessage,
  },
  checkReset: {
    method: 'POST',
    path: '/senha/validar-token',
    summary: 'Conferir um código de redefinição',
    permission: 'public',
    body: Strict({ token: Text('Código', 200, { minLength: 1 }) }),
    response: SessionMessage,
  },
  reset: {
    method: 'PUT',
    path: '/senha/redefinir-via-token',
    summary: 'Redefinir a senha com o código recebido',
    permission: 'public',
    body: Strict({ token: Text('Código', 200, { minLength: 1 }), senha: NewPassword }),
    response: SessionMessage,
  },
  newAccount: {
    method: 'POST',
    path: '/sac/nova-conta',
    summary: 'Criar a conta de um consumidor final',
    permission: 'public',
    body: Strict({
      documento: Text('CPF', 14, { minLength: 11 }),
      nome: Title('Nome', 100),
      email: Text('E-mail', 100, { format: 'email' }),
      telefone: Text('Telefone', 30, { minLength: 10 }),
      data_nascimento: Day('Data de nascimento'),
      senha: NewPassword,
      captcha: Captcha,
    }),
    response: SessionMessage,
  },
  account: {
    method: 'GET',
    path: '/conta/dados',
    ownDataOnly: true,
    areas: both,
    summary: 'Meus dados',
    permission: 'session',
    response: One(AccountData),
  },
  updateAccount: {
    method: 'PUT',
    path: '/conta/dados',
    ownDataOnly: true,
    areas: both,
    summary: 'Alterar meus dados',
    permission: 'session',
    recentProof: 'newEmail',
    sentences: {
      nome: 'Informe seu nome e sobrenome',
      dtNasc: BIRTH_DATE_MESSAGE,
      tel: 'Telefone inválido',
      email: INVALID_OWN_EMAIL,
    },
    body: Strict({
      nome: Title('Nome', 100),
      /** May be empty (document 000 section 5). */
      dtNasc: Nullable(Type.Union([Day('Data de nascimento'), Type.Literal('')])),
      tel: Text('Telefone', 30),
      email: Text('E-mail', 100, { format: 'email' }),
    }),
    response: Done,
  },
  changePassword: {
    method: 'PUT',
    path: '/conta/senha',
    areas: both,
    summary: 'Alterar minha senha',
    permission: 'session',
    sentences: {
      atual: 'Informe sua senha atual',
      senha: 'Informe uma senha de 6 à 20 caracteres',
    },
    body: Strict({
      atual: Secret('Senha atual', 1, PASSWORD_BOUNDS.maximo),
      senha: NewPassword,
    }),
    response: Done,
  },
  ownSessions: {
    method: 'GET',
    path: '/config/conta/sessoes',
    summary: 'Onde minha conta está aberta',
    permission: 'session',
    response: Type.Array(OwnSession),
  },
  /** Succeeds for a session that has already ended, so that pressing the button twice gives the same response. */
  endOwnSession: {
    method: 'DELETE',
    path: '/config/conta/sessoes/{id}',
    summary: 'Encerrar uma sessão minha',
    permission: 'session',
    params: Strict({ id: Type.String({ title: 'Sessão', format: 'uuid' }) }),
    response: SessionMessage,
  },
  endOtherSessions: {
    method: 'POST',
    path: '/config/conta/sessoes/encerrar-outras',
    summary: 'Encerrar todas as minhas outras sessões',
    permission: 'session',
    response: SessionMessage,
  },
  preferences: {
    method: 'PUT',
    path: '/callcenter/conta/preferencias',
    summary: 'Salvar minhas preferências',
    permission: 'session',
    body: Type.Object({}, { title: 'Preferências', additionalProperties: true, maxProperties: 200 }),
    response: Done,
  },
});
