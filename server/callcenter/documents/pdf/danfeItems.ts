import { addDecimals, type Decimal } from '#contract/rules/decimal.ts';
import { formatNumber } from '#contract/rules/format.ts';
import { shownPrice } from '#contract/rules/nfe/notePrice.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import type { InvoiceSheet } from '../invoiceSheet.ts';
import { INK, MARGIN, sectionTitle } from './drawing.ts';

type Doc = PDFKit.PDFDocument;
type Line = InvoiceSheet['lines'][number];

interface Column {
  title: string;
  width: number;
  right?: boolean;
  text: (line: Line) => string;
}

const value = (amount: Decimal): string => formatNumber(amount, 2);

const COLUMNS: readonly Column[] = [
  { title: 'Código', width: 54, text: ({ code }) => code },
  { title: 'Descrição do produto', width: 189, text: ({ item }) => item.description },
  { title: 'CFOP', width: 28, text: () => '5102' },
  { title: 'Un', width: 22, text: ({ item }) => item.unit },
  { title: 'Qtde', width: 40, right: true, text: ({ item }) => formatQuantity(item.purchased) },
  { title: 'Vl. unit.', width: 48, right: true, text: ({ item }) => formatNumber(shownPrice(item), 4) },
  { title: 'Vl. total', width: 54, right: true, text: ({ amounts }) => value(amounts.products) },
  { title: 'ICMS', width: 40, right: true, text: ({ amounts }) => value(amounts.icms) },
  {
    title: 'IPI + ST',
    width: 64.28,
    right: true,
    text: ({ amounts }) => value(addDecimals(amounts.ipi, amounts.st)),
  },
];
const WIDTH = COLUMNS.reduce((sum, { width }) => sum + width, 0);
const SIZE = 6.5;
const FOOT = 12;

/** Draws the items over as many pages as needed; `onPage` draws the header of a new page. Returns where they end. */
export function drawItems(doc: Doc, { lines }: InvoiceSheet, top: number, onPage: () => number): number {
  let y = tableHead(doc, top);
  for (const line of lines) {
    const texts = COLUMNS.map(({ text }) => text(line));
    const height = rowHeight(doc, texts);
    if (y + height > doc.page.height - MARGIN - FOOT) {
      doc.addPage();
      y = tableHead(doc, onPage());
    }
    y = row(doc, texts, { y, height, font: 'Helvetica' });
  }
  return y;
}

function tableHead(doc: Doc, top: number): number {
  const titles = COLUMNS.map(({ title }) => title);
  const y = sectionTitle(doc, 'Dados dos produtos', top);
  return row(doc, titles, { y, height: 12, font: 'Helvetica-Bold' });
}

function rowHeight(doc: Doc, texts: readonly string[]): number {
  doc.font('Helvetica').fontSize(SIZE);
  return Math.max(...texts.map((text, at) => doc.heightOfString(text, { width: widthOf(at) }))) + 5;
}

const widthOf = (at: number): number => (COLUMNS[at]?.width ?? 0) - 5;

function row(
  doc: Doc,
  texts: readonly string[],
  { y, height, font }: { y: number; height: number; font: string },
): number {
  doc.font(font).fontSize(SIZE).fillColor(INK);
  let x = MARGIN;
  for (const [at, text] of texts.entries()) {
    doc.text(text, x + 2, y + 3, { width: widthOf(at), align: COLUMNS[at]?.right ? 'right' : 'left' });
    x += COLUMNS[at]?.width ?? 0;
  }
  doc
    .moveTo(MARGIN, y + height)
    .lineTo(MARGIN + WIDTH, y + height)
    .lineWidth(0.3)
    .strokeColor(INK)
    .stroke();
  return y + height;
}
