import type { OrderItem } from '../../../../contract/callcenter/orderRow.ts';
import { formatMoney } from '../../../../contract/rules/format.ts';
import { formatQuantity } from '../../../../contract/rules/quantity.ts';
import { INK, MARGIN, printable } from '../../../sac/pickups/order/paper.ts';

/** Widths in points; together the width of the page between its margins. */
const COLUMNS = [
  { title: 'Código', width: 56, right: false },
  { title: 'Produto', width: 226, right: false },
  { title: 'Qtd.', width: 78, right: true },
  { title: 'Preço', width: 72, right: true },
  { title: 'Total', width: 79, right: true },
] as const;
const SIZE = 8.5;
const GAP = 4;

export function drawLineHead(doc: PDFKit.PDFDocument): void {
  drawCells(
    doc,
    COLUMNS.map(({ title }) => title),
    { color: INK.quiet, bold: true },
  );
}

export function drawLine(doc: PDFKit.PDFDocument, item: OrderItem): void {
  const name = [item.descricao, item.cor && `cor ${item.cor}`, item.bonificado && 'bonificado', item.obs]
    .filter(Boolean)
    .join(' · ');
  drawCells(
    doc,
    [
      item.idExibicao,
      name,
      `${formatQuantity(item.qtd)} ${item.embalagem}`,
      formatMoney(item.vlUnit, 2),
      formatMoney(item.vlTot, 2),
    ],
    { color: INK.text, bold: false },
  );
}

function drawCells(
  doc: PDFKit.PDFDocument,
  cells: readonly string[],
  { color, bold }: { color: string; bold: boolean },
) {
  doc
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(SIZE)
    .fillColor(color);
  const texts = cells.map(printable);
  const height = Math.max(
    ...texts.map((cell, index) => doc.heightOfString(cell, { width: (COLUMNS[index]?.width ?? 0) - GAP })),
  );
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage();
  const top = doc.y;
  let x = MARGIN;
  for (const [index, { width, right }] of COLUMNS.entries()) {
    doc.text(texts[index] ?? '', x, top, { width: width - GAP, align: right ? 'right' : 'left' });
    x += width;
  }
  doc.x = MARGIN;
  doc.y = top + height + 3;
}
