import { readFileSync } from 'node:fs';
import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { formOfParameters } from '#contract/rules/reports/parameterSchema.ts';
import type { Content } from '#server/config/definitions/rules.ts';

/** A chain of common table expressions, each based on the previous one. */
export const chain = (steps: number, step: (before: string) => string, first: string, how = ''): string => {
  const named = Array.from({ length: steps }, (_, index) => `c${index + 1} as ${how} (${step(`c${index}`)})`);
  return `with c0 as ${how} (${first}), ${named.join(', ')} select t from c${steps}`;
};
export const many = (times: number, part: (index: number) => string, between: string): string =>
  Array.from({ length: times }, (_, index) => part(index)).join(between);

const LETTER = "select 'x'::text as t";

/** Statements with which PostgreSQL itself would be busy for minutes or use all memory. Each one is rejected. */
export const HOSTILE_SQL: Readonly<Record<string, string>> = {
  'a text doubled by each step': chain(25, (c) => `select t||t as t from ${c}`, LETTER),
  'the same, kept': chain(30, (c) => `select t||t as t from ${c}`, LETTER, 'materialized'),
  'the same, put in place': chain(25, (c) => `select t||t as t from ${c}`, LETTER, 'not materialized'),
  'the same, renamed': chain(25, (c) => `select y||y as t from ${c} as k(y)`, LETTER),
  'the same by concat': chain(30, (c) => `select concat(t, t) as t from ${c}`, LETTER, 'materialized'),
  'the same by an array': chain(30, (c) => `select array[t, t]::text as t from ${c}`, LETTER, 'materialized'),
  'the same by cases': chain(
    25,
    (c) => `select case when t = '' then t||t else t||t end as t from ${c}`,
    LETTER,
  ),
  'the same by a subselect': chain(25, (c) => `select (select k.t||k.t from ${c} k limit 1) as t`, LETTER),
  'sums doubled by each step': chain(25, (c) => `select t + t as t from ${c}`, 'select 1 as t'),
  'conditions doubled by each step': chain(
    25,
    (c) => `select (t and t) or t as t from ${c}`,
    'select true as t',
  ),
  'products of products': chain(30, (c) => `select t * t as t from ${c}`, 'select 7.5 as t', 'materialized'),
  'steps that join themselves': chain(25, (c) => `select a.t from ${c} a, ${c} b`, 'select 1 as t'),
  'columns doubled by each step': chain(25, (c) => `select a.*, b.* from ${c} a, ${c} b`, 'select 1 as t'),
  'unions doubled by each step': chain(
    25,
    (c) => `select t from ${c} union all select t from ${c}`,
    'select 1 as t',
  ),
  'texts joined over rows, again and again': chain(
    4,
    (c) => `select string_agg(t, t) as t from ${c}`,
    'select assunto as t from relatorio.tickets',
  ),
  'three hundred views': `select count(*) as t from ${many(300, (i) => `relatorio.tickets v${i}`, ', ')}`,
  'three hundred views, joined': `select count(*) as t from relatorio.tickets v ${many(
    150,
    (i) => `join relatorio.itens v${i} using (ticket_id)`,
    ' ',
  )}`,
  'forty views in subselects': `select ${many(
    40,
    (i) => `(select max(ticket_id) from relatorio.tickets where ticket_id > ${i})`,
    ', ',
  )}`,
  'a cube of seven':
    'select 1 as t from relatorio.tickets group by cube (tipo, filial, etapa, uf, dias, valor, custo)',
  'a number of a hundred thousand digits': 'select 1e131071 as t',
  'a product of long numbers': `select '${'9'.repeat(9_000)}'::numeric * '${'9'.repeat(9_000)}'::numeric as t`,
  'a search by an expression': "select tipo ~ '(a+)+$' as t from relatorio.tickets",
  'a text repeated': "select repeat('x', 1000000000) as t",
  'steps without an end': 'with recursive r as (select 1 as t union all select t + 1 from r) select t from r',
};

/** What an author may write into a field, and a value that would keep an ordinary engine busy. */
export interface HostileField {
  field: Record<string, unknown>;
  value?: unknown;
  /** No longer harmful: accepted, and evaluated at once. */
  taken?: boolean;
}

const LONG = 'a'.repeat(9_000);
const pattern = (text: string, value: unknown = LONG): HostileField => ({
  field: { type: 'string', pattern: text },
  value,
  taken: true,
});
const refusedPattern = (text: string): HostileField => ({ field: { type: 'string', pattern: text } });

const nested = (depth: number): Record<string, unknown> =>
  depth === 0 ? { type: 'string' } : { type: 'array', items: nested(depth - 1) };

export const HOSTILE_FIELDS: Readonly<Record<string, HostileField>> = {
  'bounded repetitions in a row': pattern('^a{1,300}a{1,300}a{1,300}a{1,300}b$'),
  'endless repetitions in a row': pattern('a*a*a*b'),
  'digits three times': pattern('\\d+\\d+\\d+x', '1'.repeat(9_000)),
  'thirty that may be missing': pattern(`${'a?'.repeat(30)}${'a'.repeat(30)}`, 'a'.repeat(29)),
  'a repeated repetition': pattern('^(a+)+$', `${LONG}b`),
  'words in words': pattern('^(\\w+\\s?)+$', `${LONG}!`),
  'choices that overlap': pattern('^(a|a)*$', `${LONG}b`),
  'six long ones, written out': refusedPattern(`${'(.{0,999})'.repeat(6)}b`),
  'a repeated long one': refusedPattern(`(?:${'x'.repeat(200)}){1000}`),
  'repetitions that multiply': refusedPattern('((a{30}){30}){30}'),
  'a look ahead': refusedPattern('^(?=a+)b'),
  'a look behind': refusedPattern('(?<=a)b'),
  'a back reference': refusedPattern('(a+)\\1'),
  'three hundred and one characters': refusedPattern('a'.repeat(301)),
  'a pattern out of the data': { field: { type: 'string', pattern: { $data: '/x' } } },
  'patterns for names': { field: { type: 'object', patternProperties: { '(a+)+$': { type: 'string' } } } },
  'groups that must differ': { field: { type: 'array', uniqueItems: true, items: { type: 'object' } } },
  'anything that must differ': { field: { type: 'array', uniqueItems: true } },
  'an answer later': { field: { $async: true, type: 'string' } },
  'another address': { field: { $id: 'http://example.com/x', type: 'string' } },
  'a hundred lists in lists': { field: nested(100) },
  'five thousand choices': {
    field: { anyOf: Array.from({ length: 5_000 }, (_, index) => ({ const: index })) },
  },
  'a part that is itself': { field: { $ref: '#/properties/inscricaoMunicipal' } },
};

/** Name of the field that is given hostile schemas. */
export const FIELD = 'inscricaoMunicipal';

const fileOf = (name: string): Content => {
  const { $schema: _, ...content } = JSON.parse(readFileSync(`schemas/${name}.json`, 'utf8')) as Content;
  return content;
};

export const reportOf = (sql: string): Content => ({
  ...fileOf('reports/envelhecimento-de-tickets'),
  id: 'hostil',
  parametros: formOfParameters([]),
  consulta: { tipo: 'SQL', sql },
  colunas: [{ campo: 't', titulo: 'T', tipo: 'TEXTO' }],
  grafico: undefined,
  testes: [{ parametros: {}, espera: { minimo: 0 } }],
});

/** A registration step with the field, and an example that contains it. */
export function stepOf({ field, value }: HostileField): Content {
  const step = structuredClone(fileOf('registration/sac-empresa')) as {
    schema: { properties: Record<string, unknown> };
    testes: { nome: string; dados: Record<string, unknown>; espera: unknown }[];
  };
  step.schema.properties[FIELD] = field;
  const [example] = step.testes;
  if (example && value !== undefined)
    step.testes.push({ ...example, nome: 'hostil', dados: { ...example.dados, [FIELD]: value } });
  return step as unknown as Content;
}

/** Regular expressions that no field of a record type accepts. */
const HOSTILE_EXPRESSIONS: Readonly<Record<string, string>> = {
  'one that looks ahead': '^(?=(a+)+$)a',
  'one that repeats what it found': '^(a+)\\1+$',
  'one of a million parts': '^((a{1,100}){1,100}){1,100}$',
  'one that is none': '(((',
};

const typeOf = (expressao: string): Content => ({
  formato: 1,
  chave: 'hostil',
  titulo: { um: 'hostil', muitos: 'hostis', genero: 'm' },
  descricao: 'Hostil',
  campos: [{ chave: 'codigo', titulo: 'Código', tipo: 'TEXT', obrigatorio: true, expressao }],
  codigo: ['codigo'],
  nome: 'codigo',
  testes: [{ valores: { codigo: 'a'.repeat(50) }, espera: 'valido' }],
});

const TALL = Array.from({ length: 13 }).reduce<object>((part) => ({ faz: 'nenhuma', de: [part] }), {
  campo: 'aberto',
});
const WIDE = { faz: 'todas', de: Array.from({ length: 200 }, () => ({ campo: 'aberto' })) };
const HOSTILE_CONDITIONS: Readonly<Record<string, object>> = {
  'a path that is SQL': { faz: 'vazio', de: [{ campo: "assunto) is null or (select 'x" }] },
  'a path of every object': { faz: 'vazio', de: [{ campo: 'constructor' }] },
  'personal data of a customer': { faz: 'igual', de: [{ campo: 'cliente.documento' }, { texto: '1' }] },
  'an operation of every object': { faz: 'constructor', de: [{ campo: 'aberto' }] },
  'a number that is SQL': { faz: 'maior', de: [{ campo: 'valor' }, { numero: '1; drop table people' }] },
  'more levels than a condition has': TALL,
  'more parts than a condition has': WIDE,
};

const ruleOf = (se: object): Content => ({
  formato: 1,
  id: 'hostil',
  titulo: 'Hostil',
  entidade: 'tickets',
  quando: { tipo: 'EVENTO', evento: 'CRIADO' },
  se,
  entao: [{ acao: 'ANOTAR', mensagem: 'Feito.' }],
  papel: 'SUPERVISOR',
});

const HOSTILE_WORDS: Readonly<Record<string, object>> = {
  'a word with markup': { palavra: '<img src=x onerror=alert(1)>' },
  'a word that turns the writing': { palavra: 'otre\u202eba' },
  'a word that nobody sees': { palavra: '\u200b' },
  'a word of two lines': { palavra: 'Em\nespera' },
  'a word longer than any': { palavra: 'a'.repeat(61) },
  'a word of every object': { lugar: 'rotulos', chave: 'constructor' },
  'a place of every object': { lugar: 'constructor', chave: 'name' },
  'the word of the status beside it': { palavra: 'EM ATENDIMENTO' },
  'a notice that fills in what nobody gives': { lugar: 'avisos', chave: 'SEGUE', palavra: 'Olá {{senha}}' },
  'a notice with markup': { lugar: 'avisos', chave: 'SEGUE', palavra: '<b>{{ticket}}</b>' },
};

const wordsOf = (word: object): Content => ({
  formato: 1,
  id: 'console',
  titulo: 'Hostis',
  palavras: [{ lugar: 'situacaoTicket', chave: 'ABERTO', palavra: 'Novo', ...word }],
});

/**
 * For each kind, whole definitions with hostile contents that would be executed. A new kind lists its own here, and each is
 * then tried on every path by which definitions come in.
 */
export const HOSTILE: Readonly<
  Record<DefinitionKind, Readonly<Record<string, { content: Content; taken?: boolean | undefined }>>>
> = {
  reports: Object.fromEntries(
    Object.entries(HOSTILE_SQL).map(([name, sql]) => [name, { content: reportOf(sql) }]),
  ),
  registration: Object.fromEntries(
    Object.entries(HOSTILE_FIELDS).map(([name, hostile]) => [
      name,
      { content: stepOf(hostile), taken: hostile.taken },
    ]),
  ),
  records: Object.fromEntries(
    Object.entries(HOSTILE_EXPRESSIONS).map(([name, expression]) => [name, { content: typeOf(expression) }]),
  ),
  rules: Object.fromEntries(
    Object.entries(HOSTILE_CONDITIONS).map(([name, condition]) => [name, { content: ruleOf(condition) }]),
  ),
  words: Object.fromEntries(
    Object.entries(HOSTILE_WORDS).map(([name, palavra]) => [name, { content: wordsOf(palavra) }]),
  ),
  // These contain nothing that is executed: their meta-schemas define every key and value.
  fields: {},
  flows: {},
  panels: {},
  mails: {},
  dashboards: {},
};
