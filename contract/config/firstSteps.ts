import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import type { Permission } from '../permissions.ts';
import { Done, defineRoutes, One, Secret, Strict, Text, Title } from '../route.ts';
import { PASSWORD_BOUNDS } from '../rules/person.ts';

interface StepRule {
  /** Permission of those who take the step; it is hidden from everyone else. */
  readonly permission: Permission;
  /** Whether tickets and orders are impossible without it. */
  readonly essential: boolean;
  /** A new company begins with rows of it, so that it is done once somebody has looked at them. */
  readonly shipped?: true;
}

/** Guides a new company, in the order in which each step unlocks the next. */
export const FIRST_STEPS = {
  empresa: { permission: 'CONFIGURACAO_PARAMETROS', essential: false },
  filiais: { permission: 'CADASTROS_EMPRESA', essential: true },
  pessoas: { permission: 'CONFIGURACAO_PESSOAS', essential: true },
  notas: { permission: 'NOTAS_IMPORTAR_XML', essential: true },
  clientes: { permission: 'CADASTROS_CLIENTES', essential: true },
  produtos: { permission: 'CADASTROS_PRODUTOS', essential: true },
  precos: { permission: 'CADASTROS_PRODUTOS', essential: true },
  pagamento: { permission: 'CADASTROS_COMERCIAL', essential: false, shipped: true },
  atendimento: { permission: 'CADASTROS_LISTAS', essential: false, shipped: true },
  certificados: { permission: 'CONFIGURACAO_PARAMETROS', essential: false },
  email: { permission: 'CONFIGURACAO_EMAILS', essential: true },
} as const satisfies Record<string, StepRule>;
export type FirstStepKey = keyof typeof FIRST_STEPS;
const FIRST_STEP_KEYS = Object.keys(FIRST_STEPS) as FirstStepKey[];

const Key = Type.Union(
  FIRST_STEP_KEYS.map((key) => Type.Literal(key)),
  { title: 'Passo' },
);

/** Whether a step is done is derived from the database, except where the console ships rows: somebody looks at those. */
export const FirstStep = Type.Object(
  {
    chave: Key,
    essencial: Type.Boolean({ title: 'Sem ele não há ticket nem pedido' }),
    feito: Type.Boolean({ title: 'Está feito' }),
    pulado: Type.Boolean({ title: 'Foi pulado' }),
    /** The rows that the console ships can be confirmed, or the confirmation be taken back. */
    conferivel: Type.Boolean({ title: 'Alguém confere' }),
    /** Counted up to 10.001. */
    contagem: Type.Array(
      Type.Object({
        um: Type.String({ title: 'De um' }),
        muitos: Type.String({ title: 'De vários' }),
        quantidade: Type.Integer({ title: 'Quantidade' }),
      }),
      { title: 'O que já há' },
    ),
  },
  { title: 'Passo' },
);
export type FirstStep = Omit<Static<typeof FirstStep>, 'chave'> & { chave: FirstStepKey };

export const FirstSteps = Type.Object(
  {
    passos: Type.Array(FirstStep, { title: 'Passos' }),
    /** Essential steps that are neither done nor skipped. */
    faltam: Type.Integer({ title: 'Faltam' }),
    /** Whether the database contains the demonstration company. */
    demonstracao: Type.Boolean({ title: 'Empresa de demonstração' }),
    /** RODANDO: files of the tax authority's environment for tests are taken, and everything leaves together. */
    ensaio: Type.Union(
      ['PODE', 'RODANDO', 'NAO'].map((each) => Type.Literal(each)),
      { title: 'Ensaio com arquivos de homologação' },
    ),
    smtp: Type.Boolean({ title: 'Envia e-mails' }),
  },
  { title: 'Passos da empresa' },
);
export type FirstSteps = Omit<Static<typeof FirstSteps>, 'passos' | 'ensaio'> & {
  passos: FirstStep[];
  ensaio: 'PODE' | 'RODANDO' | 'NAO';
};

const base = '/config/primeiros-passos';

export const firstStepRoutes = defineRoutes({
  get: {
    method: 'GET',
    path: base,
    summary: 'Primeiros passos da empresa, cada um com o que já há',
    permission: 'CONFIGURACAO',
    response: One(FirstSteps),
  },
  /** Skips the step for the whole company; the step's own permission is required. */
  skip: {
    method: 'POST',
    path: `${base}/{passo}/pular`,
    summary: 'Pular um passo por enquanto, ou voltar a ele',
    permission: 'CONFIGURACAO',
    params: Strict({ passo: Key }),
    body: Strict({ pular: Type.Boolean({ title: 'Pular o passo' }) }),
    idempotent: true,
    response: One(FirstSteps),
  },
  /** Says for the whole company that somebody looked at what the console ships; the step's own permission is required. */
  review: {
    method: 'POST',
    path: `${base}/{passo}/conferir`,
    summary: 'Dizer que alguém conferiu o que já vem no console, ou voltar atrás',
    permission: 'CONFIGURACAO',
    params: Strict({ passo: Key }),
    body: Strict({ conferido: Type.Boolean({ title: 'Está conferido' }) }),
    idempotent: true,
    response: One(FirstSteps),
  },
});

/** What would be removed together with the demonstration company, and what prevents it. */
export const Demonstration = Type.Object(
  {
    /** The name to type as confirmation. */
    empresa: Type.String({ title: 'Nome a digitar' }),
    /** Whether the caller is signed in with a demonstration account, whose password is public. */
    contaNova: Type.Boolean({ title: 'Pede uma conta nova de administrador' }),
    sai: Type.Array(
      Type.Object({
        um: Type.String({ title: 'De um' }),
        muitos: Type.String({ title: 'De vários' }),
        quantidade: Type.Integer({ title: 'Quantidade' }),
      }),
      { title: 'O que sai' },
    ),
    impede: Type.Array(Type.String(), { title: 'O que impede' }),
  },
  { title: 'Empresa de demonstração' },
);
export type Demonstration = Static<typeof Demonstration>;

/** The company's own first account, as in an installation without the demonstration. */
export const OwnAdministrator = Strict({
  cpf: Text('CPF', 14, { minLength: 11 }),
  nome: Title('Nome', 100),
  email: Text('E-mail', 100, { format: 'email' }),
  senha: Secret('Senha', PASSWORD_BOUNDS.minimo, PASSWORD_BOUNDS.maximo),
});

const demonstrationBase = '/config/demonstracao';
const permission = 'CONFIGURACAO_PERFIS';

export const demonstrationRoutes = defineRoutes({
  get: {
    method: 'GET',
    path: demonstrationBase,
    summary: 'O que sairia com a empresa de demonstração',
    permission,
    response: One(Demonstration),
  },
  /** Only in a company that has no customers, products, invoices, orders and tickets yet, since all of it leaves at the end. */
  rehearse: {
    method: 'POST',
    path: `${demonstrationBase}/ensaio`,
    summary: 'Começar um ensaio, que aceita arquivos de homologação da SEFAZ',
    permission,
    idempotent: true,
    response: Done,
  },
  /** Removes all business data at once and permanently; the configuration and the person's own account are kept. */
  clear: {
    method: 'POST',
    path: `${demonstrationBase}/remover`,
    summary: 'Remover a empresa de demonstração ou o ensaio, e começar com a própria',
    permission,
    body: Strict({
      empresa: Text('Nome da demonstração', 100, { minLength: 1 }),
      administrador: Type.Optional(OwnAdministrator),
    }),
    idempotent: true,
    response: One(
      Type.Object({
        message: Type.String({ title: 'Mensagem' }),
        /** The session has ended; the person's own account has to sign in. */
        entrar: Type.Boolean({ title: 'É preciso entrar de novo' }),
      }),
    ),
  },
});
