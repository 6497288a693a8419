import type { Readable } from 'node:stream';
import { decimalPlaces } from '#contract/rules/decimal.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { formatMoney, formatNumber, formatPercent } from '#contract/rules/format.ts';
import { formatAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { givenOf } from '#contract/rules/tickets/returnUnits.ts';
import { TAX_KEYS } from '#contract/rules/tickets/ticketLines.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { MirrorLine } from '#contract/sac/tickets/ticketItems.ts';
import { drawBrand, newPdfDocument, type PaperBrand } from '#server/text/paper.ts';
import type { LoadedMirror } from './loadMirror.ts';

export interface MirrorParty {
  name: string;
  document: string;
  /** Address, state registration and the like; only the lines that are known. */
  facts: readonly string[];
}

interface MirrorSheet extends LoadedMirror {
  /** The branch that asks for the return. */
  brand: PaperBrand;
  ticketId: number;
  /** The date on which it was generated. */
  day: string;
  /** The issuer of the return invoice: the customer. */
  issuer: MirrorParty;
  /** The recipient of the return invoice: the branch that sold the goods. */
  recipient: MirrorParty;
  /** Decimal places of unit values and percentages, as set in the parameters. */
  decimals: { value: number; percent: number };
}

type Doc = PDFKit.PDFDocument;

const MARGIN = 36;
const SIZE = { title: 14, text: 9, small: 7.5 } as const;
const INK = '#1b1f24';
const GREY = '#5b6470';

/** The width of each column in points; together they fill a landscape page. */
const COLUMNS = [
  { title: 'Código', width: 56, right: false },
  { title: 'Produto', width: 232, right: false },
  { title: 'Nota de origem', width: 92, right: false },
  { title: 'Qtd.', width: 62, right: true },
  { title: 'Unitário sem imp.', width: 80, right: true },
  { title: 'Produtos', width: 78, right: true },
  { title: 'Impostos', width: 92, right: true },
  { title: 'Total', width: 78, right: true },
] as const;

/** Brazilian tax names by their keys, as document 000 shows them. */
const TAX_LABELS = {
  ipi: 'IPI',
  st: 'ST',
  stsn: 'STSN',
  icms: 'ICMS',
  icmsPartilha: 'Partilha',
} as const;

/**
 * The return invoice as the customer should issue it. The document is a stream that is read while it is being written, so
 * finished pages leave memory.
 */
export async function mirrorPdf(sheet: MirrorSheet): Promise<Readable> {
  const doc = await newPdfDocument({
    size: 'A4',
    layout: 'landscape',
    margin: MARGIN,
    info: { Title: `Espelho da nota de devolução - ticket ${sheet.ticketId}` },
    lang: 'pt-BR',
  });
  header(doc, sheet);
  tableHead(doc);
  for (const line of sheet.lines) row(doc, line, sheet.decimals);
  totals(doc, sheet);
  doc.end();
  return doc as unknown as Readable;
}

function header(doc: Doc, { brand, ticketId, day, issuer, recipient }: MirrorSheet) {
  drawBrand(doc, brand, MARGIN);
  doc.fillColor(INK).font('Helvetica-Bold').fontSize(SIZE.title).text('Espelho da nota de devolução');
  doc
    .font('Helvetica')
    .fontSize(SIZE.text)
    .fillColor(GREY)
    .text(
      `Ticket ${ticketId}, emitido em ${formatCalendarDate(day)}. Este espelho não é um documento fiscal.`,
    );
  const top = doc.y + 10;
  const half = (doc.page.width - 2 * MARGIN - 20) / 2;
  const ends = [
    party(doc, 'Emitente da devolução', issuer, { x: MARGIN, y: top, width: half }),
    party(doc, 'Destinatário', recipient, { x: MARGIN + half + 20, y: top, width: half }),
  ];
  doc.x = MARGIN;
  doc.y = Math.max(...ends) + 12;
}

interface Place {
  x: number;
  y: number;
  width: number;
}

/** Returns the vertical position where it ends. */
function party(
  doc: Doc,
  title: string,
  { name, document, facts }: MirrorParty,
  { x, y, width }: Place,
): number {
  doc.font('Helvetica').fontSize(SIZE.small).fillColor(GREY).text(title, x, y, { width });
  doc.font('Helvetica-Bold').fontSize(SIZE.text).fillColor(INK).text(name, { width });
  doc.font('Helvetica').text(formatDocument(document), { width });
  for (const fact of facts) doc.text(fact, { width });
  return doc.y;
}

function tableHead(doc: Doc) {
  cells(
    doc,
    COLUMNS.map(({ title }) => title),
    { font: 'Helvetica-Bold', color: GREY },
  );
  rule(doc);
}

function row(doc: Doc, line: MirrorLine, decimals: MirrorSheet['decimals']) {
  const texts = [
    line.idExibicao,
    line.descricao,
    [`${line.nfe} de ${formatCalendarDate(line.data_nota)}`, shortKey(line.chave_nota), line.avisoNota]
      .filter(Boolean)
      .join('\n'),
    givenOf(line, line.qtd),
    // All its decimal places, since otherwise the value of the products could not be recalculated from it.
    formatNumber(line.valor_sem_imposto, Math.max(decimals.value, decimalPlaces(line.valor_sem_imposto))),
    formatNumber(line.vlProdutos, 2),
    taxesOf(line, decimals.percent),
    formatNumber(line.vlTot, 2),
  ];
  cells(doc, texts, { font: 'Helvetica', color: INK });
  rule(doc);
}

/** The end of the key distinguishes the invoices; the complete keys are below the table. */
const shortKey = (key: string) => `…${key.slice(-12)}`;

const taxesOf = ({ impostos }: MirrorLine, decimals: number): string =>
  TAX_KEYS.flatMap((key) => {
    const tax = impostos[key];
    return tax
      ? [`${TAX_LABELS[key]} ${formatPercent(tax.perc, decimals)} ${formatNumber(tax.valor, 2)}`]
      : [];
  }).join('\n') || '—';

/** Draws one row of the table; if it does not fit, starts a new page with the table's header. */
function cells(doc: Doc, texts: readonly string[], { font, color }: { font: string; color: string }) {
  doc.font(font).fontSize(SIZE.small);
  const heights = texts.map((text, at) => doc.heightOfString(text, { width: widthOf(at) }));
  const height = Math.max(...heights);
  if (doc.y + height + 8 > doc.page.height - MARGIN) {
    doc.addPage();
    tableHead(doc);
    doc.font(font).fontSize(SIZE.small);
  }
  const y = doc.y + 4;
  doc.fillColor(color);
  let x = MARGIN;
  for (const [at, text] of texts.entries()) {
    doc.text(text, x, y, { width: widthOf(at), align: COLUMNS[at]?.right ? 'right' : 'left' });
    x += COLUMNS[at]?.width ?? 0;
  }
  doc.x = MARGIN;
  doc.y = y + height + 2;
}

const GAP = 6;
const widthOf = (at: number) => (COLUMNS[at]?.width ?? 0) - GAP;

function rule(doc: Doc) {
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(doc.page.width - MARGIN, doc.y)
    .lineWidth(0.5)
    .strokeColor('#c9d0d8')
    .stroke();
}

function totals(doc: Doc, { totals: all, lines }: MirrorSheet) {
  const taxes = TAX_KEYS.map((key) => [TAX_LABELS[key], all[key]] as const);
  const shown = [['Produtos', all.produtos] as const, ...taxes.filter(([, value]) => Number(value) > 0)];
  const keys = [...new Map(lines.map(({ nfe, chave_nota }) => [chave_nota, nfe]))];
  const needed = (shown.length + keys.length + 4) * 14;
  if (doc.y + needed > doc.page.height - MARGIN) doc.addPage();
  doc.y += 8;
  for (const [label, value] of shown) sum(doc, label, formatMoney(value, 2), false);
  sum(doc, 'Total da nota', formatMoney(all.total, 2), true);
  doc.y += 8;
  doc.font('Helvetica').fontSize(SIZE.small).fillColor(GREY);
  doc.text('ICMS e partilha estão no preço dos produtos e não somam no total da nota.', MARGIN);
  for (const [key, number] of keys)
    doc.text(`Nota de origem ${number}: ${formatAccessKey(key)}`, MARGIN, doc.y + 2);
}

function sum(doc: Doc, label: string, value: string, strong: boolean) {
  const width = doc.page.width - 2 * MARGIN;
  doc
    .font(strong ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(SIZE.text)
    .fillColor(INK);
  const { y } = doc;
  doc.text(label, MARGIN, y, { width: width - 110, align: 'right' });
  doc.text(value, MARGIN, y, { width: width - GAP, align: 'right' });
}
