import type { Problem } from '../../../../contract/config/definitions.ts';
import { parametersOf } from '../../../../contract/rules/reports/parameterSchema.ts';
import type { ReportDefinition, ReportParameter } from '../../../../contract/rules/reports/report.ts';
import type { Content } from '../editorProps.ts';
import { indexIn, isWithin } from '../jsonPointer.ts';

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

export function partAt(pointer: string, value: Content): ReportPart | null {
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
