import { isStandardReference } from '#contract/records/index.ts';
import type { DefinitionUse } from '#contract/rules/definitions/uses.ts';
import {
  type DeclarativeQuery,
  OWN_DATA_SET,
  type ReportDefinition,
} from '#contract/rules/reports/report.ts';
import { ADDED_FIELD } from './dataSetFields.ts';
import { queryUses } from './guard/queryUses.ts';
import { parsedQuery } from './guard/validateSql.ts';

/** What a report reads: views, own record types and fields. The lists that its filters offer come with the console. */
export const reportUses = async (report: ReportDefinition): Promise<DefinitionUse[]> =>
  report.consulta.tipo === 'SQL'
    ? queryUses(await parsedQuery(report), '/consulta/sql')
    : declaredUses(report.consulta);

/** The type of a data set of the company's own; keys have hyphens and no underscores. */
const typeOf = (set: string): string | null =>
  set.startsWith(OWN_DATA_SET) ? set.slice(OWN_DATA_SET.length).replaceAll('_', '-') : null;

/** 'renova_sozinho' is the column of renovaSozinho. */
const fieldOf = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Only a comparison with fixed values names options. */
const NAMING: ReadonlySet<string> = new Set(['IGUAL', 'DIFERENTE', 'EM']);

function declaredUses({ conjunto, colunas, filtros = [] }: DeclarativeQuery): DefinitionUse[] {
  const type = typeOf(conjunto);
  if (type !== null && isStandardReference(type)) return [];
  const used =
    type === null ? { kind: 'views' as const, key: conjunto } : { kind: 'records' as const, key: type };
  // Fields that administrators added are never taken out: an archived one keeps its values.
  const isOwn = (campo: string | undefined) => type === null && campo?.startsWith(ADDED_FIELD);
  const fieldIn = (campo: string) => (type === null ? campo : fieldOf(campo));
  const whole = { ...used, field: '', value: '', pointer: '/consulta/conjunto' };
  return [
    whole,
    ...colunas.flatMap(({ campo }, index) =>
      campo === undefined || isOwn(campo)
        ? []
        : [{ ...used, field: fieldIn(campo), value: '', pointer: `/consulta/colunas/${index}/campo` }],
    ),
    ...filtros.flatMap(({ campo, operador, valor }, index) => {
      if (isOwn(campo)) return [];
      const values = NAMING.has(operador) && valor !== undefined ? [valor].flat().map(String) : [''];
      return values.map((value) => ({
        ...{ ...used, field: fieldIn(campo), value },
        pointer: `/consulta/filtros/${index}/${value === '' ? 'campo' : 'valor'}`,
      }));
    }),
  ];
}
