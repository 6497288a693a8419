import type { Readable } from 'node:stream';
import { drawBrand, newPdfDocument, type PaperBrand } from '../../text/paper.ts';

interface PdfColumn {
  title: string;
  /** Relative to the other columns. */
  width: number;
  right: boolean;
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

const MARGIN = 34;
const ROW = 14;
const SIZE = 8;
const PADDING = 3;

/**
 * A table on A4, written row by row with our own column layout, since a library that measures the whole table first takes
 * minutes for five thousand rows. Fails when the rows fail.
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
  const page = new TablePage(doc, table.columns);
  page.heading(table);
  page.columnTitles();
  for await (const row of table.rows) page.row(row);
  const { totals, note } = table.end();
  if (totals) page.row(totals, true);
  if (note) page.note(note);
  numberPages(doc);
}

class TablePage {
  readonly #doc: PDFKit.PDFDocument;
  readonly #columns: readonly (PdfColumn & { x: number; space: number })[];
  readonly #ruler: Ruler;
  #y = MARGIN;
  #even = false;

  constructor(doc: PDFKit.PDFDocument, columns: readonly PdfColumn[]) {
    this.#doc = doc;
    this.#ruler = new Ruler(doc);
    const whole = columns.reduce((sum, { width }) => sum + width, 0);
    const room = doc.page.width - 2 * MARGIN;
    let x = MARGIN;
    this.#columns = columns.map((column) => {
      const space = (column.width / whole) * room;
      const placed = { ...column, x, space };
      x += space;
      return placed;
    });
  }

  heading({ brand, title, lines }: PdfTable) {
    drawBrand(this.#doc, brand, MARGIN);
    const width = this.#doc.page.width - 2 * MARGIN;
    this.#doc
      .font('Helvetica-Bold')
      .fontSize(14)
      .fillColor('#1b1b1b')
      .text(winAnsi(title), MARGIN, this.#doc.y, { width });
    this.#doc.font('Helvetica').fontSize(SIZE).fillColor('#444444');
    for (const line of lines.filter(Boolean)) this.#doc.text(winAnsi(line), { width });
    this.#y = this.#doc.y + 8;
  }

  columnTitles() {
    this.#doc.rect(MARGIN, this.#y, this.#doc.page.width - 2 * MARGIN, ROW).fill('#e4e7ec');
    this.#cells(
      this.#columns.map(({ title }) => title),
      true,
    );
    this.#even = false;
  }

  row(cells: readonly string[], bold = false) {
    if (this.#y + ROW > this.#doc.page.height - MARGIN - ROW) this.#nextPage();
    if (bold || this.#even)
      this.#doc
        .rect(MARGIN, this.#y, this.#doc.page.width - 2 * MARGIN, ROW)
        .fill(bold ? '#e4e7ec' : '#f6f7f9');
    this.#even = !this.#even;
    this.#cells(cells, bold);
  }

  note(text: string) {
    if (this.#y + 2 * ROW > this.#doc.page.height - MARGIN - ROW) this.#nextPage();
    this.#doc.font('Helvetica-Bold').fontSize(SIZE).fillColor('#8a4b00');
    this.#doc.text(winAnsi(text), MARGIN, this.#y + 6, { width: this.#doc.page.width - 2 * MARGIN });
  }

  #nextPage() {
    this.#doc.addPage();
    this.#y = MARGIN;
    this.columnTitles();
  }

  #cells(cells: readonly string[], bold: boolean) {
    this.#doc
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(SIZE)
      .fillColor('#1b1b1b');
    this.#columns.forEach(({ x, space, right }, index) => {
      const text = this.#ruler.fitting(winAnsi(cells[index] ?? ''), space - 2 * PADDING, bold);
      if (text === '') return;
      const from = right ? x + space - PADDING - this.#ruler.width(text, bold) : x + PADDING;
      this.#doc.text(text, from, this.#y + 3.5, { lineBreak: false });
    });
    this.#y += ROW;
  }
}

/** Widths by letter, measured once, because asking the font for each cell takes most of the time. */
class Ruler {
  readonly #doc: PDFKit.PDFDocument;
  readonly #known = { plain: new Map<string, number>(), bold: new Map<string, number>() };

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
  }

  width(text: string, bold: boolean): number {
    let width = 0;
    for (const letter of text) width += this.#letter(letter, bold);
    return width;
  }

  fitting(text: string, space: number, bold: boolean): string {
    if (this.width(text, bold) <= space) return text;
    const room = space - this.#letter('…', bold);
    let width = 0;
    let kept = '';
    for (const letter of text) {
      width += this.#letter(letter, bold);
      if (width > room) break;
      kept += letter;
    }
    return `${kept.trimEnd()}…`;
  }

  #letter(letter: string, bold: boolean): number {
    const known = bold ? this.#known.bold : this.#known.plain;
    let width = known.get(letter);
    if (width === undefined) {
      width = this.#doc
        .font(bold ? 'Helvetica-Bold' : 'Helvetica')
        .fontSize(SIZE)
        .widthOfString(letter);
      known.set(letter, width);
    }
    return width;
  }
}

/**
 * Reduces a text to what the built-in fonts can write: Latin letters and a few signs. Line breaks, which would leave the row,
 * become spaces.
 */
const winAnsi = (text: string): string =>
  text
    .replace(/[\t\r\n]+/g, ' ')
    .normalize('NFC')
    .replace(/[^\x20-\x7e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu, '?');

function numberPages(doc: PDFKit.PDFDocument) {
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
