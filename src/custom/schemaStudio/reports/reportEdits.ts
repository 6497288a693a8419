import type { Problem } from '#contract/config/definitions.ts';
import { call, type Expression } from '#contract/expression/tree.ts';
import { periodDays } from '#contract/rules/dashboards/commonFilters.ts';
import { dependencyEntry, dependencyOf } from '#contract/rules/forms/formDefinition.ts';
import { isOverColumns, typeOfColumn } from '#contract/rules/reports/calculated.ts';
import { showings } from '#contract/rules/reports/figures.ts';
import { formOfParameters, parametersOf } from '#contract/rules/reports/parameterSchema.ts';
import { isEmptyValue } from '#contract/rules/reports/parameterValues.ts';
import {
  type DeclarativeQuery,
  PERIODS,
  type ReportColumn,
  type ReportDefinition,
  type ReportParameter,
} from '#contract/rules/reports/report.ts';
import { lowerFirst } from '#contract/rules/text.ts';
import type { Content, EditorProps } from '../editorProps.ts';
import { indexIn, isWithin } from '../jsonPointer.ts';
import type { FieldOf } from './relatedFields.ts';

/** The part of a report that a pointer refers to. */
export type ReportPart =
  | { part: 'card' | 'query' | 'chart' | 'limits' }
  | { part: 'parameter'; name: string }
  | { part: 'column' | 'test'; index: number };

/** A draft may lack anything; missing parts read as empty. */
export function reportOf(value: Content): ReportDefinition {
  const given = value as Partial<ReportDefinition>;
  return {
    ...(given as ReportDefinition),
    parametros: given.parametros ?? { schema: { type: 'object', properties: {} }, ui: {} },
    consulta: given.consulta ?? { tipo: 'DECLARATIVA', conjunto: '', colunas: [] },
    colunas: given.colunas ?? [],
    limites: given.limites ?? { linhasTela: 500, linhasArquivo: 50_000, segundos: 20 },
    permissoes: given.permissoes ?? { ver: 'SAC_RELATORIO', exportar: 'RELATORIOS_EXPORTAR' },
    saidas: given.saidas ?? [],
    testes: given.testes ?? [],
  };
}

export const parametersIn = (value: Content): ReportParameter[] => parametersOf(reportOf(value).parametros);

export const parameterPlaces = (name: string) => [
  `/parametros/schema/properties/${name}`,
  `/parametros/ui/${name}`,
];

const CARD = ['/titulo', '/descricao', '/grupo', '/thumb', '/cor', '/modo_exibicao'];
const LIMITS = ['/limites', '/saidas', '/permissoes'];
export const singlePlaces = {
  card: CARD,
  query: ['/consulta'],
  chart: ['/grafico'],
  limits: LIMITS,
} as const;

/** The selected part; at first the query of a report that is being made, and the card of one that is published. */
export const chosenPart = ({ place, value, published }: EditorProps): ReportPart =>
  partAt(place?.pointer ?? '', value) ?? { part: published ? 'card' : 'query' };

function partAt(pointer: string, value: Content): ReportPart | null {
  const within = (places: readonly string[]) => places.some((place) => isWithin(pointer, place));
  const single = (Object.keys(singlePlaces) as (keyof typeof singlePlaces)[]).find((part) =>
    within(singlePlaces[part]),
  );
  if (single) return { part: single };
  const named = parametersIn(value).find(({ parametro }) => within(parameterPlaces(parametro)));
  if (named) return { part: 'parameter', name: named.parametro };
  const column = indexIn('/colunas', pointer);
  if (column !== null) return { part: 'column', index: column };
  const test = indexIn('/testes', pointer);
  return test === null ? null : { part: 'test', index: test };
}

export const countErrorsIn = (problems: readonly Problem[], places: readonly string[]): number =>
  problems.filter(
    ({ ponteiro, gravidade }) => gravidade === 'ERRO' && places.some((place) => isWithin(ponteiro, place)),
  ).length;

/** 'Data de saída' → 'data_de_saida', made unique among the taken names. */
export function nameFrom(label: string, taken: readonly string[]): string {
  const wanted =
    label
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^[0-9_]+/, '')
      .slice(0, 40)
      .replace(/_+$/, '') || 'filtro';
  let name = wanted;
  for (let count = 2; taken.includes(name); count += 1) name = `${wanted}_${count}`;
  return name;
}

const namesOf = (parameters: readonly ReportParameter[]) => parameters.map(({ parametro }) => parametro);

/** Adds a filter and returns its generated name. */
export function withNewParameter(report: ReportDefinition): { report: ReportDefinition; name: string } {
  const parameters = parametersOf(report.parametros);
  const label = `Filtro novo ${parameters.length + 1}`;
  const name = nameFrom(label, namesOf(parameters));
  const parameter: ReportParameter = { parametro: name, label, tipo: 'TEXT', obrigatorio: false, opcoes: [] };
  return { report: { ...report, parametros: formOfParameters([...parameters, parameter]) }, name };
}

type QueryFilter = NonNullable<DeclarativeQuery['filtros']>[number];

function withCondition(report: ReportDefinition, filter: QueryFilter): ReportDefinition {
  const { consulta } = report;
  if (consulta.tipo === 'SQL') return report;
  return { ...report, consulta: { ...consulta, filtros: [...(consulta.filtros ?? []), filter] } };
}

/** The report limited to what is open, by the field that says so. */
export function withOpenOnly(report: ReportDefinition, campo: string): ReportDefinition {
  const { consulta } = report;
  if (consulta.tipo === 'SQL') return report;
  const isOpen = call('igual', { campo }, { logico: true });
  const { onde } = consulta;
  const parts = onde && 'faz' in onde && onde.faz === 'todas' ? onde.de : onde ? [onde] : [];
  return { ...report, consulta: { ...consulta, onde: call('todas', ...parts, isOpen) } };
}

/**
 * The report limited by a period: one of its filters that nothing uses yet, or a new one that has to be filled in and begins with the
 * last 30 days. Test runs get these days too, since they would be refused without.
 */
export function withPeriod(report: ReportDefinition, campo: string, titulo: string): ReportDefinition {
  const parameters = parametersOf(report.parametros);
  const used = report.consulta.tipo === 'SQL' ? [] : (report.consulta.filtros ?? []);
  const idle = parameters.find(
    ({ tipo, parametro }) => tipo === 'DATERANGE' && !used.some((filter) => filter.parametro === parametro),
  );
  if (idle) return withCondition(report, { campo, operador: 'ENTRE', parametro: idle.parametro });
  const label = parameters.some((each) => each.label === PERIOD) ? `${PERIOD}: ${titulo}` : PERIOD;
  const parametro = nameFrom(label, namesOf(parameters));
  const days = periodDays('ULTIMOS_30');
  const parameter: ReportParameter = {
    ...{ parametro, label, tipo: 'DATERANGE', obrigatorio: true, opcoes: [] },
    valorpadrao: days,
  };
  return {
    ...withCondition(report, { campo, operador: 'ENTRE', parametro }),
    parametros: formOfParameters([...parameters, parameter]),
    testes: report.testes.map((test) => ({
      ...test,
      parametros: { ...test.parametros, [parametro]: days },
    })),
  };
}

const PERIOD = 'Período';

/** Changes a filter's label. Its name in the query follows as long as it was never published. */
export function withParameterLabel(
  report: ReportDefinition,
  name: string,
  label: string,
  isPublished: boolean,
): { report: ReportDefinition; name: string } {
  const parameters = parametersOf(report.parametros);
  const others = parameters.filter(({ parametro }) => parametro !== name);
  const own = parameters.find(({ parametro }) => parametro === name);
  const takenNames = namesOf(others);
  const follows = own && !isPublished && name === nameFrom(own.label, takenNames);
  const next = follows ? nameFrom(label, takenNames) : name;
  const labelled = parameters.map((each) => (each.parametro === name ? { ...each, label } : each));
  const written = { ...report, parametros: formOfParameters(labelled) };
  return { report: next === name ? written : withParameterName(written, name, next), name: next };
}

/** Renames a filter everywhere: in the query, in filters that depend on it, and in the test runs. */
function withParameterName(report: ReportDefinition, old: string, next: string): ReportDefinition {
  const follow = (name: string) => (name === old ? next : name);
  const parameters = parametersOf(report.parametros).map((each) => ({
    ...each,
    parametro: follow(each.parametro),
    ...(each.dependeDe && {
      dependeDe: each.dependeDe
        .map(dependencyOf)
        .map(({ chave, campo }) => dependencyEntry({ chave, campo: follow(campo) })),
    }),
  }));
  return {
    ...report,
    parametros: formOfParameters(parameters),
    consulta: queryWith(report.consulta, old, next),
    testes: report.testes.map(({ parametros, espera }) => ({
      parametros: Object.fromEntries(Object.entries(parametros).map(([key, value]) => [follow(key), value])),
      espera: 'recusa' in espera ? { recusa: follow(espera.recusa) } : espera,
    })),
  };
}

function queryWith(
  query: ReportDefinition['consulta'],
  old: string,
  next: string,
): ReportDefinition['consulta'] {
  if (query.tipo === 'SQL') {
    const renamed = (found: string, name: string) => {
      const end = ['', '_inicio', '_fim'].find((each) => name === `${old}${each}`);
      return end === undefined ? found : `:${next}${end}`;
    };
    return query.sql === undefined
      ? query
      : { ...query, sql: query.sql.replace(/(?<!:):([A-Za-z0-9_]+)/g, renamed) };
  }
  if (!query.filtros) return query;
  return {
    ...query,
    filtros: query.filtros.map((filter) =>
      filter.parametro === old ? { ...filter, parametro: next } : filter,
    ),
  };
}

/** Columns that the query returns and the table does not show yet, with the titles and types of their fields. */
export function missingColumns(
  { consulta, colunas }: ReportDefinition,
  fieldOf: FieldOf,
): ReportDefinition['colunas'] {
  if (consulta.tipo === 'SQL') return [];
  return consulta.colunas
    .filter(({ como }) => !colunas.some(({ campo }) => campo === como))
    .map((column) => shownColumn(column, fieldOf, consulta));
}

/** The report with a calculated column, which is shown at once. */
export function withCalculation(
  report: ReportDefinition,
  expr: Expression,
  fieldOf: FieldOf,
): ReportDefinition {
  const { consulta, colunas } = report;
  if (consulta.tipo === 'SQL') return report;
  const names = consulta.colunas.map(({ como }) => como);
  const column: QueryColumn = { expr, como: nameFrom('conta', names) };
  const next = { ...consulta, colunas: [...consulta.colunas, column] };
  return { ...report, consulta: next, colunas: [...colunas, shownColumn(column, fieldOf, next)] };
}

export type QueryColumn = DeclarativeQuery['colunas'][number];
/** `undefined` takes a part away. */
export type ColumnChange = { [Part in keyof QueryColumn]?: QueryColumn[Part] | undefined };

/** How a column of the query is shown until somebody says otherwise. */
export function shownColumn(column: QueryColumn, fieldOf: FieldOf, query: DeclarativeQuery): ReportColumn {
  const { campo, expr, como, agregacao, formato, mostra } = column;
  if (expr) {
    const tipo = typeOfColumn(column, query, fieldOf) ?? 'DECIMAL';
    return {
      ...{ campo: como, titulo: 'Conta', tipo },
      ...(tipo === 'DECIMAL' && { casas: 2 }),
      ...(agregacao === 'SOMA' && { total: 'SOMA' as const }),
    };
  }
  const field = fieldOf(campo);
  const counted = agregacao === 'CONTAGEM' || agregacao === 'CONTAGEM_DISTINTA';
  const percent = mostra === 'VARIACAO' || mostra === 'PARTE';
  const summed = agregacao === 'SOMA' || agregacao === 'CONTAGEM';
  const title = counted && !field ? 'Quantidade' : (field?.titulo ?? como);
  const type = counted ? 'INTEIRO' : formato ? PERIODS[formato] : (field?.campo.tipo ?? 'TEXTO');
  return {
    campo: como,
    titulo: mostra ? `${title} (${lowerFirst(showings[mostra])})` : title,
    tipo: percent ? 'PERCENTUAL' : type,
    ...(summed && mostra !== 'VARIACAO' && mostra !== 'ACUMULADO' && { total: 'SOMA' as const }),
  };
}

/** Sums and means are of numbers. */
const OF_NUMBERS: ReadonlySet<string> = new Set(['SOMA', 'MEDIA']);
const NUMBERS: ReadonlySet<string> = new Set(['INTEIRO', 'DECIMAL', 'DINHEIRO', 'PERCENTUAL']);
const DAYS: ReadonlySet<string> = new Set(['DATA', 'DATAHORA']);

/**
 * The report with a column of its query changed. What the table shows of it (title, type, places, total) follows as far as nobody
 * wrote it, and a calculation that the new field does not have becomes a count.
 */
export function withQueryColumn(
  report: ReportDefinition,
  index: number,
  change: ColumnChange,
  fieldOf: FieldOf,
): ReportDefinition {
  const { consulta, colunas } = report;
  const old = consulta.tipo === 'SQL' ? undefined : consulta.colunas[index];
  if (consulta.tipo === 'SQL' || !old) return report;
  const next = fitting({ ...old, ...change } as QueryColumn, fieldOf);
  const [before, after] = [shownColumn(old, fieldOf, consulta), shownColumn(next, fieldOf, consulta)];
  const follow = (column: ReportColumn): ReportColumn => {
    if (column.campo !== old.como) return column;
    const { total, casas, ...rest } = column;
    const keptTotal = total === before.total ? after.total : total;
    const places = casas === before.casas ? after.casas : casas;
    return {
      ...rest,
      titulo: column.titulo === before.titulo ? after.titulo : column.titulo,
      tipo: column.tipo === before.tipo ? after.tipo : column.tipo,
      ...(places !== undefined && { casas: places }),
      ...(keptTotal && { total: keptTotal }),
    };
  };
  return {
    ...report,
    consulta: { ...consulta, colunas: consulta.colunas.map((each, at) => (at === index ? next : each)) },
    colunas: colunas.map(follow),
  };
}

/**
 * Without what the field of the column cannot be: a sum of texts, or the month of a number. Of what there are many of, something is
 * calculated.
 */
export function fitting(column: QueryColumn, fieldOf: FieldOf): QueryColumn {
  const { campo, expr, como, agregacao, formato, mostra } = column;
  if (expr) return { expr, como, ...(agregacao && !isOverColumns(expr) && { agregacao }) };
  if (campo === undefined) return { como, agregacao: 'CONTAGEM', ...(mostra && { mostra }) };
  const field = fieldOf(campo);
  const type = field?.campo.tipo ?? '';
  const sums = agregacao !== undefined && OF_NUMBERS.has(agregacao);
  const several = field?.many ? (field.campo.soma ?? 'CONTAGEM') : undefined;
  const calculation = sums && !NUMBERS.has(type) ? 'CONTAGEM' : (agregacao ?? several);
  return {
    campo,
    como,
    ...(calculation && { agregacao: calculation }),
    ...(formato && DAYS.has(type) && !(formato === 'HORA' && type === 'DATA') && { formato }),
    ...(mostra && calculation && { mostra }),
  };
}

type Test = ReportDefinition['testes'][number];

/** The report with its test runs updated to expect what the current filters and columns return. */
export async function withNewResults(content: Content): Promise<Content> {
  const { testes, colunas } = reportOf(content);
  const parameters = parametersIn(content);
  const names = colunas.map(({ campo }) => campo);
  return {
    ...content,
    testes: testes.map(({ parametros, espera }): Test => {
      const values = Object.fromEntries(
        Object.entries(parametros).filter(([name]) => parameters.some(({ parametro }) => parametro === name)),
      );
      const missing = parameters.find(
        ({ parametro, obrigatorio }) => obrigatorio && isEmptyValue(values[parametro]),
      );
      if (missing) return { parametros: values, espera: { recusa: missing.parametro } };
      if ('recusa' in espera) return { parametros: values, espera: {} };
      return { parametros: values, espera: espera.colunas ? { ...espera, colunas: names } : espera };
    }),
  };
}
