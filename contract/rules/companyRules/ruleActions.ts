import type { Static, TObject } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { ticketPriority } from '../../catalogs/ticketPriority.ts';
import type { Permission } from '../../permissions.ts';
import { Strict, Text } from '../../route.ts';
import { literalOf } from '../../sharedShapes.ts';
import { analysisCounters } from '../steps/returnedGoods.ts';
import { OBSERVATION_MAX } from '../tickets/ticketItems.ts';
import { MOST_SNOOZED_DAYS } from '../tickets/ticketSnooze.ts';

/** What a rule is chosen from: the fields of its actions, and the role that it acts with; `GET /config/regras-opcoes` lists each of them. */
export const CHOICE_SOURCES = [
  'setores',
  'atendentes',
  'respostas',
  'webhooks',
  'motivosFinalizacao',
  'tiposTicket',
  'camposTicket',
  'vendedores',
  'perfis',
  'motivosAbertura',
  'cadastros',
  'modelosEmail',
] as const;
export type ChoiceSource = (typeof CHOICE_SOURCES)[number];

/** On a field: the list that its value is chosen from. */
const from = (source: ChoiceSource) => ({ 'x-escolha': source });
/** On a field: shown and needed only while another field has one of these values. */
const when = (field: string, ...values: string[]) => ({ 'x-quando': { campo: field, valores: values } });
/** On a text: it may name fields of the record and of what it refers to, by their paths: 'Olá, {{cliente.nome}}'. */
const FILLED = { 'x-campos': true };
/** On an object of texts: a value for each field of the type that another field names. */
const valuesOf = (field: string) => ({ 'x-valores': field, ...FILLED });

/** A choice that only macros have: whoever uses it. */
export const BY_WHOM = 'QUEM_USA';

const oneOf = <const V extends readonly (readonly [string, string])[]>(
  title: string,
  values: V,
  options: object = {},
) =>
  Type.Union(
    values.map(([value, label]) => Type.Literal(value as V[number][0], { title: label })),
    { title, ...options },
  );

const Quantity = (title: string, options: object = {}) =>
  Type.Integer({ title, minimum: 1, maximum: 2000, ...options });

/** One thing that rules can do. */
interface ActionKind {
  /** A verb, as in 'então encaminha a um setor'. */
  readonly label: string;
  /** Entities of the map whose records it is done to; absent for all. */
  readonly entidades?: readonly string[];
  /** It is done for the customer of the record. */
  readonly cliente?: true;
  /** What the role needs for it; of `permissoes` all. */
  readonly permissoes: readonly Permission[];
  readonly campos: TObject;
}

const TICKETS = ['tickets'];

/** The actions by their keys. The titles of their fields stand in the schemas, in the order in which they are asked for. */
export const RULE_ACTIONS = {
  ENCAMINHAR: {
    label: 'encaminha a um setor',
    entidades: TICKETS,
    permissoes: ['SAC_TICKETS', 'TICKETS_RESPONDER_INTERNO'],
    campos: Strict({
      setor: Type.String({ title: 'Setor', ...from('setores') }),
      pessoa: Type.Optional(Type.Integer({ title: 'Atendente', ...from('atendentes') })),
      mensagem: Text('Mensagem ao setor', 4000, { minLength: 1, ...FILLED }),
    }),
  },
  ATRIBUIR: {
    label: 'atribui a uma pessoa',
    entidades: TICKETS,
    permissoes: ['SAC_TICKETS', 'TICKETS_RESPONDER_INTERNO'],
    campos: Strict({
      como: oneOf('A quem', [
        ['PESSOA', 'A uma pessoa certa'],
        ['MENOS_TICKETS', 'A quem tem menos tickets em aberto'],
        ['RODIZIO', 'Uma pessoa por vez, em rodízio'],
        ['SUBSTITUTO', 'Ao substituto de quem está ausente'],
        [BY_WHOM, 'A quem usa a macro'],
      ]),
      pessoa: Type.Optional(
        Type.Integer({ title: 'Pessoa', ...from('atendentes'), ...when('como', 'PESSOA') }),
      ),
      setor: Type.Optional(
        Type.String({
          title: 'Só pessoas deste setor',
          ...from('setores'),
          ...when('como', 'MENOS_TICKETS', 'RODIZIO'),
        }),
      ),
      tirar: Type.Optional(Type.Boolean({ title: 'Também se já é de alguém' })),
    }),
  },
  PRIORIZAR: {
    label: 'muda a prioridade',
    entidades: TICKETS,
    permissoes: ['SAC_TICKETS', 'TICKETS_RESPONDER_INTERNO'],
    campos: Strict({
      prioridade: Type.Union(ticketPriority.map(literalOf), { title: 'Prioridade' }),
    }),
  },
  PRAZO: {
    label: 'muda o prazo da etapa',
    entidades: TICKETS,
    permissoes: ['SAC_TICKETS', 'TICKETS_RESPONDER_INTERNO'],
    campos: Strict({ quantidade: Quantity('Horas úteis desde a entrada na etapa') }),
  },
  ADIAR: {
    label: 'adia até um dia, ou até o cliente responder',
    entidades: TICKETS,
    permissoes: ['SAC_TICKETS', 'TICKETS_RESPONDER_INTERNO'],
    campos: Strict({
      // A day less than a ticket may be put off, whose hour may be later than now.
      emDias: Type.Integer({
        title: 'Volta daqui a quantos dias',
        minimum: 1,
        maximum: MOST_SNOOZED_DAYS - 1,
      }),
      hora: Type.String({ title: 'Volta a que hora', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
    }),
  },
  CAMPO: {
    label: 'preenche um campo adicional',
    entidades: TICKETS,
    permissoes: ['SAC_TICKETS', 'TICKETS_CAMPOS', 'TICKETS_RESPONDER_INTERNO'],
    campos: Strict({
      campo: Type.String({ title: 'Campo', maxLength: 60, ...from('camposTicket') }),
      valor: Text('Valor', 500, FILLED),
    }),
  },
  ANOTAR: {
    label: 'escreve uma nota interna',
    entidades: TICKETS,
    permissoes: ['SAC_TICKETS', 'TICKETS_RESPONDER_INTERNO'],
    campos: Strict({ mensagem: Text('Nota', 4000, { minLength: 1, ...FILLED }) }),
  },
  RESPONDER: {
    label: 'responde ao cliente com uma resposta pronta',
    entidades: TICKETS,
    permissoes: ['SAC_TICKETS', 'TICKETS_RESPONDER'],
    campos: Strict({
      resposta: Type.Integer({ title: 'Resposta pronta', ...from('respostas') }),
      aguardaCliente: Type.Optional(Type.Boolean({ title: 'Depois espera pelo cliente' })),
    }),
  },
  AVANCAR: {
    label: 'avança para a próxima etapa',
    entidades: TICKETS,
    permissoes: ['SAC_TICKETS'],
    campos: Strict({
      motivo: Type.Optional(Text('Motivo, se o caminho pede', 500, FILLED)),
    }),
  },
  FINALIZAR: {
    label: 'finaliza',
    entidades: TICKETS,
    permissoes: ['SAC_TICKETS', 'TICKETS_FINALIZAR'],
    campos: Strict({
      idMotivo: Type.Integer({ title: 'Motivo de finalização', ...from('motivosFinalizacao') }),
      observacao: Type.Optional(Text('Observação', 500, FILLED)),
    }),
  },
  REABRIR: {
    label: 'reabre',
    entidades: TICKETS,
    permissoes: ['SAC_TICKETS', 'TICKETS_REABRIR'],
    campos: Strict({ motivo: Text('Motivo', 500, { minLength: 1, ...FILLED }) }),
  },
  RECLASSIFICAR: {
    label: 'muda o tipo',
    entidades: TICKETS,
    permissoes: ['SAC_TICKETS', 'TICKETS_RECLASSIFICAR'],
    campos: Strict({
      tipo: Type.String({ title: 'Tipo', ...from('tiposTicket') }),
      motivo: Text('Motivo', 500, { minLength: 1, ...FILLED }),
    }),
  },
  EMAIL: {
    label: 'envia um e-mail',
    permissoes: ['session'],
    campos: Strict({
      para: oneOf('Para quem', [
        ['CLIENTE', 'O cliente'],
        ['REPRESENTANTE', 'O representante do cliente'],
        ['RESPONSAVEL', 'Quem cuida: o operador ou o vendedor'],
        ['PESSOA', 'Uma pessoa da empresa'],
      ]),
      pessoa: Type.Optional(
        Type.Integer({ title: 'Pessoa', ...from('atendentes'), ...when('para', 'PESSOA') }),
      ),
      assunto: Text('Assunto', 150, { minLength: 1, ...FILLED }),
      texto: Text('Texto', 4000, { minLength: 1, ...FILLED }),
    }),
  },
  EMAIL_MODELO: {
    label: 'envia ao cliente um modelo de e-mail',
    entidades: TICKETS,
    permissoes: ['SAC_TICKETS', 'TICKETS_RESPONDER'],
    campos: Strict({
      modelo: Type.String({ title: 'Modelo de e-mail', maxLength: 60, ...from('modelosEmail') }),
    }),
  },
  AVISAR: {
    label: 'avisa uma pessoa no sino',
    permissoes: ['session'],
    campos: Strict({
      para: oneOf('Para quem', [
        ['RESPONSAVEL', 'Quem cuida: o operador ou o vendedor'],
        ['SUPERVISORES', 'Os supervisores'],
        ['PESSOA', 'Uma pessoa da empresa'],
      ]),
      pessoa: Type.Optional(
        Type.Integer({ title: 'Pessoa', ...from('atendentes'), ...when('para', 'PESSOA') }),
      ),
      assunto: Text('Assunto', 120, { minLength: 1, ...FILLED }),
      texto: Text('Texto', 2000, { minLength: 1, ...FILLED }),
    }),
  },
  AGENDA: {
    label: 'cria uma agenda para o cliente',
    cliente: true,
    permissoes: ['AGENDA', 'AGENDA_EDITAR'],
    campos: Strict({
      tipo: oneOf('Tipo', [
        ['A', 'Contato'],
        ['C', 'Cobrança'],
      ]),
      assunto: Text('Assunto', 150, { minLength: 1, ...FILLED }),
      quem: oneOf('Para quem', [
        ['VENDEDOR', 'O vendedor do cliente'],
        ['PESSOA', 'Uma pessoa certa'],
        [BY_WHOM, 'Quem usa a macro'],
      ]),
      pessoa: Type.Optional(
        Type.Integer({ title: 'Pessoa', ...from('vendedores'), ...when('quem', 'PESSOA') }),
      ),
      emDias: Type.Integer({ title: 'Daqui a quantos dias', minimum: 0, maximum: 365 }),
      hora: Type.String({ title: 'Hora', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
      observacao: Type.Optional(Text('Observação', 500, FILLED)),
    }),
  },
  TICKET: {
    label: 'abre um ticket para o cliente',
    cliente: true,
    permissoes: ['SAC_TICKETS', 'TICKETS_CRIAR'],
    campos: Strict({
      tipo: Type.String({ title: 'Tipo', ...from('tiposTicket') }),
      motivoAbertura: Type.Optional(
        Type.Integer({ title: 'Motivo, se o tipo pede', ...from('motivosAbertura') }),
      ),
      assunto: Text('Assunto', 150, { minLength: 1, ...FILLED }),
      mensagem: Text('Mensagem', 4000, { minLength: 1, ...FILLED }),
    }),
  },
  REGISTRO: {
    label: 'cria um registro num cadastro',
    permissoes: ['session'],
    campos: Strict({
      cadastro: Type.String({ title: 'Cadastro', ...from('cadastros') }),
      valores: Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
        title: 'Valores',
        ...valuesOf('cadastro'),
      }),
    }),
  },
  PROPOR_ANALISE: {
    label: 'sugere como analisar a devolução',
    entidades: TICKETS,
    permissoes: ['SAC_TICKETS', 'TICKETS_RESPONDER_INTERNO'],
    campos: Strict({
      proposta: oneOf('O que sugere', [
        ['APROVAR', 'Aprovar'],
        ['RECUSAR', 'Recusar'],
        ['OLHAR', 'Que uma pessoa confira'],
      ]),
      contagem: Type.Optional(
        Type.Union(
          analysisCounters.map(({ key, label }) => Type.Literal(key, { title: label })),
          { title: 'Conta o recusado como', ...when('proposta', 'RECUSAR') },
        ),
      ),
      // The customer reads it as the reason of a refusal, so it names no field of the record.
      motivo: Text('Por quê', OBSERVATION_MAX, { minLength: 1 }),
    }),
  },
  PESQUISA: {
    label: 'pergunta ao cliente como foi o atendimento',
    entidades: TICKETS,
    permissoes: ['SAC_TICKETS', 'TICKETS_RESPONDER_INTERNO'],
    campos: Strict({}),
  },
  AVISAR_ESPERAS: {
    label: 'avisa quem espera pelo produto',
    entidades: ['estoque'],
    permissoes: ['CLIENTE_ORCAMENTOS', 'ORCAMENTO_EDITAR'],
    campos: Strict({
      para: oneOf('Para quem', [
        ['VENDEDOR', 'O vendedor que prometeu, no sino'],
        ['CLIENTE', 'O cliente, por e-mail'],
      ]),
      assunto: Text('Assunto', 120, { minLength: 1, ...FILLED }),
      texto: Text('Texto', 2000, { minLength: 1, ...FILLED }),
    }),
  },
  WEBHOOK: {
    label: 'avisa outro sistema',
    permissoes: ['session'],
    campos: Strict({ webhook: Type.Integer({ title: 'Webhook', ...from('webhooks') }) }),
  },
  ESPERAR: {
    label: 'espera, e segue se a condição ainda vale',
    permissoes: ['session'],
    campos: Strict({
      quantidade: Quantity('Quanto'),
      unidade: oneOf('Unidade', [
        ['HORAS', 'Horas'],
        ['DIAS', 'Dias'],
      ]),
    }),
  },
} as const satisfies Record<string, ActionKind>;

export type RuleActionKey = keyof typeof RULE_ACTIONS;

export const RULE_ACTION_KEYS = Object.keys(RULE_ACTIONS) as RuleActionKey[];

export type ActionInput<K extends RuleActionKey> = Static<(typeof RULE_ACTIONS)[K]['campos']>;

/** An action of a rule: its key and the fields that its schema names. */
export type RuleAction = { [K in RuleActionKey]: { acao: K } & ActionInput<K> }[RuleActionKey];

export const actionKind = (key: string): ActionKind | undefined =>
  Object.hasOwn(RULE_ACTIONS, key) ? RULE_ACTIONS[key as RuleActionKey] : undefined;

/** 'escrever uma nota interna'; the key itself of an action that is gone since. */
export const actionName = (key: string): string => actionKind(key)?.label ?? key;

/** What is sold is of no customer. */
const OF_NOBODY: ReadonlySet<string> = new Set(['produtos', 'estoque']);

export const isDoneTo = ({ entidades, cliente }: ActionKind, entity: string): boolean =>
  (!entidades || entidades.includes(entity)) && !(cliente && OF_NOBODY.has(entity));

/** The actions that can be done to the records of an entity. */
export const actionsFor = (entity: string): RuleActionKey[] =>
  RULE_ACTION_KEYS.filter((key) => isDoneTo(RULE_ACTIONS[key], entity));

/** The texts of a field, each with its place in it: '' of a text itself. */
export function textsIn(value: unknown): [place: string, text: string][] {
  if (typeof value === 'string') return [['', value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[`/${key}`, text]] : [],
  );
}

/** The actions of a macro: it is done at once, so it does not wait. */
export const MACRO_ACTIONS: readonly RuleActionKey[] = RULE_ACTION_KEYS.filter((key) => key !== 'ESPERAR');

/**
 * What a person needs for an action of a macro: what they would need for doing the same by hand. What nobody does by hand is for those
 * who work on tickets within the company, and what the customer reads for those who may write to customers.
 */
export function macroPermissions(action: RuleAction): Permission[] {
  const needed = (actionKind(action.acao)?.permissoes ?? []).filter((each) => each !== 'session');
  if (needed.length > 0) return [...needed];
  return [
    action.acao === 'EMAIL' && action.para !== 'PESSOA' && action.para !== 'RESPONSAVEL'
      ? 'TICKETS_RESPONDER'
      : 'TICKETS_RESPONDER_INTERNO',
  ];
}

/** The place of a path in a text: 'Olá, {{cliente.nome}}'. */
const PLACE = /\{\{\s*([a-z][a-z0-9_.]*)\s*\}\}/g;

/** The paths that a text names, each once. */
export const pathsInText = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACE)].map(([, path = '']) => path)),
];

/** The text with the values of its paths. */
export const filledText = (text: string, read: (path: string) => string): string =>
  text.replace(PLACE, (_, path: string) => read(path));
