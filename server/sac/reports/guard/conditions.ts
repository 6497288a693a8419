import { resolvePath } from '#contract/map/paths.ts';
import type { GroupValue, RowsQuery } from '#contract/rules/reports/figureRows.ts';
import { parametersOf } from '#contract/rules/reports/parameterSchema.ts';
import {
  type ColumnType,
  type DeclarativeQuery,
  PERIODS,
  type ReportDefinition,
  type ReportParameter,
} from '#contract/rules/reports/report.ts';
import { isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { invalid } from '#server/errors.ts';
import { quoted } from '#server/expression/quoted.ts';
import type { SourcedEntities } from '#server/map/sourcedEntity.ts';

export type Filter = NonNullable<DeclarativeQuery['filtros']>[number];

/** The SQL type used to compare fields of each column type. */
const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  TEXTO: 'text',
  INTEIRO: 'bigint',
  DECIMAL: 'numeric',
  DINHEIRO: 'numeric',
  PERCENTUAL: 'numeric',
  DATA: 'date',
  SEMANA: 'date',
  MES: 'date',
  TRIMESTRE: 'date',
  ANO: 'date',
  DATAHORA: 'timestamptz',
  HORA: 'bigint',
  DIA_SEMANA: 'bigint',
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

/** The column that a filter compares. */
interface Compared {
  column: string;
  type: ColumnType;
}

/**
 * The condition of a filter, always in the field's own type: a field that is converted to text first can be found by no index,
 * and what a view hides of its rows is then read for every one of them.
 */
export function conditionOf(
  filter: Filter,
  { column: field, type: tipo }: Compared,
  parameters: readonly ReportParameter[],
): string {
  const { operador, parametro, valor } = filter;
  if (operador === 'VAZIO')
    return tipo === 'TEXTO' ? `(${field} is null or ${field} = '')` : `${field} is null`;
  if (operador === 'PREENCHIDO') return tipo === 'TEXTO' ? `${field} <> ''` : `${field} is not null`;
  if (parametro === undefined) return fixed(field, operador, valor, tipo);
  const kind = parameters.find((each) => each.parametro === parametro)?.tipo;
  if (kind === 'DATERANGE') return within(field, parametro, tipo);
  const name = `:${parametro}`;
  const many = kind === 'MULTISELECT' || kind === 'CHECKBOX';
  return `(${name} is null or ${many ? chosen(filter, field, { name, kind, tipo }) : compared(field, operador, name, tipo)})`;
}

/** Both days are included completely, in the time zone of the person who runs the report. */
function within(field: string, parametro: string, tipo: ColumnType): string {
  const type = tipo === 'DATAHORA' ? '::timestamptz' : '';
  return [
    `(:${parametro}_inicio is null or ${field} >= (:${parametro}_inicio)${type})`,
    `(:${parametro}_fim is null or ${field} < (:${parametro}_fim + 1)${type})`,
  ].join(' and ');
}

function chosen(
  { operador }: Filter,
  field: string,
  { name, kind, tipo }: { name: string; kind: string; tipo: ColumnType },
): string {
  if (kind === 'CHECKBOX' && operador === 'IGUAL') return `${field} = ${name}`;
  const inList = `${field} = any(${tipo === 'TEXTO' ? name : `${name}::${SQL_TYPES[tipo]}[]`})`;
  return operador === 'DIFERENTE' ? `not (${inList})` : inList;
}

function compared(field: string, operador: Filter['operador'], value: string, tipo: ColumnType): string {
  if (operador === 'CONTEM')
    return `strpos(relatorio.sem_acento(${field}::text), relatorio.sem_acento(${value}::text)) > 0`;
  return `${field} ${COMPARISONS[operador] ?? '='} ${value}::${SQL_TYPES[tipo]}`;
}

function fixed(field: string, operador: Filter['operador'], valor: unknown, tipo: ColumnType): string {
  if (!Array.isArray(valor)) return compared(field, operador, quoted(String(valor)), tipo);
  // A value that is none of the type is none of any row.
  const possible = valor.map(String).filter((each) => isOfType(each, tipo));
  if (possible.length === 0) return operador === 'DIFERENTE' ? `${field} is not null` : 'false';
  const list = `${field} in (${possible.map((each) => `${quoted(each)}::${SQL_TYPES[tipo]}`).join(', ')})`;
  return operador === 'DIFERENTE' ? `not (${list})` : list;
}

const TYPED: ReadonlySet<Filter['operador']> = new Set([
  'IGUAL',
  'DIFERENTE',
  'MAIOR',
  'MAIOR_IGUAL',
  'MENOR',
  'MENOR_IGUAL',
  'EM',
]);

/**
 * What is wrong with values that the field they are compared with cannot hold, by parameter: the database would refuse the whole
 * query for them without naming the filter.
 */
export function impossibleValues(
  { consulta, parametros }: ReportDefinition,
  sets: SourcedEntities,
  values: Readonly<Record<string, unknown>>,
): Record<string, string> {
  if (consulta.tipo !== 'DECLARATIVA') return {};
  const periods = new Set(
    parametersOf(parametros)
      .filter(({ tipo }) => tipo === 'DATERANGE')
      .map(({ parametro }) => parametro),
  );
  const errors: Record<string, string> = {};
  for (const { campo, operador, parametro } of consulta.filtros ?? []) {
    if (parametro === undefined || periods.has(parametro) || !TYPED.has(operador)) continue;
    const tipo = resolvePath(sets, consulta.conjunto, campo)?.campo.tipo ?? 'TEXTO';
    const given = [values[parametro] ?? []].flat().map(String);
    const impossible = given.find((each) => !isOfType(each.trim(), tipo));
    if (impossible !== undefined)
      errors[parametro] = `O valor "${impossible.slice(0, 40)}" não existe neste filtro. Escolha outro.`;
  }
  return errors;
}

/** Refuses values of a group that its columns cannot hold. */
export function impossibleGroup({ grupo = [], conjunto }: RowsQuery, sets: SourcedEntities): void {
  for (const value of grupo) {
    const tipo = groupType(value, resolvePath(sets, conjunto, value.campo)?.campo.tipo ?? 'TEXTO');
    if (value.valor !== null && !isOfType(String(value.valor), tipo))
      throw invalid({ grupo: 'Este grupo não existe mais. Gere o relatório de novo.' });
  }
}

const groupType = ({ formato }: GroupValue, tipo: ColumnType): ColumnType =>
  formato ? PERIODS[formato] : tipo;

/** That a row belongs to a group: `value` reads what names the group. Moments are compared as finely as results show them. */
export function groupCondition(group: GroupValue, value: string, tipo: ColumnType): string {
  const own = groupType(group, tipo);
  const [read, type] = [own === 'DATAHORA' ? `date_trunc('milliseconds', ${value})` : value, SQL_TYPES[own]];
  return group.valor === null ? `${value} is null` : `${read} = ${quoted(String(group.valor))}::${type}`;
}

const TIME = /^[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)?$/;

function isOfType(value: string, tipo: ColumnType): boolean {
  switch (SQL_TYPES[tipo]) {
    case 'bigint':
      return /^-?\d{1,18}$/.test(value);
    case 'numeric':
      return /^-?\d{1,30}(\.\d{1,20})?(e[+-]?\d{1,3})?$/.test(value);
    case 'boolean':
      return /^(true|false|t|f|yes|no|y|n|on|off|1|0)$/i.test(value);
    case 'date':
      return isCalendarDate(value);
    case 'timestamptz':
      return isCalendarDate(value.slice(0, 10)) && (value.length === 10 || TIME.test(value.slice(10)));
    default:
      return true;
  }
}
