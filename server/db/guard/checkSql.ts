import type { ScanToken } from 'libpg-query';
import { ENTITIES } from '#contract/map/index.ts';
import { namesInQuery, writtenInQuery } from '#contract/rules/reports/parameterSchema.ts';
import type { ParameterType, ReportParameter } from '#contract/rules/reports/report.ts';
import { growthProblem } from './growth.ts';
import { lineOfByte, nodeAt, parserReady, parseSql, scanSql } from './parser.ts';
import { checkTree } from './validateTree.ts';

/** Limits on size and nesting, since the parser recurses into every bracket. */
const LIMITS = { characters: 20_000, words: 4_000, depth: 40 };

interface ValidatedSql {
  /** The query to run; `null` if there are problems. */
  bound: BoundSql | null;
  problems: SqlProblem[];
}

/**
 * The guard: accepts a single SELECT that uses only what is allowed, reads only the views of schema relatorio, and takes
 * values only by name. `optionalParameters` are those that the text need not use.
 */
export async function checkSql(
  sql: string,
  parameters: readonly ReportParameter[],
  views: ReadonlySet<string>,
  optionalParameters: ReadonlySet<string> = new Set(),
): Promise<ValidatedSql> {
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
    ...checkTree(parsed.statements[0], views).map(({ at, message }) => ({
      line: lineOfByte(bound.text, at),
      message,
    })),
    ...unusedProblems(bound, parameters, optionalParameters),
  ];
  // The size is computed only if every part is known and allowed.
  if (found.length === 0) {
    const growth = growthProblem(nodeAt(parsed.statements[0], 'SelectStmt') ?? {}, ENTITIES);
    if (growth) found.push({ line: 1, message: growth });
  }
  return found.length > 0
    ? { bound: null, problems: found }
    : { bound: { ...bound, text: withoutEnd(bound.text) }, problems: [] };
}

function sizeProblem(sql: string): SqlProblem | null {
  if (sql.trim() === '') return { line: 1, message: 'Escreva a consulta: um SELECT.' };
  if (sql.length > LIMITS.characters)
    return {
      line: 1,
      message: `O SQL passa de ${LIMITS.characters} caracteres. Divida-o em outros relatórios.`,
    };
  return sql.includes('\0') ? { line: 1, message: 'O SQL tem um caractere nulo. Retire-o.' } : null;
}

/** A text nested too deeply would crash the parser itself. */
function shapeProblem(sql: string): SqlProblem | null {
  const tokens = scanSql(sql) ?? [];
  let depth = 0;
  let deepest = 0;
  for (const { text, tokenName } of tokens) {
    if (tokenName.includes('CONST')) continue;
    if (/^[([]$/.test(text) || /^case$/i.test(text)) depth += 1;
    if (/^[)\]]$/.test(text) || /^end$/i.test(text)) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  if (tokens.length <= LIMITS.words && deepest <= LIMITS.depth) return null;
  return { line: 1, message: 'O SQL é grande ou encaixado demais. Simplifique-o com WITH.' };
}

/** The statement as the parser sees it; `null` if it cannot be read. */
export async function statementOf(sql: string, parameters: readonly ReportParameter[]): Promise<unknown> {
  if (sizeProblem(sql)) return null;
  await parserReady();
  if (shapeProblem(sql)) return null;
  const { bound } = bindNames(sql, placeholdersOf(parameters));
  const parsed = bound && parseSql(bound.text);
  return parsed && 'statements' in parsed ? (parsed.statements[0] ?? null) : null;
}

function unusedProblems(
  { placeholders }: BoundSql,
  parameters: readonly ReportParameter[],
  optional: ReadonlySet<string>,
): SqlProblem[] {
  return parameters
    .filter(({ parametro }) => !optional.has(parametro))
    .filter(({ parametro }) => !placeholders.some(({ parameter }) => parameter === parametro))
    .map((parameter) => ({
      line: 1,
      message: `O filtro ${parameter.parametro} não é usado: escreva ${writtenInQuery(parameter)} na consulta, ou retire o filtro.`,
    }));
}

/** Removes the final semicolon and the comments after it, so that the text can be embedded in another statement. */
function withoutEnd(sql: string): string {
  const tokens = (scanSql(sql) ?? []).filter(({ tokenName }) => !tokenName.endsWith('COMMENT'));
  const last = tokens.at(-1);
  const bytes = Buffer.from(sql);
  return bytes.subarray(0, last?.text === ';' ? last.start : (last?.end ?? bytes.length)).toString();
}

export interface SqlProblem {
  /** The line in the query text, starting at 1. */
  line: number;
  message: string;
}

/** A value that a query names, such as `:periodo_inicio`: its parameter, and the type that PostgreSQL takes it as. */
export interface Placeholder {
  name: string;
  parameter: string;
  /** Which end of a period it is. */
  end?: 'inicio' | 'fim';
  cast: string;
}

export interface BoundSql {
  /** The query with `$1`, `$2` … in place of the names. */
  text: string;
  /** In the order of their numbers. */
  placeholders: Placeholder[];
}

const CASTS: Readonly<Record<ParameterType, string>> = {
  TEXT: 'text',
  TEXTAREA: 'text',
  NUMBER: 'numeric',
  SELECT: 'text',
  RADIO: 'text',
  MULTISELECT: 'text[]',
  CHECKBOX: 'text[]',
  DATE: 'date',
  DATERANGE: 'date',
};

/** The placeholders that a query may use. */
function placeholdersOf(parameters: readonly ReportParameter[]): Placeholder[] {
  return parameters.flatMap((parameter): Placeholder[] => {
    const { parametro, tipo, opcoes, origem } = parameter;
    const alone = tipo === 'CHECKBOX' && opcoes.length === 0 && !origem;
    const cast = alone ? 'boolean' : CASTS[tipo];
    return namesInQuery(parameter).map((named) => ({ ...named, parameter: parametro, cast }));
  });
}

/**
 * Replaces names by numbers, each with a cast to the type of its parameter. Uses the parser's own scanner, so that a colon
 * within a text, a comment, a quoted name or a cast is left alone.
 */
function bindNames(
  sql: string,
  offered: readonly Placeholder[],
): { bound: BoundSql | null; problems: SqlProblem[] } {
  const tokens = scanSql(sql);
  if (!tokens)
    return {
      bound: null,
      problems: [{ line: 1, message: 'O SQL não se lê. Confira aspas e comentários abertos.' }],
    };
  const problems: SqlProblem[] = [];
  const used: Placeholder[] = [];
  const bytes = Buffer.from(sql);
  const parts: string[] = [];
  let from = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.tokenName === 'PARAM')
      problems.push({
        line: lineOfByte(sql, token.start),
        message: `Valores entram por nome, como :filial, não por ${textOf(bytes, token)}.`,
      });
    const name = nameAfter(tokens, index, bytes);
    if (name === null) continue;
    const line = lineOfByte(sql, token.start);
    const found = offered.find((each) => each.name === name.text);
    if (!found) {
      problems.push({ line, message: unknownName(name.text, offered) });
      continue;
    }
    if (!used.includes(found)) used.push(found);
    parts.push(bytes.subarray(from, token.start).toString(), `($${used.indexOf(found) + 1}::${found.cast})`);
    from = name.end;
  }
  const text = parts.join('') + bytes.subarray(from).toString();
  return { bound: problems.length > 0 ? null : { text, placeholders: used }, problems };
}

const textOf = (bytes: Buffer, { start, end }: ScanToken) => bytes.subarray(start, end).toString();

/** Returns the name if the token is a colon directly followed by a word. */
function nameAfter(tokens: readonly ScanToken[], index: number, bytes: Buffer) {
  const [colon, word] = [tokens[index], tokens[index + 1]];
  if (!colon || !word || textOf(bytes, colon) !== ':' || word.start !== colon.end) return null;
  const text = textOf(bytes, word);
  return /^[A-Za-z_]\w*$/.test(text) ? { text, end: word.end } : null;
}

function unknownName(name: string, offered: readonly Placeholder[]): string {
  const period = offered.find(({ parameter, end }) => parameter === name && end);
  if (period) return `:${name} é um período. Use :${name}_inicio e :${name}_fim.`;
  const parameterList = offered.map((each) => `:${each.name}`).join(', ');
  return `Não há filtro para :${name}. ${parameterList ? `Existem ${parameterList}.` : 'O relatório não tem filtros.'}`;
}
