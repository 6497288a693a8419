import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Day, Done, defineRoutes, Id, Instant, Nullable, One, Page, pageQuery, Strict } from '../route.ts';
import {
  RULE_MODE_NAMES,
  RULE_MODES,
  RUN_STATE_NAMES,
  RUN_STATES,
} from '../rules/companyRules/companyRule.ts';
import { CHOICE_SOURCES } from '../rules/companyRules/ruleActions.ts';
import { Problem } from './definitions.ts';

const Key = Type.String({ title: 'Chave', pattern: '^[a-z][a-z0-9-]{1,59}$' });
const named = <const V extends string>(
  title: string,
  values: readonly V[],
  names: Readonly<Record<V, string>>,
) =>
  Type.Union(
    values.map((value) => Type.Literal(value, { title: names[value] })),
    { title },
  );
const Mode = named('O que ela faz', RULE_MODES, RULE_MODE_NAMES);
const State = named('Situação', RUN_STATES, RUN_STATE_NAMES);
const Person = Type.Object({ id: Id('Pessoa'), nome: Type.String({ title: 'Nome' }) });
const Count = (title: string) => Type.Integer({ title, minimum: 0 });

/** How a published rule stands, and what it did in the last seven days. */
export const RuleStanding = Type.Object(
  {
    chave: Type.String({ title: 'Chave' }),
    titulo: Type.String({ title: 'Título' }),
    /** Whether people start it, so that there is nothing to switch on. */
    macro: Type.Boolean({ title: 'Macro' }),
    modo: Mode,
    /** Why it is off, if the console switched it off by itself. */
    motivo: Type.String({ title: 'Por que foi desligada' }),
    /** Who published it or switched it on: it stops if this person loses a right of its role. */
    responsavel: Nullable(Person),
    desde: Nullable(Instant('Desde')),
    feitas: Count('Feitas em 7 dias'),
    ignoradas: Count('Não se aplicaram em 7 dias'),
    registradas: Count('Só registradas em 7 dias'),
    comErro: Count('Com erro'),
    esperando: Count('Na fila ou esperando'),
    /** What it waits for, if it did more than it may: 'Mais de 100 ações num minuto: segue aos poucos.' */
    limite: Type.String({ title: 'Por que espera' }),
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Estado de uma regra' },
);
export type RuleStanding = Static<typeof RuleStanding>;

/** What a rule did with one event, or would have done. */
export const RuleRun = Type.Object(
  {
    id: Type.Integer({ title: 'Código' }),
    quando: Instant('Quando'),
    /** 'É aberto' */
    evento: Type.String({ title: 'O que houve' }),
    /** The entity of the map and the number of the record. */
    entidade: Type.String({ title: 'Sobre o quê' }),
    registro: Id('Registro'),
    /** A path of the console; `null` where records of the entity have no page, or the person may not see this one. */
    pagina: Nullable(Type.String({ title: 'Página' })),
    situacao: State,
    /** What was done, why not, or what was wrong. No value of the record stands in it. */
    frase: Type.String({ title: 'O que se fez' }),
    tentativas: Count('Tentativas'),
    proxima: Nullable(Instant('Próxima tentativa')),
    versaoRegra: Type.Integer({ title: 'Versão da regra' }),
    /** How many rules followed each other up to this one. */
    profundidade: Count('Regras em cadeia'),
    acoes: Type.Array(
      Type.Object({
        acao: Type.String({ title: 'Ação' }),
        quando: Instant('Quando'),
        frase: Type.String({ title: 'O que se fez' }),
      }),
      { title: 'Ações feitas' },
    ),
    /** Whether it may be tried again. */
    podeRepetir: Type.Boolean({ title: 'Pode repetir' }),
  },
  { title: 'Execução de uma regra' },
);
export type RuleRun = Static<typeof RuleRun>;

const Example = Type.Object({
  registro: Id('Registro'),
  /** 'Ticket 1234' */
  nome: Type.String({ title: 'Nome' }),
  pagina: Nullable(Type.String({ title: 'Página' })),
  quando: Instant('Quando'),
});

/** What a rule would have met, and what it would do as things are today. */
export const RuleTrial = Type.Object(
  {
    problemas: Type.Array(Problem, { title: 'Problemas' }),
    dias: Count('Dias'),
    /** How often it happened; a number above `ate` is not counted on. */
    vezes: Count('Vezes'),
    ate: Count('Contado até'),
    /** Of how many records the condition is true today. */
    valeria: Count('Valeria em'),
    /** At most 20, the newest first, as far as the person may see the records. */
    exemplos: Type.Array(Example, { title: 'Exemplos' }),
    /** 'Nos últimos 90 dias aconteceu 128 vezes; pela situação de hoje valeria em 20.' */
    frase: Type.String({ title: 'Em uma frase' }),
  },
  { title: 'Ensaio de uma regra' },
);
export type RuleTrial = Static<typeof RuleTrial>;

const RuleDay = Type.Object({
  dia: Day('Dia'),
  feitas: Count('Feitas'),
  ignoradas: Count('Não se aplicaram'),
  registradas: Count('Só registradas'),
  comErro: Count('Com erro'),
});
export type RuleDay = Static<typeof RuleDay>;

const Choice = Type.Object({
  /** A key, or a number. */
  valor: Type.Union([Type.String(), Type.Integer()], { title: 'Valor' }),
  titulo: Type.String({ title: 'Título' }),
  /** Of a record type, the fields that an action may fill in. */
  campos: Type.Optional(
    Type.Array(
      Type.Object({ chave: Type.String({ title: 'Chave' }), titulo: Type.String({ title: 'Título' }) }),
      { title: 'Campos' },
    ),
  ),
});
export type RuleChoice = Static<typeof Choice>;

const base = '/config/regras';
const permission = 'CONFIGURACAO_REGRAS';
const params = Strict({ chave: Key });

/** The rules that a company wrote: what they do and did. As definitions they are written by the studio. */
export const companyRuleRoutes = defineRoutes({
  standings: {
    method: 'GET',
    path: base,
    summary: 'Estado das regras publicadas',
    permission,
    response: Type.Array(RuleStanding),
  },
  standing: {
    method: 'GET',
    path: `${base}/{chave}`,
    summary: 'Estado de uma regra',
    permission,
    params,
    response: One(RuleStanding),
  },
  /** Whoever switches it on, or lets it only write down, needs every right of its role, and becomes responsible for it. */
  setMode: {
    method: 'POST',
    path: `${base}/{chave}/modo`,
    summary: 'Ligar ou desligar uma regra, ou deixá-la só registrar',
    permission,
    recentProof: true,
    params,
    body: Strict({ modo: Mode, versao: Type.Integer({ title: 'Versão', minimum: 0, maximum: 2147483647 }) }),
    response: One(RuleStanding),
  },
  /** The newest first. */
  runs: {
    method: 'GET',
    path: `${base}/{chave}/execucoes`,
    summary: 'O que uma regra fez',
    permission,
    params,
    query: Strict({
      page: pageQuery.page,
      take: pageQuery.take,
      situacao: Type.Optional(State),
      registro: Type.Optional(Id('Registro')),
    }),
    response: Page(RuleRun),
  },
  /** Day by day, for 30 days: also what it would have done while it only wrote down. */
  days: {
    method: 'GET',
    path: `${base}/{chave}/dias`,
    summary: 'O que uma regra fez ou faria, dia a dia',
    permission,
    params,
    response: Type.Array(RuleDay),
  },
  /** What was done already is not done again: it goes on with the action that failed. */
  retry: {
    method: 'POST',
    path: `${base}/{chave}/execucoes/{id}/repetir`,
    summary: 'Repetir o que deu erro numa regra',
    permission,
    params: Strict({ chave: Key, id: Id('Execução') }),
    response: Done,
  },
  /** Of a rule that need not be published or saved. Nothing is written. */
  tryOut: {
    method: 'POST',
    path: `${base}-simular`,
    summary: 'Ensaiar uma regra sobre o que já aconteceu',
    permission,
    allowedWhileViewingAs: 'reads',
    body: Strict({
      conteudo: Type.Record(Type.String(), Type.Unknown(), {
        additionalProperties: true,
        title: 'Conteúdo',
        'x-exato': true,
      }),
    }),
    response: One(RuleTrial),
  },
  /** What the fields of actions are chosen from. */
  choices: {
    method: 'GET',
    path: `${base}-opcoes`,
    summary: 'Do que se escolhe nas ações de uma regra',
    permission,
    response: Type.Object(
      Object.fromEntries(
        CHOICE_SOURCES.map((source) => [source, Type.Array(Choice, { title: source })]),
      ) as Record<(typeof CHOICE_SOURCES)[number], ReturnType<typeof Type.Array<typeof Choice>>>,
    ),
  },
});
