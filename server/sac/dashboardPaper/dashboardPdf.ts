import type { Readable } from 'node:stream';
import type { BlockWidth } from '#contract/rules/dashboards/dashboard.ts';
import {
  leastSpace,
  MARGIN,
  numberPages,
  placed,
  ROW,
  TablePart,
} from '../../adapters/spreadsheet/pdfTable.ts';
import { Ruler, SIZE, winAnsi } from '../../text/letters.ts';
import { drawBrand, newPdfDocument, type PaperBrand } from '../../text/paper.ts';
import { chartHeight, drawChart } from './drawChart.ts';
import { leftText, type PaperBlock } from './paperBlocks.ts';

interface DashboardPaper {
  brand: PaperBrand;
  title: string;
  /** Below the title: description, filters, time and person. */
  lines: readonly string[];
  blocks: readonly PaperBlock[];
}

const GAP = 10;
const FRAME = 8;
const TITLE = 9;
const FIGURE = 20;
const NOTE = 7;
const INK = { text: '#1b1b1b', quiet: '#555e68', line: '#c9cfd6', warning: '#8a4b00' } as const;
const COLUMNS = 12;

/** A dashboard on A4, in the twelve columns of the screen, whose order is the reading order. */
export async function dashboardPdf({ brand, title, lines, blocks }: DashboardPaper): Promise<Readable> {
  const doc = await newPdfDocument({
    ...{ size: 'A4', layout: 'landscape', margin: MARGIN, bufferPages: true, autoFirstPage: true },
    info: { Title: title },
  });
  const stream = doc as unknown as Readable;
  drawBrand(doc, brand, MARGIN);
  const width = doc.page.width - 2 * MARGIN;
  doc.font('Helvetica-Bold').fontSize(16).fillColor(INK.text);
  doc.text(winAnsi(title), MARGIN, doc.y, { width });
  doc.font('Helvetica').fontSize(SIZE).fillColor(INK.quiet);
  for (const line of lines.filter(Boolean)) doc.text(winAnsi(line), { width });
  const page = new BlockPage(doc, width, doc.y + GAP);
  for (const row of rowsOf(blocks)) page.row(row);
  numberPages(doc);
  doc.end();
  return stream;
}

/** The blocks side by side, as many as twelve columns hold. */
function rowsOf(blocks: readonly PaperBlock[]): PaperBlock[][] {
  const rows: PaperBlock[][] = [];
  let left = 0;
  for (const block of blocks) {
    const last = rows.at(-1);
    if (last && block.width <= left) last.push(block);
    else {
      rows.push([block]);
      left = COLUMNS;
    }
    left -= block.width;
  }
  return rows;
}

class BlockPage {
  readonly #doc: PDFKit.PDFDocument;
  readonly #ruler: Ruler;
  readonly #width: number;
  #y: number;

  constructor(doc: PDFKit.PDFDocument, width: number, y: number) {
    this.#doc = doc;
    this.#ruler = new Ruler(doc);
    this.#width = width;
    this.#y = y;
  }

  get #bottom() {
    return this.#doc.page.height - MARGIN - ROW;
  }

  row(blocks: readonly PaperBlock[]) {
    const heights = blocks.map((block) => this.#heightOf(block));
    const height = Math.max(...heights);
    if (this.#y + height > this.#bottom) {
      this.#doc.addPage();
      this.#y = MARGIN;
    }
    let x = MARGIN;
    for (const block of blocks) {
      const width = this.#spaceOf(block.width);
      this.#doc.roundedRect(x, this.#y, width, height, 3).lineWidth(0.5).strokeColor(INK.line).stroke();
      this.#draw(block, x + FRAME, width - 2 * FRAME);
      x += width + GAP;
    }
    this.#y += height + GAP;
  }

  #spaceOf = (width: BlockWidth) => ((this.#width + GAP) / COLUMNS) * width - GAP;

  #heightOf(block: PaperBlock): number {
    const width = this.#spaceOf(block.width) - 2 * FRAME;
    const notes = this.#notesOf(block, width);
    const head = this.#titleHeight(block, width);
    return 2 * FRAME + head + this.#contentHeight(block, width) + this.#notesHeight(notes, width);
  }

  #titleHeight({ title }: PaperBlock, width: number): number {
    if (!title) return 0;
    this.#doc.font('Helvetica-Bold').fontSize(TITLE);
    return this.#doc.heightOfString(winAnsi(title), { width }) + 4;
  }

  #contentHeight({ content }: PaperBlock, width: number): number {
    switch (content.kind) {
      case 'figure':
        return FIGURE + 4 + (content.note ? this.#linesHeight(content.note, width) : 0);
      case 'words':
        return this.#linesHeight(content.text, width);
      case 'chart':
        return chartHeight(content);
      case 'table': {
        const { part, rows } = this.#tableOf(content, 0, width);
        return part.headingHeight() + (rows.length + (content.totals ? 1 : 0)) * ROW;
      }
    }
  }

  #linesHeight(text: string, width: number): number {
    this.#doc.font('Helvetica').fontSize(SIZE);
    return winLines(text).reduce((sum, line) => sum + this.#doc.heightOfString(line || ' ', { width }), 2);
  }

  /** Of the columns as many as the block has room for, of the rows as many as a page has. */
  #tableOf(content: TableContent, x: number, width: number) {
    let left = width;
    const columns = content.columns.filter((column, at) => {
      left -= leastSpace(column);
      return at === 0 || left >= 0;
    });
    const place = { y: 0 };
    const part = new TablePart(this.#doc, this.#ruler, placed(columns, width, x), place);
    const others = 2 * FRAME + 2 * TITLE + 4 + part.headingHeight() + ROW + 2 * SIZE;
    const most = Math.floor((this.#bottom - MARGIN - others) / ROW);
    return { part, place, columns, rows: content.rows.slice(0, most) };
  }

  #notesOf({ content, notes }: PaperBlock, width: number): string[] {
    if (content.kind !== 'table') return notes;
    const { columns, rows } = this.#tableOf(content, 0, width);
    const left = leftText(content.rows.length - rows.length, content.columns.length - columns.length);
    return left ? [...notes, `No relatório inteiro há mais ${left}.`] : notes;
  }

  #notesHeight(notes: readonly string[], width: number): number {
    this.#doc.font('Helvetica').fontSize(NOTE);
    return notes.reduce((sum, note) => sum + this.#doc.heightOfString(winAnsi(note), { width }) + 2, 0);
  }

  #draw(block: PaperBlock, x: number, width: number) {
    const doc = this.#doc;
    const { title, content } = block;
    let y = this.#y + FRAME;
    if (title) {
      doc.font('Helvetica-Bold').fontSize(TITLE).fillColor(INK.text).text(winAnsi(title), x, y, { width });
      y += this.#titleHeight(block, width);
    }
    const height = this.#contentHeight(block, width);
    switch (content.kind) {
      case 'figure':
        this.#figure(content, { x, y, width });
        break;
      case 'words':
        doc.font('Helvetica').fontSize(SIZE).fillColor(INK.text);
        doc.text(winLines(content.text).join('\n'), x, y, { width });
        break;
      case 'chart':
        drawChart(doc, this.#ruler, content, { x, y, width });
        break;
      case 'table': {
        const { part, place, rows } = this.#tableOf(content, x, width);
        place.y = y;
        part.headings();
        for (const row of rows) part.row(row);
        if (content.totals) part.row(content.totals, true);
      }
    }
    y += height + 2;
    doc.font('Helvetica').fontSize(NOTE).fillColor(INK.warning);
    for (const note of this.#notesOf(block, width)) {
      doc.text(winAnsi(note), x, y, { width });
      y = doc.y + 1;
    }
  }

  /** A figure that is too wide for its block is written smaller, never cut. */
  #figure({ text, note }: { text: string; note: string }, { x, y, width }: Box) {
    const doc = this.#doc;
    const shown = winAnsi(text);
    doc.font('Helvetica-Bold').fontSize(FIGURE).fillColor(INK.text);
    const scale = Math.min(1, width / Math.max(1, doc.widthOfString(shown)));
    doc.fontSize(FIGURE * scale).text(shown, x, y, { lineBreak: false });
    doc.font('Helvetica').fontSize(SIZE).fillColor(INK.quiet);
    if (note) doc.text(winAnsi(note), x, y + FIGURE + 4, { width });
  }
}

type TableContent = Extract<PaperBlock['content'], { kind: 'table' }>;

/** Where something is drawn. */
export interface Box {
  x: number;
  y: number;
  width: number;
}

const winLines = (text: string) => text.split('\n').map(winAnsi);
