import type { RecordData } from '#contract/records/fields/recordField.ts';
import type { ImportType } from '#contract/records/routes/imports.ts';
import { lineOfPath } from '#contract/rules/imports/matchColumns.ts';
import { type FileRow, put } from './fileRows.ts';
import type { ImportTarget } from './importTarget.ts';

/** More lines of one record than any document has. */
const MAX_LINES = 2_000;

/**
 * Joins the lines of one record, where the file has a line for each item of a list: neighbouring lines with the same key, and
 * lines without a key below them, as printed lists leave it out. Any other file passes through unchanged.
 */
export async function* groupedRows(
  rows: AsyncIterable<FileRow>,
  columns: readonly (string | null)[],
  { type, keyOf }: Pick<ImportTarget, 'type' | 'keyOf'>,
): AsyncGenerator<FileRow> {
  const lists = [...new Set(columns.flatMap((path) => lineOfPath(path ?? '')?.list ?? []))];
  if (lists.length === 0) return yield* rows;
  const join = (lines: readonly FileRow[]) => joined(lines, { lists, columns, type });
  let lines: FileRow[] = [];
  let key: string | null = null;
  for await (const row of rows) {
    const own = keyOf(row.dados);
    const goesOn = lines.length > 0 && (own === null ? hasNoKey(row, type, columns) : own === key);
    if (goesOn && lines.length < MAX_LINES) {
      lines.push(row);
      continue;
    }
    if (lines.length > 0) yield join(lines);
    lines = [row];
    key = own;
  }
  if (lines.length > 0) yield join(lines);
}

/** The lines of a record, its first one included. */
export const linesOf = (row: FileRow): readonly FileRow[] => [row, ...(row.more ?? [])];

/** The line that a field of the record comes from: 'itens/2/produto' is on the line of the third item. */
export function problemLine(row: FileRow, field: string): FileRow {
  const [, list = '', index] = /^(.+)\/(\d+)(?:\/|$)/.exec(field) ?? [];
  return linesOf(row).filter(({ linha }) => linha?.has(list))[Number(index)] ?? row;
}

/** Whether a line leaves out every part of the key, but has an item. A line with half a key is a faulty record of its own. */
const hasNoKey = (row: FileRow, { codigo }: ImportType, columns: readonly (string | null)[]): boolean =>
  row.linha !== undefined &&
  row.linha.size > 0 &&
  columns.every((path, index) => !isOfKey(codigo, path) || (row.cells[index] ?? '') === '');

const isOfKey = (codigo: readonly string[], path: string | null): boolean =>
  path !== null && (codigo.includes(path) || path.startsWith('codigosExternos/'));

interface Joining {
  lists: readonly string[];
  columns: readonly (string | null)[];
  type: ImportType;
}

function joined([first, ...more]: readonly FileRow[], { lists, columns, type }: Joining): FileRow {
  if (!first) throw new Error('a record without lines');
  const dados: Record<string, unknown> = { ...first.dados };
  for (const row of more)
    for (const [key, value] of Object.entries(row.dados)) {
      if (dados[key] === undefined || dados[key] === null) dados[key] = value;
      else if (value !== null && !isSame(dados[key], value)) differ(row, first, key, columns);
    }
  const lines = [first, ...more];
  for (const list of lists) {
    const items = lines.flatMap(({ linha }) => {
      const item = linha?.get(list);
      return item ? [item] : [];
    });
    if (items.length > 0) put(dados, list, numbered(items, listAt(type, list)));
  }
  return { ...first, dados, more };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function differ(row: FileRow, first: FileRow, key: string, columns: readonly (string | null)[]) {
  const coluna = columns.findIndex((path) => path === key || path?.startsWith(`${key}/`));
  row.problems.push({
    coluna,
    problema: `Difere da linha ${first.line}, que é do mesmo registro.`,
  });
}

function listAt({ campos }: ImportType, path: string) {
  const [key = '', inner] = path.split('/');
  return inner === undefined ? campos[key] : campos[key]?.campos?.[inner];
}

/** Items that are only told apart by their number are numbered in the order of the file, unless it has the numbers. */
function numbered(items: readonly RecordData[], list: ReturnType<typeof listAt>): readonly RecordData[] {
  const [key, ...others] = list?.codigo ?? [];
  const isNumber = key !== undefined && others.length === 0 && list?.campos?.[key]?.tipo === 'INTEIRO';
  if (!isNumber || items.some((item) => item[key] !== undefined)) return items;
  return items.map((item, index) => ({ ...item, [key]: index + 1 }));
}
