import type { Readable } from 'node:stream';
import { formatPostalCode } from '#contract/rules/contact.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { formatMoney, formatNumber } from '#contract/rules/format.ts';
import { formatAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { formatPhone } from '#contract/rules/phone.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { newPdfDocument } from '#server/text/paper.ts';
import type { InvoiceSheet } from '../invoiceSheet.ts';
import { drawItems } from './danfeItems.ts';
import { boxRow, code128Bars, drawBars, INK, MARGIN, sectionTitle } from './drawing.ts';

const WIDTH = 595.28 - 2 * MARGIN;
const ROW = 22;
type Doc = PDFKit.PDFDocument;

/** The invoice as a PDF: barcode of its key, parties, taxes, carrier, and items over as many pages as needed. */
export async function danfePdf(sheet: InvoiceSheet): Promise<Readable> {
  const doc = await newPdfDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    info: { Title: `DANFE ${sheet.invoice.number}` },
    lang: 'pt-BR',
  });
  let y = head(doc, sheet);
  y = recipient(doc, sheet, y);
  y = titles(doc, sheet, y);
  y = taxes(doc, sheet, y);
  y = carrier(doc, sheet, y);
  y = drawItems(doc, sheet, y, () => head(doc, sheet));
  additional(doc, sheet, y);
  numberPages(doc, sheet);
  doc.end();
  return doc as unknown as Readable;
}

/** Drawn on every page. */
function head(doc: Doc, { branch, invoice, protocol, caption }: InvoiceSheet): number {
  const [left, middle, right] = [WIDTH * 0.4, WIDTH * 0.17, WIDTH * 0.43];
  const height = 84;
  for (const [x, width] of [
    [MARGIN, left],
    [MARGIN + left, middle],
    [MARGIN + left + middle, right],
  ] as const)
    doc.rect(x, MARGIN, width, height);
  doc.lineWidth(0.5).strokeColor(INK).stroke();
  doc.fillColor(INK).font('Helvetica-Bold').fontSize(10);
  doc.text(branch.legalName, MARGIN + 6, MARGIN + 10, { width: left - 12, height: 26, ellipsis: true });
  doc.font('Helvetica').fontSize(8);
  doc.text(`${branch.city} - ${branch.state}\nCNPJ ${formatDocument(branch.cnpj)}`, { width: left - 12 });
  doc
    .font('Helvetica-Bold')
    .fontSize(13)
    .text('DANFE', MARGIN + left, MARGIN + 8, { width: middle, align: 'center' });
  doc.font('Helvetica').fontSize(6);
  doc.text('Documento Auxiliar da\nNota Fiscal Eletrônica\n1 - Saída', { width: middle, align: 'center' });
  doc.font('Helvetica-Bold').fontSize(8);
  doc.text(`Nº ${invoice.number}\nSérie ${invoice.series}`, { width: middle, align: 'center' });
  const x = MARGIN + left + middle;
  drawBars(doc, code128Bars(invoice.key), { x: x + 8, y: MARGIN + 6, width: right - 16, height: 34 });
  doc
    .fillColor(INK)
    .font('Helvetica')
    .fontSize(5.5)
    .text('CHAVE DE ACESSO', x + 6, MARGIN + 46, { lineBreak: false });
  doc.font('Helvetica-Bold').fontSize(6.8);
  doc.text(formatAccessKey(invoice.key), x + 4, MARGIN + 54, {
    width: right - 8,
    align: 'center',
    lineBreak: false,
  });
  doc
    .fontSize(7.5)
    .text(caption, x + 4, MARGIN + 68, { width: right - 8, align: 'center', lineBreak: false });
  return boxRow(
    doc,
    [
      { label: 'Natureza da operação', text: 'VENDA DE MERCADORIA', width: left + middle },
      { label: 'Protocolo de autorização de uso', text: protocol, width: right },
    ],
    { x: MARGIN, y: MARGIN + height, height: ROW },
  );
}

function recipient(doc: Doc, { customer, invoice }: InvoiceSheet, y: number): number {
  const { address } = customer;
  const street = [address.logradouro, address.numero, address.complemento].filter(Boolean).join(', ');
  const rows = [
    [
      { label: 'Nome / razão social', text: customer.legalName, width: WIDTH * 0.58 },
      { label: 'CNPJ / CPF', text: formatDocument(customer.document), width: WIDTH * 0.24 },
      { label: 'Data da emissão', text: formatCalendarDate(invoice.issuedOn), width: WIDTH * 0.18 },
    ],
    [
      { label: 'Endereço', text: street, width: WIDTH * 0.5 },
      { label: 'Bairro', text: address.bairro ?? '', width: WIDTH * 0.32 },
      { label: 'CEP', text: formatPostalCode(address.cep ?? ''), width: WIDTH * 0.18 },
    ],
    [
      { label: 'Município', text: address.cidade ?? '', width: WIDTH * 0.4 },
      { label: 'UF', text: address.uf ?? '', width: WIDTH * 0.08 },
      { label: 'Telefone', text: formatPhone(customer.phone), width: WIDTH * 0.26 },
      { label: 'Inscrição estadual', text: customer.stateRegistration || 'Isento', width: WIDTH * 0.26 },
    ],
  ];
  return section(doc, 'Destinatário / remetente', rows, y);
}

function titles(doc: Doc, { titles: all }: InvoiceSheet, y: number): number {
  const text = all
    .map(({ number, dueOn, amount }) => `${number}: ${formatCalendarDate(dueOn)}, ${formatMoney(amount, 2)}`)
    .join('   ');
  return section(
    doc,
    'Fatura / duplicatas',
    [[{ label: 'Duplicatas', text: text || 'À vista', width: WIDTH }]],
    y,
  );
}

function taxes(doc: Doc, { totals }: InvoiceSheet, y: number): number {
  const value = (label: string, text: string, strong = false) => ({
    label,
    text: formatNumber(text, 2),
    width: WIDTH / 4,
    right: true,
    strong,
  });
  const rows = [
    [
      value('Base de cálculo do ICMS', totals.icmsBase),
      value('Valor do ICMS', totals.icms),
      value('Valor do ICMS ST', totals.st),
      value('Valor dos produtos', totals.products),
    ],
    [
      value('Desconto', totals.discount),
      value('Outras despesas', totals.other),
      value('Valor do IPI', totals.ipi),
      value('Valor total da nota', totals.total, true),
    ],
  ];
  return section(doc, 'Cálculo do imposto', rows, y);
}

function carrier(doc: Doc, { carrier: given }: InvoiceSheet, y: number): number {
  const row = [
    { label: 'Nome / razão social', text: given?.legalName ?? 'Sem transporte', width: WIDTH * 0.58 },
    { label: 'Frete por conta', text: given ? '0 - Emitente' : '9 - Sem frete', width: WIDTH * 0.18 },
    { label: 'CNPJ', text: given ? formatDocument(given.cnpj) : '', width: WIDTH * 0.24 },
  ];
  return section(doc, 'Transportador', [row], y);
}

function section(doc: Doc, title: string, rows: readonly Parameters<typeof boxRow>[1][], y: number): number {
  return rows.reduce(
    (at, row) => boxRow(doc, row, { x: MARGIN, y: at, height: ROW }),
    sectionTitle(doc, title, y),
  );
}

const NOTE_HEIGHT = 60;

function additional(doc: Doc, sheet: InvoiceSheet, y: number): void {
  let at = y;
  if (at + NOTE_HEIGHT + 16 > doc.page.height - MARGIN - 12) {
    doc.addPage();
    at = head(doc, sheet);
  }
  const { delivery, invoice, caption } = sheet;
  const place =
    delivery && `Entrega: ${delivery.street}, ${delivery.number}, ${delivery.city} - ${delivery.state}.`;
  const text = [`${caption}.`, invoice.note, place].filter(Boolean).join(' ');
  boxRow(doc, [{ label: 'Informações complementares', text, width: WIDTH }], {
    x: MARGIN,
    y: sectionTitle(doc, 'Dados adicionais', at),
    height: NOTE_HEIGHT,
  });
}

function numberPages(doc: Doc, { invoice }: InvoiceSheet): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    // Otherwise pdfkit would start a new page for text below the margin.
    doc.page.margins.bottom = 0;
    doc.font('Helvetica').fontSize(7).fillColor(INK);
    doc.text(`NF-e ${invoice.number} - folha ${page + 1} de ${count}`, MARGIN, doc.page.height - MARGIN + 4, {
      width: WIDTH,
      align: 'right',
      lineBreak: false,
    });
  }
}
