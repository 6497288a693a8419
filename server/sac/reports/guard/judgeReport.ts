import { dependencyOf } from '../../../../contract/rules/forms/optionSources.ts';
import type { FileProblem } from '../../../../contract/rules/problem.ts';
import { parametersOf } from '../../../../contract/rules/reports/parameterSchema.ts';
import type { ReportDefinition } from '../../../../contract/rules/reports/report.ts';
import { VIEWS } from '../dataSets.ts';
import type { DataSets } from '../ownDataSets.ts';
import { compileQuery } from './compileQuery.ts';
import { judgeSql } from './judgeSql.ts';
import type { BoundSql } from './placeholders.ts';

export type JudgedReport = { bound: BoundSql } | { problems: FileProblem[] };

/** The statement of a report, judged anew each time that it is to run: also what stands in the database is not trusted. */
export async function judgeReport(
  { consulta, parametros }: ReportDefinition,
  sets: DataSets,
): Promise<JudgedReport> {
  const parameters = parametersOf(parametros);
  const compiled =
    consulta.tipo === 'SQL' ? { sql: consulta.sql ?? '' } : compileQuery(consulta, parameters, sets);
  if ('problems' in compiled) return compiled;
  const dependedOn = new Set(
    parameters.flatMap(({ dependeDe = [] }) => dependeDe.map((entry) => dependencyOf(entry).campo)),
  );
  const { bound, problems } = await judgeSql(compiled.sql, parameters, VIEWS, dependedOn);
  if (bound) return { bound };
  const pointer = consulta.tipo === 'SQL' ? '/consulta/sql' : '/consulta';
  return {
    problems: problems.map(({ line, message }) => ({
      pointer,
      message: consulta.tipo === 'SQL' ? `Linha ${line} do SQL: ${message}` : message,
    })),
  };
}
