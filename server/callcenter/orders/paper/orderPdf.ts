import type { OrderItem, OrderView } from '#contract/callcenter/orders/orderRow.ts';
import { type CatalogRow, rowOf } from '#contract/catalogs/catalog.ts';
import { isPositive } from '#contract/rules/decimal.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { ENDED } from '#contract/rules/orders/orderActions.ts';
import { branchGroups, totalsStrip } from '#contract/rules/orders/orderTotals.ts';
import { soldText } from '#contract/rules/orders/shownStock.ts';
import { unitPriceText } from '#contract/rules/orders/unitPrice.ts';
import { formatCalendarDate, formatDateTime } from '#contract/rules/time/calendarDate.ts';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';
import {
  drawBrand,
  drawFooters,
  INK,
  keepTogether,
  MARGIN,
  newPdfDocument,
  type PaperBrand,
  printable,
  rule,
  text,
  WIDTH,
} from '#server/text/paper.ts';

interface OrderSheet {
  view: OrderView;
  brand: PaperBrand;
  printedAt: Date;
  zone: TimeZone;
  /** With the company's own labels. */
  statuses: readonly CatalogRow[];
}

/** A quote or order on A4 for the customer, without cost or profit. The returned document is complete and ready to read. */
export async function orderPdf(sheet: OrderSheet): Promise<PDFKit.PDFDocument> {
  const { view } = sheet;
  const title = `${view.isPedido ? 'Pedido' : 'Orçamento'} #${view.id}`;
  const doc = await newPdfDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: 'pt-BR',
    info: { Title: title, CreationDate: sheet.printedAt },
  });
  drawHead(doc, sheet, title);
  const columns = columnsOf(view.itens);
  for (const group of branchGroups(view.itens)) {
    keepTogether(doc, 70);
    text(doc, `FILIAL ${group.idFil} / ${group.razSoc}`, { size: 9, bold: true });
    doc.moveDown(0.3);
    drawTitles(doc, columns);
    for (const item of group.itens) drawLine(doc, columns, item);
    drawSum(doc, { label: 'Total da filial', value: group.total, size: 9, color: INK.quiet });
    doc.moveDown(0.6);
  }
  drawTotals(doc, view);
  drawNotes(doc, view);
  drawFooters(doc, `${title} · ${formatDateTime(sheet.printedAt, sheet.zone)}`);
  doc.end();
  return doc;
}

/** What keeps a printed quote or order from being taken for one that still holds. */
function endedText({ st, isPedido }: OrderView, statuses: readonly CatalogRow[]): string | null {
  if (!(ENDED as readonly string[]).includes(st)) return null;
  const label = rowOf(statuses, st).label.toUpperCase();
  return isPedido ? `PEDIDO: ${label}` : `ORÇAMENTO: ${label}. NÃO VALE MAIS COMO PROPOSTA.`;
}

function drawHead(doc: PDFKit.PDFDocument, { view, brand, zone, statuses }: OrderSheet, title: string): void {
  drawBrand(doc, brand);
  text(doc, title, { size: 18, bold: true });
  const ended = endedText(view, statuses);
  if (ended) text(doc, ended, { size: 12, bold: true });
  doc.moveDown(0.4);
  text(doc, view.cliente.razSoc, { size: 11, bold: true });
  const date = view.isPedido ? view.dtProgr : view.dtVal;
  const facts = [
    `${formatDocument(view.cliente.documento)} · código ${view.cliente.id}`,
    `Operador: ${view.colaborador.nome} · criado em ${formatDateTime(view.dtHorInc, zone)}`,
    `${view.isPedido ? 'Data programada' : 'Válido até'}: ${date ? formatCalendarDate(date) : '--'}`,
    `Ordem de compra: ${view.ordComp || 'N/D'}`,
    `Cobrança: ${view.cobranca?.desc ?? '--'} · plano: ${view.plano?.desc ?? '--'}`,
    `Frete: ${view.retira ? 'o cliente retira' : (view.tipoFrete?.desc ?? '--')} · transportadora: ${view.transportadora?.nome ?? '--'}`,
    ...(view.redespacho ? [`Redespacho: ${view.redespacho.nome}`] : []),
    ...(view.enderecoEntrega ? [`Entrega: ${view.enderecoEntrega}`] : []),
  ];
  for (const fact of facts) text(doc, fact, { size: 9 });
  doc.moveDown(0.6);
  rule(doc);
}

function drawTotals(doc: PDFKit.PDFDocument, view: OrderView): void {
  const entries = totalsStrip(view, false).filter(({ kind }) => kind === 'money');
  keepTogether(doc, 24 + entries.length * 16);
  rule(doc);
  for (const { key, label, value } of entries) {
    const isTotal = key === 'total';
    drawSum(doc, { label, value, size: isTotal ? 12 : 9, color: INK.text, bold: isTotal });
  }
}

interface Sum {
  label: string;
  value: string;
  size: number;
  color: string;
  bold?: boolean;
}

/** A sum stands below the column that it adds up, its label before it. */
function drawSum(doc: PDFKit.PDFDocument, { label, value, size, color, bold = false }: Sum): void {
  keepTogether(doc, size * 1.5);
  doc
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(color);
  const top = doc.y;
  doc.text(printable(formatMoney(value, 2)), MARGIN + WIDTH - AMOUNT, top, {
    width: AMOUNT - GAP,
    align: 'right',
    lineBreak: false,
  });
  doc.text(printable(label), MARGIN, top, { width: WIDTH - AMOUNT - GAP, align: 'right' });
  doc.x = MARGIN;
  doc.y += 2;
}

/** Room for a total of eleven digits in the largest letters. */
const AMOUNT = 130;

function drawNotes(doc: PDFKit.PDFDocument, view: OrderView): void {
  const notes = [
    ['Observação de entrega', view.obsEntrega],
    ['Observação do cliente', view.obsCliente],
  ].filter(([, note]) => note);
  for (const [label, note] of notes) {
    doc.moveDown(0.5);
    text(doc, `${label}: ${note}`, { size: 9 });
  }
}

interface Column {
  title: string;
  /** In points; together they fill the page between its margins. */
  width: number;
  right: boolean;
  value: (item: OrderItem) => string;
}

const left = (title: string, width: number, value: Column['value']): Column => ({
  title,
  width,
  right: false,
  value,
});
const right = (title: string, width: number, value: Column['value']): Column => ({
  title,
  width,
  right: true,
  value,
});

/** Taxes on top of the price have a column where there are any: they are in the total, and in no price. */
function columnsOf(items: readonly OrderItem[]): Column[] {
  const taxes = items.some(({ vlImpostos }) => isPositive(vlImpostos))
    ? [right('Impostos', 66, ({ vlImpostos }) => (isPositive(vlImpostos) ? formatMoney(vlImpostos, 2) : '—'))]
    : [];
  const others = [
    right('Qtd.', 78, ({ qtd, embalagem }) => soldText(qtd, embalagem)),
    right('Preço', 72, ({ vlUnit }) => unitPriceText(vlUnit)),
    ...taxes,
    right('Total', 79, ({ vlTot }) => formatMoney(vlTot, 2)),
  ];
  const takenWidth = others.reduce((sum, { width }) => sum + width, CODE);
  return [
    left('Código', CODE, ({ idExibicao }) => idExibicao),
    left('Produto', WIDTH - takenWidth, nameOf),
    ...others,
  ];
}

const CODE = 56;

const nameOf = ({ descricao, cor, bonificado, obs }: OrderItem): string =>
  [descricao, cor && `cor ${cor}`, bonificado && 'bonificado', obs].filter(Boolean).join(' · ');

const SIZE = 8.5;

const GAP = 4;

function drawTitles(doc: PDFKit.PDFDocument, columns: readonly Column[]): void {
  const titles = columns.map(({ title }) => title);
  drawCells(doc, columns, titles, { color: INK.quiet, bold: true });
}

/** The titles are repeated on every page that the lines reach. */
function drawLine(doc: PDFKit.PDFDocument, columns: readonly Column[], item: OrderItem): void {
  const cells = columns.map(({ value }) => value(item));
  if (doc.y + heightOf(doc, columns, cells, false) > doc.page.height - doc.page.margins.bottom) {
    doc.addPage();
    drawTitles(doc, columns);
  }
  drawCells(doc, columns, cells, { color: INK.text, bold: false });
}

function heightOf(
  doc: PDFKit.PDFDocument,
  columns: readonly Column[],
  cells: readonly string[],
  bold: boolean,
): number {
  doc.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(SIZE);
  return Math.max(
    ...columns.map(({ width }, index) =>
      doc.heightOfString(printable(cells[index] ?? ''), { width: width - GAP }),
    ),
  );
}

function drawCells(
  doc: PDFKit.PDFDocument,
  columns: readonly Column[],
  cells: readonly string[],
  { color, bold }: { color: string; bold: boolean },
): void {
  const height = heightOf(doc, columns, cells, bold);
  doc.fillColor(color);
  const top = doc.y;
  let x = MARGIN;
  for (const [index, { width, right: isRight }] of columns.entries()) {
    const align = isRight ? 'right' : 'left';
    doc.text(printable(cells[index] ?? ''), x, top, { width: width - GAP, align });
    x += width;
  }
  doc.x = MARGIN;
  doc.y = top + height + 3;
}
