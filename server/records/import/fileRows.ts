import type { RecordData } from '#contract/records/fields/recordField.ts';
import type { ImportType } from '#contract/records/routes/imports.ts';
import type { ImportSettings } from '#contract/records/routes/recordImport.ts';
import { type SheetCell, textCell } from '#contract/rules/imports/cellText.ts';
import { columnFields, itemOfPath, lineOfPath } from '#contract/rules/imports/matchColumns.ts';
import { readCell } from '#contract/rules/imports/readCell.ts';
import type { OpenContent } from '../../adapters/spreadsheet/sheetShape.ts';
import type { SheetShape } from '../../db/tables/index.ts';
import { foreignObjects, foreignRows } from '../../foreign/foreignSheets.ts';
import type { PlacedItems } from '../write/placedItem.ts';
import { columnLetterName } from './analyzeHead.ts';

/** A problem with a line: the sentence and the column, or `-1` if it concerns the whole line or a field without a column. */
export interface ColumnProblem {
  coluna: number;
  problema: string;
}

/** A line of the file, read as a record of the type. */
export interface FileRow {
  line: number;
  dados: RecordData;
  problems: ColumnProblem[];
  /** The cells as they are in the file. */
  cells: string[];
  /** For lists spread over columns: what the line gives of their items. */
  itens?: ReadonlyMap<string, PlacedItems>;
  /** For lists with a line for each item: the line's item, by the list's path. */
  linha?: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** The following lines of the same record. */
  more?: readonly FileRow[];
  /** The first line with the same key. */
  repeats?: number;
}

export interface Matching {
  shape: SheetShape;
  headingLine: number;
  headings: readonly string[];
  columns: readonly (string | null)[];
  settings: ImportSettings;
  /** The cells of corrected lines, by line. */
  corrections?: Readonly<Record<string, readonly string[]>>;
}

/** Yields the lines after the titles, each with its fields; what cannot be read is reported for its column. */
export async function* fileRows(
  open: OpenContent,
  { shape, headingLine, headings, columns, settings, corrections = {} }: Matching,
  type: ImportType,
): AsyncGenerator<FileRow> {
  if (shape.format === 'JSON' || shape.format === 'NDJSON') {
    for await (const { line, data } of foreignObjects(open, shape))
      yield {
        line,
        dados: data ?? {},
        problems: data ? [] : [{ coluna: -1, problema: 'A linha não é um objeto JSON.' }],
        cells: [JSON.stringify(data)],
      };
    return;
  }
  const fields = new Map(columnFields(type.campos).map((one) => [one.path, one.field]));
  for await (const { line, cells: given } of foreignRows(open, shape)) {
    if (line <= headingLine) continue;
    const cells = corrections[line]?.map(textCell) ?? given;
    const texts = cells.map(({ text }) => text);
    // Printed reports repeat their titles on each page.
    if (headings.every((title, index) => title === (texts[index] || columnLetterName(index))))
      yield {
        line,
        dados: {},
        problems: [{ coluna: -1, problema: 'Repete os títulos das colunas.' }],
        cells: texts,
      };
    else yield { line, ...readRow(cells, columns, settings, fields), cells: texts };
  }
}

function readRow(
  cells: readonly SheetCell[],
  columns: readonly (string | null)[],
  settings: ImportSettings,
  fields: ReadonlyMap<string, Parameters<typeof readCell>[1]>,
): Pick<FileRow, 'dados' | 'problems' | 'itens' | 'linha'> {
  const dados: Record<string, unknown> = {};
  const problems: ColumnProblem[] = [];
  const lists = new Map<string, Map<number, Record<string, unknown>>>();
  const linha = new Map<string, Record<string, unknown>>();
  for (const [coluna, path] of columns.entries()) {
    const field = path === null ? undefined : fields.get(path);
    if (path === null || !field) continue;
    const read = readCell(cells[coluna] ?? { text: '', kind: 'text' }, field, settings);
    const item = itemOfPath(path);
    const own = lineOfPath(path);
    if ('problem' in read) problems.push({ coluna, problema: read.problem });
    else if (item) putItem(lists, item, read.value);
    else if (own) {
      if (read.value !== null) linha.set(own.list, { ...linha.get(own.list), [own.key]: read.value });
    } else if (read.value !== null || settings.limparVazias) put(dados, path, read.value);
  }
  return { dados, problems, itens: placedItems(lists, settings), linha };
}

type Lists = Map<string, Map<number, Record<string, unknown>>>;

function putItem(
  lists: Lists,
  { list, place, key }: NonNullable<ReturnType<typeof itemOfPath>>,
  value: unknown,
) {
  const items = lists.get(list) ?? new Map<number, Record<string, unknown>>();
  lists.set(list, items.set(place, { ...items.get(place), [key]: value }));
}

/**
 * Items whose cells are all empty are left out; the others change only those items. If empty cells clear values, the columns
 * replace the whole list: otherwise the next item would move up into a cleared position, and the next run would clear that
 * one too.
 */
function placedItems(lists: Lists, { limparVazias }: ImportSettings): ReadonlyMap<string, PlacedItems> {
  const placed = new Map<string, PlacedItems>();
  for (const [list, items] of lists) {
    const said = [...items].flatMap(([place, item]) => {
      const cells = Object.entries(item).filter(([, value]) => value !== null);
      return cells.length > 0 ? [[place, Object.fromEntries(cells)] as const] : [];
    });
    if (said.length > 0 || limparVazias) placed.set(list, { items: new Map(said), replaces: limparVazias });
  }
  return placed;
}

/** 'endereco/cep' is stored inside its group. */
export function put(dados: Record<string, unknown>, path: string, value: unknown) {
  const [key = '', inner] = path.split('/');
  if (inner === undefined) dados[key] = value;
  else dados[key] = { ...(dados[key] as object | undefined), [inner]: value };
}
