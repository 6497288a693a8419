import type { ComparisonKind, Showing } from '#contract/rules/reports/figures.ts';
import type { DeclarativeQuery, ReportColumn, ReportDefinition } from '#contract/rules/reports/report.ts';
import type { FieldOf } from './relatedFields.ts';
import { type QueryColumn, shownColumn } from './reportEdits.ts';

const COMPARED: ReadonlySet<Showing | undefined> = new Set(['ANTES', 'VARIACAO']);

const isCompared = ({ mostra }: QueryColumn): boolean => COMPARED.has(mostra);

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const start = wanted.slice(0, 56);
  let name = start;
  for (let count = 2; taken.has(name); count += 1) name = `${start}_${count}`;
  return name;
}

/**
 * The report compared with another period: each calculation with what it was before and how much it changed, in the query and in the
 * table beside it. Without a comparison these columns go, and what refers to them.
 */
export function withComparison(
  report: ReportDefinition,
  compara: ComparisonKind | undefined,
  fieldOf: FieldOf,
): ReportDefinition {
  const { consulta } = report;
  if (consulta.tipo === 'SQL') return report;
  if (compara === undefined) return withoutComparison(report, consulta);
  if (consulta.colunas.some(isCompared)) return { ...report, consulta: { ...consulta, compara } };
  const takenNames = new Set(consulta.colunas.map(({ como }) => como));
  const comparedColumns = new Map<string, ReportColumn[]>();
  const colunas = consulta.colunas.flatMap((column) => {
    if (!column.agregacao || column.mostra) return [column];
    const further = (['ANTES', 'VARIACAO'] as const)
      .filter((mostra) => mostra === 'ANTES' || hasVariation(column, fieldOf))
      .map((mostra): QueryColumn => {
        const como = freeName(`${column.como}_${mostra.toLowerCase()}`, takenNames);
        takenNames.add(como);
        return { ...column, como, mostra };
      });
    comparedColumns.set(
      column.como,
      further.map((each) => shownColumn(each, fieldOf, consulta)),
    );
    return [column, ...further];
  });
  return {
    ...report,
    consulta: { ...consulta, compara, colunas },
    colunas: report.colunas.flatMap((column) => [
      column,
      ...beside(column, comparedColumns.get(column.campo)),
    ]),
  };
}

const NUMBERS: ReadonlySet<string> = new Set(['INTEIRO', 'DECIMAL', 'DINHEIRO', 'PERCENTUAL']);

const hasVariation = ({ campo, agregacao }: QueryColumn, fieldOf: FieldOf): boolean =>
  agregacao?.startsWith('CONTAGEM') === true || NUMBERS.has(fieldOf(campo)?.campo.tipo ?? '');

/** Called like the column that they stand beside, whatever somebody has called that. */
const beside = ({ titulo, casas }: ReportColumn, made: readonly ReportColumn[] = []): ReportColumn[] =>
  made.map((column) => ({
    ...column,
    titulo: `${titulo.slice(0, 46)}${/ \([^()]+\)$/.exec(column.titulo)?.[0] ?? ''}`,
    ...(casas !== undefined && column.tipo !== 'PERCENTUAL' && { casas }),
  }));

function withoutComparison(report: ReportDefinition, consulta: DeclarativeQuery): ReportDefinition {
  const removedNames = new Set(consulta.colunas.filter(isCompared).map(({ como }) => como));
  const { compara: _, primeiros, ordem, ...rest } = consulta;
  const series = report.grafico?.series.filter((name) => !removedNames.has(name)) ?? [];
  const { grafico, ...others } = report;
  return {
    ...others,
    consulta: {
      ...rest,
      colunas: consulta.colunas.filter(({ como }) => !removedNames.has(como)),
      ...(ordem && { ordem: ordem.filter(({ coluna }) => !removedNames.has(coluna)) }),
      ...(primeiros && !removedNames.has(primeiros.coluna) && { primeiros }),
    },
    colunas: report.colunas.filter(({ campo }) => !removedNames.has(campo)),
    ...(grafico && series.length > 0 && { grafico: { ...grafico, series } }),
  };
}

/** The calculated columns of a query, and those that group its rows. */
export const calculatedColumns = ({ colunas }: DeclarativeQuery): QueryColumn[] =>
  colunas.filter(({ agregacao }) => agregacao);
export const groupingColumns = ({ colunas }: DeclarativeQuery): QueryColumn[] =>
  colunas.filter(({ agregacao }) => !agregacao);

/** A column of the query by the title that the table gives it. */
export const columnTitle = ({ colunas }: ReportDefinition, como: string): string =>
  colunas.find(({ campo }) => campo === como)?.titulo || como;
