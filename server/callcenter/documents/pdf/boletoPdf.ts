import type { Readable } from 'node:stream';
import { formatPostalCode } from '#contract/rules/contact.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { formatNumber } from '#contract/rules/format.ts';
import { collectingBanks } from '#contract/rules/sales/boleto.ts';
import { payableUntil } from '#contract/rules/sales/titleDue.ts';
import { type CalendarDate, formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { newPdfDocument } from '#server/text/paper.ts';
import type { Slip, visibleTitle } from '../invoices.ts';
import { boxRow, drawBars, INK, interleavedBars, MARGIN } from './drawing.ts';

interface BoletoSheet extends Awaited<ReturnType<typeof visibleTitle>> {
  slip: Slip;
  today: CalendarDate;
  paymentMethod: string;
}

const WIDTH = 595.28 - 2 * MARGIN;
const RIGHT = 150;
const LEFT = WIDTH - RIGHT;
const ROW = 24;
/** 103 mm by 13 mm, as banks require. */
const BARS = { width: 292, height: 37 };

/** The boleto: the payer's receipt above, the bank's part below. */
export async function boletoPdf(sheet: BoletoSheet): Promise<Readable> {
  const doc = await newPdfDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: `Boleto ${sheet.title.number}` },
    lang: 'pt-BR',
  });
  const receiptEnd = part(doc, sheet, { y: MARGIN, name: 'Recibo do pagador' });
  doc.moveTo(MARGIN, receiptEnd + 16).lineTo(MARGIN + WIDTH, receiptEnd + 16);
  doc.dash(3, { space: 3 }).lineWidth(0.5).strokeColor(INK).stroke().undash();
  const end = part(doc, sheet, { y: receiptEnd + 28, name: 'Ficha de compensação' });
  drawBars(doc, interleavedBars(sheet.slip.barcode), { x: MARGIN + 4, y: end + 8, ...BARS });
  doc.end();
  return doc as unknown as Readable;
}

/** Says until when it may be paid if banks do not work on its due date. */
function placeText(dueOn: CalendarDate): string {
  const until = payableUntil(dueOn);
  return until === dueOn
    ? 'Pagável em qualquer banco até o vencimento'
    : `Pagável em qualquer banco até ${formatCalendarDate(until)}, dia útil seguinte ao vencimento`;
}

function part(doc: PDFKit.PDFDocument, sheet: BoletoSheet, { y, name }: { y: number; name: string }): number {
  const { title, branch, slip, invoice } = sheet;
  const bank = collectingBanks[title.bankCode];
  const number = bank?.shownNumber(title.bankNumber, slip.account) ?? title.bankNumber;
  const due = {
    label: 'Vencimento',
    text: formatCalendarDate(title.dueOn),
    width: RIGHT,
    right: true,
    strong: true,
  };
  const amount = formatNumber(title.amount, 2);
  let at = head(doc, sheet, { y, name });
  const row = (left: Parameters<typeof boxRow>[1], right: Parameters<typeof boxRow>[1][number]) => {
    at = boxRow(doc, [...left, right], { x: MARGIN, y: at, height: ROW });
  };
  row([{ label: 'Local de pagamento', text: placeText(title.dueOn), width: LEFT }], due);
  row(
    [
      {
        label: 'Beneficiário',
        text: `${branch.legalName} - CNPJ ${formatDocument(branch.cnpj)}`,
        width: LEFT,
      },
    ],
    {
      label: 'Agência / código do beneficiário',
      text: `${slip.account.agency} / ${slip.account.account}`,
      width: RIGHT,
      right: true,
    },
  );
  row(
    [
      { label: 'Data do documento', text: formatCalendarDate(invoice.issuedOn), width: LEFT * 0.2 },
      { label: 'Número do documento', text: title.number, width: LEFT * 0.25 },
      { label: 'Espécie', text: 'DM', width: LEFT * 0.15 },
      { label: 'Aceite', text: 'N', width: LEFT * 0.15 },
      { label: 'Processamento', text: formatCalendarDate(sheet.today), width: LEFT * 0.25 },
    ],
    { label: 'Nosso número', text: number, width: RIGHT, right: true },
  );
  row(
    [
      { label: 'Carteira', text: slip.account.portfolio, width: LEFT * 0.2 },
      { label: 'Moeda', text: 'R$', width: LEFT * 0.25 },
      { label: 'Cobrança', text: sheet.paymentMethod, width: LEFT * 0.55 },
    ],
    { label: '(=) Valor do documento', text: amount, width: RIGHT, right: true, strong: true },
  );
  at = boxRow(
    doc,
    [
      {
        label: 'Instruções',
        text: `Referente à nota fiscal ${invoice.number}, série ${invoice.series}.`,
        width: WIDTH,
      },
    ],
    { x: MARGIN, y: at, height: 40 },
  );
  return boxRow(doc, [{ label: 'Pagador', text: payer(sheet), width: WIDTH }], {
    x: MARGIN,
    y: at,
    height: 44,
  });
}

/** Bank, digitable line and the name of the part. */
function head(
  doc: PDFKit.PDFDocument,
  { title, slip }: BoletoSheet,
  { y, name }: { y: number; name: string },
): number {
  const bank = collectingBanks[title.bankCode];
  doc.font('Helvetica').fontSize(7).fillColor(INK).text(name, MARGIN, y, { width: WIDTH, align: 'right' });
  doc
    .font('Helvetica-Bold')
    .fontSize(12)
    .text(bank?.name ?? title.bankCode, MARGIN, y + 10, { lineBreak: false });
  doc.fontSize(13).text(`| ${bank?.shownCode ?? title.bankCode} |`, MARGIN + 82, y + 9, { lineBreak: false });
  doc
    .fontSize(11)
    .text(slip.line, MARGIN + 150, y + 11, { width: WIDTH - 150, align: 'right', lineBreak: false });
  return y + 26;
}

function payer({ customer }: BoletoSheet): string {
  const { logradouro, numero, complemento, bairro, cidade, uf, cep } = customer.address;
  const street = [logradouro, numero, complemento, bairro].filter(Boolean).join(', ');
  const town = [cep && formatPostalCode(cep), [cidade, uf].filter(Boolean).join(' - ')]
    .filter(Boolean)
    .join(' ');
  return [`${customer.legalName} - ${formatDocument(customer.document)}`, street, town]
    .filter(Boolean)
    .join('\n');
}
