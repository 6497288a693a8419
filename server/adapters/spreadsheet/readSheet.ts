import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { Refusal } from '../../errors.ts';
import { refuseSwollen } from './sheetShape.ts';

/** Far above what so many lines weigh; a larger file is something else. */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_COLUMNS = 26;

/**
 * The rows of a CSV or of the first sheet of an XLSX as text, heading first. Bounded: at most `mostRows` rows behind
 * the heading, and a file that swells beyond reason when unpacked is refused before it is.
 */
export async function readSheet(content: Buffer, name: string, mostRows: number): Promise<string[][]> {
  if (content.length > MOST_BYTES)
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
  const broken = () => refusal(`A planilha "${name}" não pôde ser lida. Salve-a de novo e envie outra vez.`);
  await refuseSwollen(content, {
    swollen: () => refusal(`A planilha "${name}" é grande demais depois de aberta.`),
    broken,
  });
  const letter = String.fromCharCode(64 + MOST_COLUMNS);
  const book = await readXlsx(content, { sheets: [0], range: `A1:${letter}${mostRows + 2}` }).catch(() => {
    throw broken();
  });
  const sheet = book.sheets[0];
  return (sheet?.rows ?? []).map((row, y) =>
    row.slice(0, MOST_COLUMNS).map((value, x) => {
      const formula = sheet?.cells?.get(`${y},${x}`)?.formula;
      return formula === undefined ? cellText(value) : `=${formula}`;
    }),
  );
}

const EPOCH_YEAR = '1899-12-';

/** A date of a sheet has no zone: what its clock shows is what is meant. A mere time stands on the day zero. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (!(value instanceof Date)) return String(value).trim();
  if (Number.isNaN(value.getTime())) return '';
  const whole = new Date(Math.round(value.getTime() / 60_000) * 60_000).toISOString();
  const [day = '', time = ''] = [whole.slice(0, 10), whole.slice(11, 16)];
  if (day.startsWith(EPOCH_YEAR)) return time;
  return time === '00:00' ? day : `${day} ${time}`;
}

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

/** UTF-8, or what spreadsheets of this country write when they say CSV. */
function textOf(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}
