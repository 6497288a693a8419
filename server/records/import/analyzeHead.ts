import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ImportType } from '#contract/records/routes/imports.ts';
import { type ImportSettings, STANDARD_SETTINGS } from '#contract/records/routes/recordImport.ts';
import { documentKind } from '#contract/rules/documents.ts';
import { formatCount } from '#contract/rules/format.ts';
import { readDay, type SheetCell, signOf } from '#contract/rules/imports/cellText.ts';
import {
  columnFields,
  headingLine,
  type ImportField,
  importFields,
  itemOfPath,
  lineItemFields,
  lineOfPath,
  matchColumns,
  mostNamed,
} from '#contract/rules/imports/matchColumns.ts';
import { countAmbiguities, NO_DOUBTS } from '#contract/rules/imports/readCell.ts';
import { type OpenContent, sheetRefusal } from '../../adapters/spreadsheet/sheetShape.ts';
import type { SheetRow } from '../../adapters/spreadsheet/streamSheet.ts';
import type { SheetShape } from '../../db/tables/index.ts';
import { foreignObjects, foreignRows } from '../../foreign/foreignSheets.ts';

/** What the first lines of a file show before the user decides anything. */
interface FirstLook {
  /** The line number of the titles, starting at one; 0 for a sheet without titles and a file of objects. */
  headingLine: number;
  headings: string[];
  sample: string[][];
  columns: (string | null)[];
  settings: ImportSettings;
  /** Sentences about values that can be read in two ways. */
  doubts: string[];
}

const MERGED =
  'Há células mescladas. De cada mesclagem só a primeira célula tem o valor, e as outras são lidas como vazias: desfaça as mesclagens e repita o valor em cada linha.';

/** How many lines are examined for ambiguities. */
const LOOKED_AT = 1_000;
const MAX_EXAMPLES = 5;

/** The columns that a user matched for an earlier file with the same titles. */
export interface KnownColumns {
  headings: readonly string[];
  columns: readonly (string | null)[];
  settings: ImportSettings;
}

/**
 * Reads the head of a file and finds its titles and the fields of its columns. `line` is the title line if the user chose
 * one. Refuses a file without any line after its titles.
 */
export async function analyzeHead(
  open: OpenContent,
  shape: SheetShape,
  type: ImportType,
  {
    line,
    known,
  }: { line?: number | undefined; known?: (headings: readonly string[]) => KnownColumns | undefined },
): Promise<FirstLook> {
  if (shape.format === 'JSON' || shape.format === 'NDJSON') return lookAtObjects(open, shape);
  const rows = await firstRows(open, shape);
  const fields = importFields(type.campos);
  const texts = textsOf(rows);
  const place = headingPlace(rows, texts, fields, line);
  const heading = rows[place];
  if (!heading && place >= 0)
    throw sheetRefusal(line ? `A linha ${line} está vazia ou não existe.` : 'O arquivo não tem linhas.');
  const below = rows.slice(place + 1);
  if (below.length === 0) throw sheetRefusal('Não há linhas além da dos títulos.');
  const headings = unnamed(heading?.cells ?? [], below);
  const matched = known?.(headings);
  const columns = matched ? [...matched.columns] : likeliestColumns(headings, texts.slice(place + 1), type);
  const found = ambiguitiesOf(type, columns, below, matched?.settings);
  const isMerged = shape.format === 'XLSX' && (shape.merged ?? 0) > (heading?.line ?? 0);
  return {
    headingLine: heading?.line ?? 0,
    headings,
    sample: texts.slice(place + 1, place + 1 + MAX_EXAMPLES),
    columns,
    settings: matched?.settings ?? found.settings,
    doubts: [...(isMerged ? [MERGED] : []), ...found.sentences],
  };
}

/** The place of the title line among the rows; -1 for a sheet without titles. */
function headingPlace(
  rows: readonly SheetRow[],
  texts: readonly (readonly string[])[],
  fields: readonly ImportField[],
  line: number | undefined,
): number {
  if (line === 0) return -1;
  if (line !== undefined) {
    const place = rows.findIndex((row) => row.line === line);
    return place < 0 ? rows.length : place;
  }
  if (mostNamed(texts, fields) === 0 && rows[0] && isOfData(rows[0])) return -1;
  return headingLine(texts, fields);
}

/** A line with a number, a day or a document in it is no line of titles. */
const isOfData = ({ cells }: SheetRow): boolean =>
  cells.some(
    ({ text, kind }) =>
      text !== '' &&
      (kind !== 'text' ||
        /^\d+$/.test(text) ||
        signOf(text) !== null ||
        readDay(text) !== null ||
        documentKind(text) !== null),
  );

/**
 * Matches the columns to fields. Where neighbouring lines have the same key, each is taken for an item of the record, if its
 * titles name any.
 */
function likeliestColumns(
  headings: readonly string[],
  texts: readonly (readonly string[])[],
  type: ImportType,
): (string | null)[] {
  const fields = importFields(type.campos);
  const samples = texts.slice(0, 50);
  const inColumns = matchColumns(headings, samples, fields);
  const isNumbered = inColumns.some((path) => (itemOfPath(path ?? '')?.place ?? 1) > 1);
  if (isNumbered || !repeatsKey(texts, inColumns, type)) return inColumns;
  const inLines = matchColumns(headings, samples, [
    ...fields.filter(({ item }) => !item),
    ...lineItemFields(type.campos),
  ]);
  return inLines.some((path) => lineOfPath(path ?? '') !== null) ? inLines : inColumns;
}

/** Whether a line has the key of the line above it, or leaves it out. */
function repeatsKey(
  texts: readonly (readonly string[])[],
  columns: readonly (string | null)[],
  { codigo }: ImportType,
): boolean {
  const places = codigo.map((key) => columns.indexOf(key));
  if (places.some((place) => place < 0)) return false;
  const keys = texts.map((row) => places.map((place) => row[place] ?? ''));
  return keys.some((key, index) => {
    const above = keys[index - 1];
    return above !== undefined && (key.every((part) => part === '') || key.join('\0') === above.join('\0'));
  });
}

/**
 * Selects the sheet of a workbook whose titles match the most fields, or the first one if none do: a cover or legend often
 * comes first. A workbook with a single sheet is returned unchanged.
 */
export async function likeliestSheet(
  open: OpenContent,
  shape: SheetShape,
  { campos }: ImportType,
): Promise<SheetShape> {
  if (shape.format !== 'XLSX' || shape.sheets.length === 1) return shape;
  const fields = importFields(campos);
  const content = await buffer(await open());
  const reopened = async () => Readable.from([content]);
  const named: number[] = [];
  for (const sheet of shape.sheets.slice(0, MAX_SHEETS).keys())
    named.push(await namedBy(reopened, { ...shape, sheet }, fields));
  return { ...shape, sheet: Math.max(0, named.indexOf(Math.max(...named))) };
}

/** How many fields the titles of a sheet match; -1 if the sheet is not a table or could not be imported. */
async function namedBy(
  open: OpenContent,
  shape: Extract<SheetShape, { format: 'XLSX' }>,
  fields: ReturnType<typeof importFields>,
): Promise<number> {
  try {
    const rows = await firstRows(open, shape, FEW);
    return rows.length > 1 ? mostNamed(textsOf(rows), fields) : -1;
  } catch {
    // For example a chart, or a calendar with 365 columns; the sheet that the user chooses is checked when it is read.
    return -1;
  }
}

const textsOf = (rows: readonly SheetRow[]) => rows.map(({ cells }) => cells.map(({ text }) => text));

const MAX_SHEETS = 20;
const FEW = 12;

async function firstRows(
  open: OpenContent,
  shape: Extract<SheetShape, { format: 'CSV' | 'XLSX' }>,
  most = LOOKED_AT,
) {
  const rows: SheetRow[] = [];
  for await (const row of foreignRows(open, shape)) {
    rows.push(row);
    if (rows.length > most) break;
  }
  return rows;
}

/** A column without a title but with values below is named by its letter, as in spreadsheets. */
function unnamed(cells: readonly SheetCell[], below: readonly SheetRow[]): string[] {
  const width = Math.max(cells.length, ...below.slice(0, 50).map((row) => row.cells.length));
  return Array.from({ length: width }, (_, index) => cells[index]?.text || columnLetterName(index));
}

/** The name of a column without a title. */
export const columnLetterName = (index: number): string => `Coluna ${letterOf(index)}`;

const letterOf = (index: number): string =>
  (index >= 26 ? String.fromCharCode(64 + Math.floor(index / 26)) : '') +
  String.fromCharCode(65 + (index % 26));

/** The ambiguities in the matched columns, and the settings that their values suggest. */
function ambiguitiesOf(
  type: ImportType,
  columns: readonly (string | null)[],
  rows: readonly SheetRow[],
  decided?: ImportSettings,
): { settings: ImportSettings; sentences: string[] } {
  const fields = new Map(columnFields(type.campos).map(({ path, field }) => [path, field]));
  let doubts = NO_DOUBTS;
  for (const { cells } of rows)
    for (const [index, cell] of cells.entries()) {
      const field = fields.get(columns[index] ?? '');
      if (field) doubts = countAmbiguities(doubts, cell, field);
    }
  const { comma, point, eitherWay, lostZeros, serialDays, differing } = doubts;
  const decimal = point > comma ? 'PONTO' : 'VIRGULA';
  const sentences = [
    comma > 0 &&
      point > 0 &&
      `Há números com vírgula (${comma}) e com ponto (${point}) como sinal decimal. Os do outro sinal são recusados.`,
    eitherWay > 0 &&
      comma + point === 0 &&
      `${formatCount(eitherWay, 'número pode ser lido', 'números podem ser lidos')} de dois modos, como 1.234. Confira o sinal decimal.`,
    point > 0 && comma === 0 && 'Os números usam ponto como sinal decimal, e vírgula nos milhares.',
    lostZeros > 0 &&
      !decided?.completarZeros &&
      `${formatCount(lostZeros, 'código perdeu', 'códigos perderam')} zeros à esquerda. Marque "Completar zeros à esquerda" para repô-los.`,
    serialDays > 0 &&
      !decided?.datasSeriais &&
      `${formatCount(serialDays, 'data está', 'datas estão')} como número de dias. Marque "Ler datas numéricas" para lê-las.`,
    differing > 0 &&
      !decided?.celulaDiferente &&
      `${formatCount(differing, 'célula mostra', 'células mostram')} um número diferente do guardado. Escolha qual dos dois vale; sem a escolha, essas linhas são recusadas.`,
  ].filter((sentence): sentence is string => typeof sentence === 'string');
  return { settings: { ...STANDARD_SETTINGS, decimal }, sentences };
}

async function lookAtObjects(
  open: OpenContent,
  shape: Extract<SheetShape, { format: 'JSON' | 'NDJSON' }>,
): Promise<FirstLook> {
  const sample: string[][] = [];
  for await (const { data } of foreignObjects(open, shape)) {
    sample.push([JSON.stringify(data).slice(0, 300)]);
    if (sample.length >= MAX_EXAMPLES) break;
  }
  if (sample.length === 0) throw sheetRefusal('O arquivo não tem registros.');
  return { headingLine: 0, headings: [], sample, columns: [], settings: STANDARD_SETTINGS, doubts: [] };
}
