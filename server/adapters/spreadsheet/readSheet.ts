import { parse } from 'csv-parse/sync';
import type { SheetCell } from '#contract/rules/imports/cellText.ts';
import { Refusal } from '../../errors.ts';
import { fromWindows1252 } from '../../text/windows1252.ts';
import { openWorkbook, type Workbook } from './workbook/openWorkbook.ts';
import { sheetCell, sheetLines } from './workbook/sheetLines.ts';
import { UnpackedTooLarge } from './workbook/zipParts.ts';

/** Far more than that many lines need; a larger file is something else. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_COLUMNS = 26;
/** A sheet of a few thousand lines never comes near this. */
const MAX_UNPACKED = 24 * 1024 * 1024;

/**
 * Reads the rows of a CSV or of the first sheet of an XLSX as text, heading first. Reads at most `mostRows` rows after the
 * heading, and refuses a file that would expand beyond reason before it does.
 */
export async function readSheet(content: Buffer, name: string, mostRows: number): Promise<string[][]> {
  if (content.length > MAX_BYTES)
    throw refusal(`O arquivo "${name}" passa de 8 MB. Divida a planilha em partes menores.`);
  const rows = isZip(content) ? await xlsxRows(content, name, mostRows) : csvRows(content, name, mostRows);
  const last = rows.findLastIndex((row) => row.some(Boolean));
  const filled = rows.slice(0, last + 1);
  if (filled.length < 2) throw refusal(`A planilha "${name}" não tem linhas além do título.`);
  if (filled.length > mostRows + 1)
    throw refusal(
      `A planilha "${name}" tem mais de ${mostRows.toLocaleString('pt-BR')} linhas. Divida-a em partes.`,
    );
  return filled;
}

const isZip = (content: Buffer) => content.subarray(0, 2).toString('latin1') === 'PK';
const refusal = (message: string) => new Refusal(422, 'PLANILHA_RECUSADA', message);

async function xlsxRows(content: Buffer, name: string, mostRows: number): Promise<string[][]> {
  const allowance = { left: MAX_UNPACKED };
  let book: Workbook | undefined;
  try {
    book = await openWorkbook(content, allowance);
    const [first] = book.sheets;
    if (!first) throw new Error('no sheet');
    const rows: string[][] = [];
    for await (const { line, cells } of sheetLines(book, first, allowance)) {
      // However far below it is, it is only one line too many.
      const place = Math.min(line, mostRows + 2);
      while (rows.length < place - 1) rows.push([]);
      rows[place - 1] = Array.from(cells.slice(0, MAX_COLUMNS), (cell) =>
        cell?.formula === undefined ? cellText(sheetCell(cell)) : `=${cell.formula}`,
      );
      if (place > mostRows + 1) break;
    }
    return rows;
  } catch (error) {
    throw refusal(
      error instanceof UnpackedTooLarge
        ? `A planilha "${name}" é grande demais depois de aberta.`
        : `A planilha "${name}" não pôde ser lida. Salve-a de novo e envie outra vez.`,
    );
  } finally {
    book?.parts.close();
  }
}

/** A number that is shown as another one is given with both, which no reader takes for a number. */
const cellText = ({ text, kind, value }: SheetCell): string =>
  kind === 'differs' ? `${text} (vale ${value})` : text.trim();

function csvRows(content: Buffer, name: string, mostRows: number): string[][] {
  const text = textOf(content);
  if (text.includes('\0')) throw refusal(`O arquivo "${name}" não é uma planilha CSV nem XLSX.`);
  const heading = text.slice(0, text.search(/[\r\n]|$/));
  const delimiter = [';', '\t', ','].find((each) => heading.includes(each)) ?? ';';
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: 64_000,
      to: mostRows + 2,
      cast: (value) => value.trim(),
    }) as unknown as string[][];
  } catch {
    throw refusal(`O arquivo "${name}" não pôde ser lido como CSV. Confira as aspas e o separador.`);
  }
}

/** UTF-8, or the encoding that Brazilian spreadsheet programs use for CSV. */
function textOf(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return fromWindows1252(content);
  }
}
