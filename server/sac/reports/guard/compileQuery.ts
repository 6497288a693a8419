import { ENTITIES } from '#contract/map/index.ts';
import type { FileProblem } from '#contract/rules/problem.ts';
import type { DeclarativeQuery, ReportParameter } from '#contract/rules/reports/report.ts';
import type { SourcedEntities, SourcedEntity } from '#server/map/sourcedEntity.ts';
import { conditionOf, literal } from './conditions.ts';

type Column = DeclarativeQuery['colunas'][number];
type Compiled = { sql: string } | { problems: FileProblem[] };

/**
 * With at most this many rows wanted, the keys of a list are read first. PostgreSQL knows nothing about how many there will be, and
 * looks up each of them.
 */
const KEYS_FIRST = 2_000;

/**
 * Generates the SQL of a declarative query. It refers to parameters in the same way as hand-written SQL and passes the same
 * guard. `rows` is how many will be read at most; undefined if all.
 */
export function compileQuery(
  query: DeclarativeQuery,
  parameters: readonly ReportParameter[],
  sets: SourcedEntities = ENTITIES,
  rows?: number,
): Compiled {
  const set = Object.hasOwn(sets, query.conjunto) ? sets[query.conjunto] : undefined;
  if (!set)
    return {
      problems: [
        {
          pointer: '/consulta/conjunto',
          message: `O conjunto de dados ${query.conjunto} não existe. Há ${Object.keys(sets).join(', ')}.`,
        },
      ],
    };
  const problems = unknownFields(query, set);
  if (problems.length > 0) return { problems };
  const grouped = query.colunas.some(({ agregacao }) => agregacao);
  const keys = query.colunas.flatMap(({ agregacao }, index) => (agregacao ? [] : [String(index + 1)]));
  const conditions = (query.filtros ?? []).map((filter) => conditionOf(filter, set, parameters));
  const columns = query.colunas.map((column) => `${expressionOf(column, set)} as ${column.como}`);
  const used = [...query.colunas, ...(query.filtros ?? [])].flatMap(({ campo }) => campo ?? []);
  const [key, ...more] = set.own ? [] : set.chave;
  if (!grouped && key !== undefined && more.length === 0 && rows !== undefined && rows <= KEYS_FIRST)
    return { sql: keysFirst(query, { set, columns, conditions, key, rows }) };
  const lines = [
    `select ${columns.join(',\n  ')}`,
    `from ${sourceOf(query.conjunto, set, used)} as dados`,
    conditions.length > 0 ? `where ${conditions.join('\n  and ')}` : '',
    grouped && keys.length > 0 ? `group by ${keys.join(', ')}` : '',
    query.ordem?.length ? `order by ${orderOf(query).join(', ')}` : '',
  ];
  return { sql: lines.filter(Boolean).join('\n') };
}

interface List {
  set: SourcedEntity;
  columns: readonly string[];
  conditions: readonly string[];
  key: string;
  rows: number;
}

/**
 * First which rows, then what they show: a view computes each column that is asked of it for every row that its conditions leave,
 * also for those that a limit then cuts off.
 */
function keysFirst(query: DeclarativeQuery, { set, columns, conditions, key, rows }: List): string {
  const { conjunto, colunas, ordem = [], filtros = [] } = query;
  const shown = colunas.flatMap(({ campo }) => campo ?? []);
  const sorted = ordem.map(({ coluna, direcao }) => ({
    column: colunas.find(({ como }) => como === coluna) ?? { campo: key, como: key },
    direcao,
  }));
  const decisive = [...filtros, ...sorted.map(({ column }) => column)].flatMap(({ campo }) => campo ?? []);
  const order = sorted.map(({ column, direcao }) => `${expressionOf(column, set)} ${direction(direcao)}`);
  return [
    `select ${columns.join(',\n  ')}`,
    `from ${sourceOf(conjunto, set, [...shown, key])} as dados`,
    `where dados.${key} = any (array(`,
    `  select dados.${key}`,
    `  from ${sourceOf(conjunto, set, [...decisive, key])} as dados`,
    conditions.length > 0 ? `  where ${conditions.join('\n    and ')}` : '',
    `  order by ${[...order, `dados.${key}`].join(', ')}`,
    `  limit ${rows}`,
    '))',
    `order by ${[...orderOf(query), `dados.${key}`].join(', ')}`,
  ]
    .filter(Boolean)
    .join('\n');
}

/**
 * The view to select from. For a type of the company's own, the requested fields from the view shared by all of them; and where
 * fields are requested that administrators added, these with the requested ones of the view.
 */
function sourceOf(view: string, { own, added = {} }: SourcedEntity, fields: readonly string[]): string {
  const requested = new Set(fields);
  const read = (sql: Readonly<Record<string, string>>) =>
    [...requested].map((name) => `${sql[name] ?? `r.${name}`} as ${name}`);
  if (own)
    return `(select ${['r.registro_id as chave_do_registro', ...read(own.sql)].join(', ')}
  from relatorio.registros_proprios as r where r.cadastro = ${literal(own.type)})`;
  return [...requested].some((name) => Object.hasOwn(added, name))
    ? `(select ${read(added).join(', ')} from relatorio.${view} as r)`
    : `relatorio.${view}`;
}

function unknownFields(
  { colunas, filtros = [], conjunto }: DeclarativeQuery,
  set: SourcedEntity,
): FileProblem[] {
  const missing = (name: string | undefined) => name !== undefined && !Object.hasOwn(set.campos, name);
  const problem = (pointer: string, message: string): FileProblem => ({ pointer, message });
  return [
    ...colunas.flatMap(({ campo, agregacao }, index) => {
      const at = `/consulta/colunas/${index}`;
      if (missing(campo)) return [problem(`${at}/campo`, `O conjunto ${conjunto} não tem o campo ${campo}.`)];
      if (campo === undefined && agregacao !== 'CONTAGEM')
        return [problem(at, 'Diga em "campo" de onde vem esta coluna. Só CONTAGEM vai sem campo.')];
      const tipo = campo ? set.campos[campo]?.tipo : undefined;
      const figures = tipo && ['INTEIRO', 'DECIMAL', 'DINHEIRO', 'PERCENTUAL'].includes(tipo);
      if ((agregacao === 'SOMA' || agregacao === 'MEDIA') && !figures)
        return [problem(`${at}/agregacao`, `${campo} não é número: não se soma nem tem média.`)];
      return [];
    }),
    ...filtros.flatMap((filter, index) => {
      const at = `/consulta/filtros/${index}`;
      if (missing(filter.campo))
        return [problem(`${at}/campo`, `O conjunto ${conjunto} não tem o campo ${filter.campo}.`)];
      const needs = !['VAZIO', 'PREENCHIDO'].includes(filter.operador);
      if (needs && (filter.parametro === undefined) === (filter.valor === undefined))
        return [problem(at, 'Diga o valor por "parametro" ou por "valor", um dos dois.')];
      if (filter.operador === 'ENTRE' && filter.parametro === undefined)
        return [problem(at, 'ENTRE compara com um período: diga o filtro em "parametro".')];
      return [];
    }),
  ];
}

function expressionOf({ campo, agregacao, formato }: Column, set: SourcedEntity): string {
  if (campo === undefined) return 'count(*)';
  const field = `dados.${campo}`;
  const moment = set.campos[campo]?.tipo === 'DATAHORA';
  const units = { DIA: 'day', MES: 'month', ANO: 'year' };
  const shown = formato
    ? `date_trunc('${units[formato]}', ${field}${moment ? '' : '::timestamp'})::date`
    : field;
  switch (agregacao) {
    case 'SOMA':
      return `coalesce(sum(${shown}), 0)`;
    case 'CONTAGEM':
      return `count(${shown})`;
    case 'CONTAGEM_DISTINTA':
      return `count(distinct ${shown})`;
    case 'MEDIA':
      return `round(avg(${shown}), 4)`;
    case 'MINIMO':
      return `min(${shown})`;
    case 'MAXIMO':
      return `max(${shown})`;
    default:
      return shown;
  }
}

const direction = (direcao: 'ASC' | 'DESC'): string => `${direcao === 'DESC' ? 'desc' : 'asc'} nulls last`;

/** Sorts by position, so that a name that is also a field's refers to the displayed column. */
const orderOf = ({ colunas, ordem = [] }: DeclarativeQuery): string[] =>
  ordem.map(
    ({ coluna, direcao }) => `${colunas.findIndex(({ como }) => como === coluna) + 1} ${direction(direcao)}`,
  );
