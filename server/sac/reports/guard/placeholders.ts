import type { ScanToken } from 'libpg-query';
import type { ParameterType, ReportParameter } from '../../../../contract/rules/reports/report.ts';
import { lineOfByte, scanSql } from './parser.ts';

export interface SqlProblem {
  /** From 1, in the text of the query. */
  line: number;
  message: string;
}

/** A value that a query names, `:periodo_inicio`: of which parameter, and as which type PostgreSQL takes it. */
export interface Placeholder {
  name: string;
  parameter: string;
  /** End of a period. */
  end?: 'inicio' | 'fim';
  cast: string;
}

export interface BoundSql {
  /** With `$1`, `$2` … in place of the names. */
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

/** What a query may name. */
export function placeholdersOf(parameters: readonly ReportParameter[]): Placeholder[] {
  return parameters.flatMap(({ parametro, tipo, opcoes, origem }): Placeholder[] => {
    const alone = tipo === 'CHECKBOX' && opcoes.length === 0 && !origem;
    const cast = alone ? 'boolean' : CASTS[tipo];
    if (tipo !== 'DATERANGE') return [{ name: parametro, parameter: parametro, cast }];
    return (['inicio', 'fim'] as const).map((end) => ({
      name: `${parametro}_${end}`,
      parameter: parametro,
      end,
      cast,
    }));
  });
}

/**
 * Names become numbers, each with a cast from the type of its parameter. The parser's own scanner finds them, so that
 * a colon in a text, a comment, a quoted name or a cast stays what it is.
 */
export function bindNames(
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

/** A colon that a word follows at once. */
function nameAfter(tokens: readonly ScanToken[], index: number, bytes: Buffer) {
  const [colon, word] = [tokens[index], tokens[index + 1]];
  if (!colon || !word || textOf(bytes, colon) !== ':' || word.start !== colon.end) return null;
  const text = textOf(bytes, word);
  return /^[A-Za-z_]\w*$/.test(text) ? { text, end: word.end } : null;
}

function unknownName(name: string, offered: readonly Placeholder[]): string {
  const period = offered.find(({ parameter, end }) => parameter === name && end);
  if (period) return `:${name} é um período. Use :${name}_inicio e :${name}_fim.`;
  const known = offered.map((each) => `:${each.name}`).join(', ');
  return `Não há filtro para :${name}. ${known ? `Existem ${known}.` : 'O relatório não tem filtros.'}`;
}
