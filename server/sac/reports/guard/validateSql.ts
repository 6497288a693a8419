import { dependencyOf } from '#contract/rules/forms/formDefinition.ts';
import type { FileProblem } from '#contract/rules/problem.ts';
import { comparedParameter } from '#contract/rules/reports/groupFigures.ts';
import { parametersOf } from '#contract/rules/reports/parameterSchema.ts';
import { closedSentence } from '#contract/rules/reports/pathProblems.ts';
import type { ReportDefinition, ReportParameter } from '#contract/rules/reports/report.ts';
import { VIEWS } from '#server/db/guard/allowed.ts';
import { type BoundSql, checkSql, type SqlProblem, statementOf } from '#server/db/guard/checkSql.ts';
import { lineOfByte, parseSql, partsOf } from '#server/db/guard/parser.ts';
import type { SourcedEntities } from '#server/map/sourcedEntity.ts';
import { parameterBefore } from './comparing.ts';
import { compileQuery } from './compileQuery.ts';

/** The statement of a report's SQL as the parser sees it; `null` if it cannot be read. */
export function parsedQuery({ consulta, parametros }: ReportDefinition): Promise<unknown> {
  const sql = consulta.tipo === 'SQL' ? (consulta.sql ?? '') : '';
  return statementOf(sql, parametersOf(parametros));
}

type ValidatedReport = { bound: BoundSql } | { problems: FileProblem[] };

/**
 * The statement of a report, checked again before every run, since even the content of the database is not trusted. `rows` is how
 * many will be read at most; undefined if all.
 */
export async function checkedStatement(
  report: ReportDefinition,
  sets: SourcedEntities,
  rows?: number,
): Promise<ValidatedReport> {
  const compiled = compiledStatement(report, sets, rows);
  return 'problems' in compiled ? compiled : guardedText(report, sets, compiled.sql);
}

/** The text of a report's query, as it is written or as it follows from what was chosen. */
export const compiledStatement = (
  { consulta, parametros }: ReportDefinition,
  sets: SourcedEntities,
  rows?: number,
): { sql: string } | { problems: FileProblem[] } =>
  consulta.tipo === 'SQL'
    ? { sql: consulta.sql ?? '' }
    : compileQuery(consulta, parametersOf(parametros), sets, rows);

/** A text that a report reads by, if the guard lets it pass. */
export async function guardedText(
  { consulta, parametros }: ReportDefinition,
  sets: SourcedEntities,
  sql: string,
): Promise<ValidatedReport> {
  const parameters = parametersOf(parametros);
  const dependedOn = new Set(
    parameters.flatMap(({ dependeDe = [] }) => dependeDe.map((entry) => dependencyOf(entry).campo)),
  );
  const allParameters = [...parameters, ...beforePeriod(consulta, sets)];
  const { bound, problems } = await checkSql(sql, allParameters, VIEWS, dependedOn);
  const found = bound && consulta.tipo === 'SQL' ? closedViews(bound.text, sets) : problems;
  if (bound && found.length === 0) return { bound };
  const pointer = consulta.tipo === 'SQL' ? '/consulta/sql' : '/consulta';
  return {
    problems: found.map(({ line, message }) => ({
      pointer,
      message: consulta.tipo === 'SQL' ? `Linha ${line} do SQL: ${message}` : message,
    })),
  };
}

/** The filter that the server fills in where a query compares. */
function beforePeriod(consulta: ReportDefinition['consulta'], sets: SourcedEntities): ReportParameter[] {
  const compared = consulta.tipo === 'DECLARATIVA' ? comparedParameter(consulta, sets) : undefined;
  return compared === undefined ? [] : [parameterBefore(compared)];
}

/** The views that are closed to the person whose map this is, each where the text reads it. */
function closedViews(sql: string, sets: SourcedEntities): SqlProblem[] {
  const parsed = parseSql(sql);
  if ('message' in parsed) return [parsed];
  return [...partsOf(parsed.statements)].flatMap(({ type, node }) => {
    const entity = type === 'RangeVar' && node.schemaname ? sets[String(node.relname)] : undefined;
    if (!entity?.fechada) return [];
    const line = lineOfByte(sql, Number(node.location ?? 0));
    return [{ line, message: closedSentence(entity, entity.fechada) }];
  });
}
