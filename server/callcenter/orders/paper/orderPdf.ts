import PDFDocument from 'pdfkit';
import type { OrderView } from '../../../../contract/callcenter/orderRow.ts';
import { formatCalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { formatDateTime } from '../../../../contract/rules/dateText.ts';
import { formatDocument } from '../../../../contract/rules/documents.ts';
import { formatMoney } from '../../../../contract/rules/format.ts';
import { branchGroups } from '../../../../contract/rules/orders/branchGroups.ts';
import { totalsStrip } from '../../../../contract/rules/orders/totalsStrip.ts';
import type { TimeZone } from '../../../../contract/rules/zonedTime.ts';
import { drawFooters, INK, keepTogether, MARGIN, rule, text } from '../../../sac/pickups/order/paper.ts';
import { drawLine, drawLineHead } from './orderLines.ts';

export interface OrderSheet {
  view: OrderView;
  company: string;
  branch: { legalName: string; cnpj: string; city: string; state: string };
  printedAt: Date;
  zone: TimeZone;
}

/** A quote or order on A4 as the customer reads it: neither cost nor profit, ended and ready to be read. */
export function orderPdf(sheet: OrderSheet): PDFKit.PDFDocument {
  const title = `${sheet.view.isPedido ? 'Pedido' : 'Orçamento'} #${sheet.view.id}`;
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: 'pt-BR',
    info: { Title: title, CreationDate: sheet.printedAt },
  });
  drawHead(doc, sheet, title);
  for (const group of branchGroups(sheet.view.itens)) {
    keepTogether(doc, 70);
    text(doc, `FILIAL ${group.idFil} / ${group.razSoc}`, { size: 9, bold: true });
    doc.moveDown(0.3);
    drawLineHead(doc);
    for (const item of group.itens) drawLine(doc, item);
    text(doc, `Total da filial: ${formatMoney(group.total, 2)}`, { size: 9, color: INK.quiet });
    doc.moveDown(0.6);
  }
  drawTotals(doc, sheet.view);
  drawNotes(doc, sheet.view);
  drawFooters(doc, `${title} · ${formatDateTime(sheet.printedAt, sheet.zone)}`);
  doc.end();
  return doc;
}

function drawHead(doc: PDFKit.PDFDocument, { view, company, branch, zone }: OrderSheet, title: string) {
  text(doc, company, { size: 10, color: INK.quiet });
  text(doc, title, { size: 18, bold: true });
  text(doc, `${branch.legalName} · CNPJ ${formatDocument(branch.cnpj)} · ${branch.city} – ${branch.state}`, {
    size: 9,
    color: INK.quiet,
  });
  doc.moveDown(0.5);
  rule(doc);
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

function drawTotals(doc: PDFKit.PDFDocument, view: OrderView) {
  const entries = totalsStrip(view, false).filter(({ kind }) => kind === 'money');
  keepTogether(doc, 24 + entries.length * 14);
  rule(doc);
  for (const { key, label, value } of entries)
    text(doc, `${label}: ${formatMoney(value, 2)}`, {
      size: key === 'total' ? 12 : 9,
      bold: key === 'total',
    });
}

function drawNotes(doc: PDFKit.PDFDocument, view: OrderView) {
  const notes = [
    ['Observação de entrega', view.obsEntrega],
    ['Observação do cliente', view.obsCliente],
  ].filter(([, note]) => note);
  for (const [label, note] of notes) {
    doc.moveDown(0.5);
    text(doc, `${label}: ${note}`, { size: 9 });
  }
}
