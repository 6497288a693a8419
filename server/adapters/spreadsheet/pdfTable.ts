import type { Readable } from 'node:stream';
import { Ruler, SIZE, winAnsi } from '../../text/letters.ts';
import { drawBrand, newPdfDocument, type PaperBrand } from '../../text/paper.ts';

export interface PdfColumn {
  title: string;
  /** A second heading over neighboring columns that have the same. */
  above?: string;
  /** In letters. */
  width: number;
  right: boolean;
  /** Names the row, and stands again wherever the table goes on beside itself. */
  names?: boolean;
}

interface PdfTable {
  brand: PaperBrand;
  title: string;
  /** Lines below the title: filters, time and author. */
  lines: readonly string[];
  columns: readonly PdfColumn[];
  rows: AsyncIterable<readonly string[]>;
  /** Called once the rows have ended. */
  end: () => { totals: readonly string[] | null; note: string | null };
}

export const MARGIN = 34;
export const ROW = 14;
const PADDING = 3;
/** The height of a line in a heading. */
const LINE = 10;
const HEADING_LINES = 3;

/**
 * A table on A4, written row by row with our own column layout, since a library that measures the whole table first takes
 * minutes for five thousand rows. One that is wider than the page goes on in parts, one below the other. Fails when the rows fail.
 */
export async function pdfTable(table: PdfTable): Promise<Readable> {
  const doc = await newPdfDocument({
    size: 'A4',
    layout: table.columns.length > 5 ? 'landscape' : 'portrait',
    margin: MARGIN,
    bufferPages: true,
    autoFirstPage: true,
    info: { Title: table.title },
  });
  writeTable(doc, table).then(
    () => doc.end(),
    (error: Error) => doc.destroy(error),
  );
  return doc as unknown as Readable;
}

async function writeTable(doc: PDFKit.PDFDocument, table: PdfTable): Promise<void> {
  const ruler = new Ruler(doc);
  const room = doc.page.width - 2 * MARGIN;
  const place = { y: heading(doc, table) };
  const least = table.columns.reduce((sum, column) => sum + leastSpace(column), 0);
  if (least <= room) {
    const part = new TablePart(doc, ruler, placed(table.columns, room), place);
    part.headings();
    for await (const row of table.rows) part.row(row);
    const { totals, note } = table.end();
    if (totals) part.row(totals, true);
    if (note) part.note(note);
  } else await writeParts(doc, table, { ruler, room, place });
  numberPages(doc);
}

/** Narrower, a column could show nothing of use. */
export const leastSpace = ({ width, right }: PdfColumn): number => (right ? width * 3.4 : 50) + 2 * PADDING;

/** The rows are kept until their columns have been measured. */
async function writeParts(
  doc: PDFKit.PDFDocument,
  { columns, rows, end }: PdfTable,
  { ruler, room, place }: { ruler: Ruler; room: number; place: Place },
): Promise<void> {
  const allRows: (readonly string[])[] = [];
  for await (const row of rows) allRows.push(row);
  const { totals, note } = end();
  const parts = partsOf(columns, [...allRows, ...(totals ? [totals] : [])], ruler, room);
  for (const [index, part] of parts.entries()) {
    const drawn = new TablePart(doc, ruler, part, place);
    drawn.caption(`Parte ${index + 1} de ${parts.length}`, Math.min(allRows.length, 3));
    drawn.headings();
    for (const row of allRows) drawn.row(row);
    if (totals) drawn.row(totals, true);
    if (index === parts.length - 1 && note) drawn.note(note);
  }
}

const LETTERS = { least: 30, most: 150 };

/** Columns as wide as what they hold, in as many parts as they need. Columns below one heading stay together where they can. */
function partsOf(
  columns: readonly PdfColumn[],
  rows: readonly (readonly string[])[],
  ruler: Ruler,
  room: number,
): PlacedColumn[][] {
  const measured = columns.map((column, at): MeasuredColumn => {
    const words = winAnsi(column.title).split(' ');
    const widths = [
      ...words.map((word) => ruler.width(word, true)),
      ...rows.map((row) => ruler.width(winAnsi(row[at] ?? ''), true)),
    ];
    const widest = widths.reduce((most, width) => Math.max(most, width), 0) + 2 * PADDING;
    return { ...column, at, space: Math.min(LETTERS.most, Math.max(LETTERS.least, widest)) };
  });
  const named = measured.some(({ names }) => names);
  const naming = measured.filter(({ names, at }) => (named ? names : at === 0));
  const namingWidth = sumOf(naming);
  const narrowed = Math.min(1, room / 2 / namingWidth);
  const keys = naming.map((column) => ({ ...column, space: column.space * narrowed }));
  const parts: MeasuredColumn[][] = [];
  const left = room - sumOf(keys);
  for (const group of groupsOf(measured.filter((column) => !naming.includes(column)))) {
    const last = parts.at(-1);
    if (last && sumOf(last) + sumOf(group) <= left) last.push(...group);
    else parts.push(...inRoom(group, left));
  }
  return parts.map((part) => placedAt([...keys, ...part]));
}

const sumOf = (columns: readonly { space: number }[]) => columns.reduce((sum, { space }) => sum + space, 0);

function groupsOf(columns: readonly MeasuredColumn[]): MeasuredColumn[][] {
  const groups: MeasuredColumn[][] = [];
  for (const column of columns) {
    const last = groups.at(-1);
    if (last && column.above !== undefined && last[0]?.above === column.above) last.push(column);
    else groups.push([column]);
  }
  return groups;
}

function inRoom(group: readonly MeasuredColumn[], room: number): MeasuredColumn[][] {
  const parts: MeasuredColumn[][] = [[]];
  for (const column of group) {
    const last = parts.at(-1) as MeasuredColumn[];
    if (last.length === 0 || sumOf(last) + column.space <= room) last.push(column);
    else parts.push([column]);
  }
  return parts;
}

interface MeasuredColumn extends PdfColumn {
  /** Its position in each row. */
  at: number;
  space: number;
}

interface PlacedColumn extends MeasuredColumn {
  x: number;
}

function placedAt(columns: readonly MeasuredColumn[], from = MARGIN): PlacedColumn[] {
  let x = from;
  return columns.map((column) => {
    const found = { ...column, x };
    x += column.space;
    return found;
  });
}

/** Columns that share the room according to their widths. */
export function placed(columns: readonly PdfColumn[], room: number, from = MARGIN): PlacedColumn[] {
  const totalWidth = columns.reduce((sum, { width }) => sum + width, 0);
  return placedAt(
    columns.map((column, at) => ({ ...column, at, space: (column.width / totalWidth) * room })),
    from,
  );
}

/** The head of the paper; returns where the table begins. */
function heading(doc: PDFKit.PDFDocument, { brand, title, lines }: PdfTable): number {
  drawBrand(doc, brand, MARGIN);
  const width = doc.page.width - 2 * MARGIN;
  doc.font('Helvetica-Bold').fontSize(14).fillColor('#1b1b1b');
  doc.text(winAnsi(title), MARGIN, doc.y, { width });
  doc.font('Helvetica').fontSize(SIZE).fillColor('#444444');
  for (const line of lines.filter(Boolean)) doc.text(winAnsi(line), { width });
  return doc.y + 8;
}

/** Where the next row stands. */
export interface Place {
  y: number;
}

/** A table, or the part of one that has room beside its first columns. */
export class TablePart {
  readonly #doc: PDFKit.PDFDocument;
  readonly #columns: readonly PlacedColumn[];
  readonly #ruler: Ruler;
  readonly #place: Place;
  #even = false;

  constructor(doc: PDFKit.PDFDocument, ruler: Ruler, columns: readonly PlacedColumn[], place: Place) {
    this.#doc = doc;
    this.#ruler = ruler;
    this.#columns = columns;
    this.#place = place;
  }

  /** Above the headings, with which at least so many rows stand on one page. */
  caption(text: string, rows: number) {
    const place = this.#place;
    if (place.y > this.#bottom - 2 * ROW - this.headingHeight() - rows * ROW) {
      this.#doc.addPage();
      place.y = MARGIN;
    }
    this.#doc.font('Helvetica-Bold').fontSize(SIZE).fillColor('#444444');
    this.#doc.text(text, MARGIN, place.y + 4, { lineBreak: false });
    place.y += ROW + 2;
  }

  headings() {
    const height = this.headingHeight();
    this.#fill('#e4e7ec', height);
    this.#doc.font('Helvetica-Bold').fontSize(SIZE).fillColor('#1b1b1b');
    if (this.#isDouble()) this.#above();
    for (const column of this.#columns) {
      const lines = this.#titleLines(column);
      lines.forEach((line, index) => {
        this.#write(line, column, this.#place.y + height - 4 - (lines.length - index) * LINE + 1.5, true);
      });
    }
    this.#place.y += height;
    this.#even = false;
  }

  row(cells: readonly string[], bold = false) {
    if (this.#place.y + ROW > this.#bottom) this.#nextPage();
    if (bold || this.#even) this.#fill(bold ? '#e4e7ec' : '#f6f7f9', ROW);
    this.#even = !this.#even;
    this.#doc
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(SIZE)
      .fillColor('#1b1b1b');
    for (const column of this.#columns)
      this.#write(winAnsi(cells[column.at] ?? ''), column, this.#place.y + 3.5, bold);
    this.#place.y += ROW;
  }

  note(text: string) {
    if (this.#place.y + 2 * ROW > this.#bottom) this.#nextPage();
    this.#doc.font('Helvetica-Bold').fontSize(SIZE).fillColor('#8a4b00');
    this.#doc.text(winAnsi(text), MARGIN, this.#place.y + 6, { width: this.#doc.page.width - 2 * MARGIN });
  }

  get #bottom() {
    return this.#doc.page.height - MARGIN - ROW;
  }

  #fill(color: string, height: number) {
    const [{ x } = { x: MARGIN }] = this.#columns;
    this.#doc.rect(x, this.#place.y, sumOf(this.#columns), height).fill(color);
  }

  #isDouble = () => this.#columns.some(({ above }) => above !== undefined);

  #titleLines = ({ title, space }: PlacedColumn) =>
    this.#ruler.lines(winAnsi(title), space - 2 * PADDING, true, HEADING_LINES);

  headingHeight(): number {
    const most = Math.max(1, ...this.#columns.map((column) => this.#titleLines(column).length));
    return most * LINE + 4 + (this.#isDouble() ? LINE + 2 : 0);
  }

  /** The headings over several columns, each with a line below it. */
  #above() {
    for (const group of groupsOf(this.#columns)) {
      const [first] = group as PlacedColumn[];
      if (first?.above === undefined) continue;
      const space = sumOf(group);
      const text = this.#ruler.fitting(winAnsi(first.above), space - 2 * PADDING, true);
      const x = first.x + (space - this.#ruler.width(text, true)) / 2;
      this.#doc.text(text, x, this.#place.y + 3.5, { lineBreak: false });
      this.#doc
        .moveTo(first.x + PADDING, this.#place.y + LINE + 2)
        .lineTo(first.x + space - PADDING, this.#place.y + LINE + 2)
        .lineWidth(0.5)
        .strokeColor('#8b939c')
        .stroke();
    }
  }

  #nextPage() {
    this.#doc.addPage();
    this.#place.y = MARGIN;
    this.headings();
  }

  /** A text that is too long is cut. A figure would be another one then, so it is written smaller. */
  #write(text: string, { x, space, right }: PlacedColumn, y: number, bold: boolean) {
    const room = space - 2 * PADDING;
    const shown = right ? text : this.#ruler.fitting(text, room, bold);
    if (shown === '') return;
    const width = this.#ruler.width(shown, bold);
    const scale = Math.min(1, room / Math.max(1, width));
    if (scale < 1) this.#doc.fontSize(SIZE * scale);
    const from = right ? x + space - PADDING - width * scale : x + PADDING;
    this.#doc.text(shown, from, y + (1 - scale) * SIZE, { lineBreak: false });
    if (scale < 1) this.#doc.fontSize(SIZE);
  }
}

export function numberPages(doc: PDFKit.PDFDocument) {
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index++) {
    doc.switchToPage(index);
    // Otherwise pdfkit would start a new page for text below the margin.
    doc.page.margins.bottom = 0;
    doc.font('Helvetica').fontSize(SIZE).fillColor('#666666');
    doc.text(`Página ${index + 1} de ${count}`, MARGIN, doc.page.height - MARGIN + 8, {
      width: doc.page.width - 2 * MARGIN,
      align: 'right',
      lineBreak: false,
    });
  }
}
