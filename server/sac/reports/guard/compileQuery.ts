import type { FileProblem } from '#contract/rules/problem.ts';
import type { ColumnType, DeclarativeQuery, ReportParameter } from '#contract/rules/reports/report.ts';
import { DATA_SETS, type DataSet } from '../dataSetFields.ts';
import type { DataSets } from '../dataSets.ts';

type Column = DeclarativeQuery['colunas'][number];
type Filter = NonNullable<DeclarativeQuery['filtros']>[number];
type Compiled = { sql: string } | { problems: FileProblem[] };

/** The SQL type used to compare fields of each column type. */
const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  TEXTO: 'text',
  INTEIRO: 'bigint',
  DECIMAL: 'numeric',
  DINHEIRO: 'numeric',
  PERCENTUAL: 'numeric',
  DATA: 'date',
  MES: 'date',
  ANO: 'date',
  DATAHORA: 'timestamptz',
  LOGICO: 'boolean',
};

const COMPARISONS: Partial<Record<Filter['operador'], string>> = {
  IGUAL: '=',
  DIFERENTE: '<>',
  MAIOR: '>',
  MAIOR_IGUAL: '>=',
  MENOR: '<',
  MENOR_IGUAL: '<=',
};

/**
 * Generates the SQL of a declarative query. It refers to parameters in the same way as hand-written SQL and passes the same
 * guard.
 */
export function compileQuery(
  query: DeclarativeQuery,
  parameters: readonly ReportParameter[],
  sets: DataSets = DATA_SETS,
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
  const lines = [
    `select ${query.colunas.map((column) => `${expressionOf(column, set)} as ${column.como}`).join(',\n  ')}`,
    `from ${sourceOf(query, set)} as dados`,
    conditions.length > 0 ? `where ${conditions.join('\n  and ')}` : '',
    grouped && keys.length > 0 ? `group by ${keys.join(', ')}` : '',
    query.ordem?.length ? `order by ${orderOf(query).join(', ')}` : '',
  ];
  return { sql: lines.filter(Boolean).join('\n') };
}

/**
 * The view to select from. For a type of the company's own, the requested fields from the view shared by all of them; and where
 * fields are requested that administrators added, these with the requested ones of the view.
 */
function sourceOf(
  { conjunto, colunas, filtros = [] }: DeclarativeQuery,
  { own, added = {} }: DataSet,
): string {
  const requested = new Set([...colunas, ...filtros].flatMap(({ campo }) => (campo ? [campo] : [])));
  const read = (sql: Readonly<Record<string, string>>) =>
    [...requested].map((name) => `${sql[name] ?? `r.${name}`} as ${name}`);
  if (own)
    return `(select ${['r.registro_id as chave_do_registro', ...read(own.sql)].join(', ')}
  from relatorio.registros_proprios as r where r.cadastro = ${literal(own.type)})`;
  return [...requested].some((name) => Object.hasOwn(added, name))
    ? `(select ${read(added).join(', ')} from relatorio.${conjunto} as r)`
    : `relatorio.${conjunto}`;
}

function unknownFields({ colunas, filtros = [], conjunto }: DeclarativeQuery, set: DataSet): FileProblem[] {
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

function expressionOf({ campo, agregacao, formato }: Column, set: DataSet): string {
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

function conditionOf(filter: Filter, set: DataSet, parameters: readonly ReportParameter[]): string {
  const { campo, operador, parametro, valor } = filter;
  const tipo = set.campos[campo]?.tipo ?? 'TEXTO';
  const field = `dados.${campo}`;
  if (operador === 'VAZIO') return `(${field} is null or ${field}::text = '')`;
  if (operador === 'PREENCHIDO') return `${field}::text <> ''`;
  if (parametro === undefined) return fixed(field, operador, valor, tipo);
  const kind = parameters.find((each) => each.parametro === parametro)?.tipo;
  if (kind === 'DATERANGE') return within(field, parametro, tipo);
  const name = `:${parametro}`;
  const many = kind === 'MULTISELECT' || kind === 'CHECKBOX';
  return `(${name} is null or ${many ? chosen(field, operador, name, kind) : compared(field, operador, name, tipo)})`;
}

/** Both days are included completely, in the time zone of the person who runs the report. */
function within(field: string, parametro: string, tipo: ColumnType): string {
  const type = tipo === 'DATAHORA' ? '::timestamptz' : '';
  return [
    `(:${parametro}_inicio is null or ${field} >= (:${parametro}_inicio)${type})`,
    `(:${parametro}_fim is null or ${field} < (:${parametro}_fim + 1)${type})`,
  ].join(' and ');
}

function chosen(field: string, operador: Filter['operador'], name: string, kind: string): string {
  if (kind === 'CHECKBOX' && operador === 'IGUAL') return `${field} = ${name}`;
  const inList = `${field}::text = any(${name})`;
  return operador === 'DIFERENTE' ? `not (${inList})` : inList;
}

function compared(field: string, operador: Filter['operador'], value: string, tipo: ColumnType): string {
  if (operador === 'CONTEM')
    return `strpos(relatorio.sem_acento(${field}::text), relatorio.sem_acento(${value}::text)) > 0`;
  return `${field} ${COMPARISONS[operador] ?? '='} ${value}::${SQL_TYPES[tipo]}`;
}

function fixed(field: string, operador: Filter['operador'], valor: unknown, tipo: ColumnType): string {
  if (Array.isArray(valor)) {
    const list = `${field}::text in (${valor.map(literal).join(', ') || "''"})`;
    return operador === 'DIFERENTE' ? `not (${list})` : list;
  }
  return compared(field, operador, literal(valor), tipo);
}

const literal = (value: unknown): string => `'${String(value).replaceAll("'", "''")}'`;

/** Sorts by position, so that a name that is also a field's refers to the displayed column. */
const orderOf = ({ colunas, ordem = [] }: DeclarativeQuery): string[] =>
  ordem.map(
    ({ coluna, direcao }) =>
      `${colunas.findIndex(({ como }) => como === coluna) + 1} ${direcao === 'DESC' ? 'desc' : 'asc'} nulls last`,
  );
