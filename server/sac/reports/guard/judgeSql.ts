import { dependencyOf } from '../../../../contract/rules/forms/optionSources.ts';
import type { FileProblem } from '../../../../contract/rules/problem.ts';
import { parametersOf } from '../../../../contract/rules/reports/parameterSchema.ts';
import type { ReportDefinition, ReportParameter } from '../../../../contract/rules/reports/report.ts';
import { DATA_SETS } from '../dataSetFields.ts';
import { type DataSets, VIEWS } from '../dataSets.ts';
import { compileQuery } from './compileQuery.ts';
import { growthProblem } from './growth.ts';
import { judgeTree } from './judgeTree.ts';
import { lineOfByte, type Node, parserReady, parseSql, scanSql } from './parser.ts';
import { type BoundSql, bindNames, placeholdersOf, type SqlProblem } from './placeholders.ts';

/** So many words, and brackets inside brackets: the parser follows each of them. */
const LIMITS = { characters: 20_000, words: 4_000, depth: 40 };

interface JudgedSql {
  /** What may run; `null` when there are problems. */
  bound: BoundSql | null;
  problems: SqlProblem[];
}

/**
 * The guard: one SELECT, made of what is allowed, over the views of schema relatorio, with values by name only.
 * `mayStandAside` are parameters that the text need not use.
 */
export async function judgeSql(
  sql: string,
  parameters: readonly ReportParameter[],
  views: ReadonlySet<string>,
  mayStandAside: ReadonlySet<string> = new Set(),
): Promise<JudgedSql> {
  const size = sizeProblem(sql);
  if (size) return { bound: null, problems: [size] };
  await parserReady();
  const shape = shapeProblem(sql);
  if (shape) return { bound: null, problems: [shape] };
  const { bound, problems } = bindNames(sql, placeholdersOf(parameters));
  if (!bound) return { bound: null, problems };
  const parsed = parseSql(bound.text);
  if ('message' in parsed) return { bound: null, problems: [parsed] };
  if (parsed.statements.length !== 1)
    return {
      bound: null,
      problems: [
        {
          line: 1,
          message: 'Um relatório é um SELECT só. Deixe um comando, sem outro depois do ponto e vírgula.',
        },
      ],
    };
  const found = [
    ...judgeTree(parsed.statements[0], views).map(({ at, message }) => ({
      line: lineOfByte(bound.text, at),
      message,
    })),
    ...unusedProblems(bound, parameters, mayStandAside),
  ];
  // Only what is known and allowed is written out.
  if (found.length === 0) {
    const growth = growthProblem(selectOf(parsed.statements[0]), DATA_SETS);
    if (growth) found.push({ line: 1, message: growth });
  }
  return found.length > 0
    ? { bound: null, problems: found }
    : { bound: { ...bound, text: withoutEnd(bound.text) }, problems: [] };
}

const selectOf = (statement: unknown): Node => (statement as { SelectStmt: Node }).SelectStmt;

function sizeProblem(sql: string): SqlProblem | null {
  if (sql.trim() === '') return { line: 1, message: 'Escreva a consulta: um SELECT.' };
  if (sql.length > LIMITS.characters)
    return {
      line: 1,
      message: `O SQL passa de ${LIMITS.characters} caracteres. Divida-o em outros relatórios.`,
    };
  return sql.includes('\0') ? { line: 1, message: 'O SQL tem um caractere nulo. Retire-o.' } : null;
}

/** A text that is too deep would take the parser itself down. */
function shapeProblem(sql: string): SqlProblem | null {
  const tokens = scanSql(sql) ?? [];
  const tooLong = tokens.length > LIMITS.words;
  let depth = 0;
  let deepest = 0;
  for (const { text, tokenName } of tokens) {
    if (tokenName.includes('CONST')) continue;
    if (/^[([]$/.test(text) || /^case$/i.test(text)) depth += 1;
    if (/^[)\]]$/.test(text) || /^end$/i.test(text)) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  if (!tooLong && deepest <= LIMITS.depth) return null;
  return { line: 1, message: 'O SQL é grande ou encaixado demais. Simplifique-o com WITH.' };
}

function unusedProblems(
  { placeholders }: BoundSql,
  parameters: readonly ReportParameter[],
  mayStandAside: ReadonlySet<string>,
): SqlProblem[] {
  return parameters
    .filter(({ parametro }) => !mayStandAside.has(parametro))
    .filter(({ parametro }) => !placeholders.some(({ parameter }) => parameter === parametro))
    .map(({ parametro, tipo }) => ({
      line: 1,
      message: `O filtro ${parametro} não é usado: escreva :${parametro}${tipo === 'DATERANGE' ? '_inicio' : ''} na consulta, ou retire o filtro.`,
    }));
}

/** Without the semicolon and the comments behind it, so that it can stand inside another statement. */
function withoutEnd(sql: string): string {
  const tokens = (scanSql(sql) ?? []).filter(({ tokenName }) => !tokenName.endsWith('COMMENT'));
  const last = tokens.at(-1);
  const whole = Buffer.from(sql);
  return whole.subarray(0, last?.text === ';' ? last.start : (last?.end ?? whole.length)).toString();
}

type JudgedReport = { bound: BoundSql } | { problems: FileProblem[] };

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
