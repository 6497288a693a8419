import { isEmptyValue } from '../reports/parameterValues.ts';
import type { ReportParameter } from '../reports/report.ts';

/** What the reports of a dashboard may be narrowed by together. */
export const COMMON_FILTERS = [
  'PERIODO',
  'FILIAL',
  'SETOR',
  'OPERADOR',
  'REPRESENTANTE',
  'REGIAO',
  'TRANSPORTADORA',
  'TIPO',
] as const;
export type CommonFilter = (typeof COMMON_FILTERS)[number];

/** The names of the filters, and where the choices come from: a parameter with the same source has the same meaning. */
export const commonFilters: Readonly<Record<CommonFilter, { label: string; source?: string }>> = {
  PERIODO: { label: 'Período' },
  FILIAL: { label: 'Filial', source: 'filiais' },
  SETOR: { label: 'Setor', source: 'setores' },
  OPERADOR: { label: 'Operador', source: 'operadores' },
  REPRESENTANTE: { label: 'Representante', source: 'representantes' },
  REGIAO: { label: 'Região', source: 'regioes' },
  TRANSPORTADORA: { label: 'Transportadora', source: 'transportadoras' },
  TIPO: { label: 'Tipo de ticket', source: 'tiposTicket' },
};

/** The periods that a dashboard may open with, in relative days. */
export const filterPeriods = {
  HOJE: { label: 'Hoje', inicio: '@hoje', fim: '@hoje' },
  SEMANA: { label: 'Esta semana', inicio: '@inicio_semana', fim: '@hoje' },
  ULTIMOS_7: { label: 'Últimos 7 dias', inicio: '@hoje-6d', fim: '@hoje' },
  ULTIMOS_30: { label: 'Últimos 30 dias', inicio: '@hoje-29d', fim: '@hoje' },
  ULTIMOS_90: { label: 'Últimos 90 dias', inicio: '@hoje-89d', fim: '@hoje' },
  MES: { label: 'Este mês', inicio: '@inicio_mes', fim: '@hoje' },
  MES_ANTERIOR: { label: 'Mês anterior', inicio: '@inicio_mes_anterior', fim: '@fim_mes_anterior' },
  ANO: { label: 'Este ano', inicio: '@inicio_ano', fim: '@hoje' },
} as const;
export type FilterPeriod = keyof typeof filterPeriods;

/** Both days of a period, as what a report's filter holds. */
export const periodDays = (period: FilterPeriod) => {
  const { inicio, fim } = filterPeriods[period];
  return { inicio, fim };
};

interface Chosen {
  filtro: CommonFilter;
  padrao?: FilterPeriod;
}

/** The name of a common filter in addresses and forms. */
export const nameOfFilter = (filter: CommonFilter): string => filter.toLowerCase();

/** A period of more days is refused by the reports themselves. */
const MAX_DAYS = 731;

/** The common filters as a report's own would be written, so that one form serves both. */
export const filterParameters = (chosen: readonly Chosen[]): ReportParameter[] =>
  chosen.map(({ filtro, padrao = 'ULTIMOS_30' }) => {
    const { label, source } = commonFilters[filtro];
    const shared = { parametro: nameOfFilter(filtro), label, opcoes: [] };
    if (source) return { ...shared, tipo: 'MULTISELECT', obrigatorio: false, origem: source };
    const { inicio, fim } = filterPeriods[padrao];
    return {
      ...shared,
      tipo: 'DATERANGE',
      obrigatorio: true,
      tamanho: MAX_DAYS,
      valorpadrao: { inicio, fim },
    };
  });

/** The parameter of a report that has the meaning of a common filter. Of several periods it is the first. */
const parameterFor = (
  parameters: readonly ReportParameter[],
  filter: CommonFilter,
): ReportParameter | undefined => {
  const { source } = commonFilters[filter];
  return parameters.find(({ tipo, origem }) => (source ? origem === source : tipo === 'DATERANGE'));
};

export interface AppliedFilters {
  values: Record<string, unknown>;
  /** The filled common filters that this report cannot be narrowed by. */
  unapplied: CommonFilter[];
}

/**
 * The values of a report on a dashboard: its own initial ones, over them those that the block fixes, and of the rest the common
 * filters of the same meaning. A report that takes one choice only is not narrowed by several.
 */
export function appliedFilters(
  parameters: readonly ReportParameter[],
  initial: Readonly<Record<string, unknown>>,
  common: readonly CommonFilter[],
  given: Readonly<Record<string, unknown>>,
  fixed: Readonly<Record<string, unknown>> = {},
): AppliedFilters {
  const values = { ...initial, ...fixed };
  const open = parameters.filter(({ parametro }) => !Object.hasOwn(fixed, parametro));
  const unapplied: CommonFilter[] = [];
  for (const filter of common) {
    const value = given[nameOfFilter(filter)];
    const parameter = parameterFor(open, filter);
    const takenValue = parameter && takenBy(parameter, value);
    if (isEmptyValue(value)) {
      if (parameter && !parameter.obrigatorio) delete values[parameter.parametro];
    } else if (parameter && takenValue !== undefined) values[parameter.parametro] = takenValue;
    else unapplied.push(filter);
  }
  return { values, unapplied };
}

const MANY = new Set(['MULTISELECT', 'CHECKBOX']);

function takenBy({ tipo }: ReportParameter, value: unknown): unknown {
  if (!Array.isArray(value) || MANY.has(tipo)) return value;
  return value.length === 1 ? value[0] : undefined;
}
