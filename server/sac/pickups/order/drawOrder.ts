import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { rowOf } from '../../../../contract/catalogs/catalog.ts';
import { pickupStatus } from '../../../../contract/catalogs/pickupStatus.ts';
import { pickupType } from '../../../../contract/catalogs/pickupType.ts';
import { formatCalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { formatDateTime } from '../../../../contract/rules/dateText.ts';
import { formatDocument } from '../../../../contract/rules/documents.ts';
import { formatCount } from '../../../../contract/rules/format.ts';
import { formatPhone } from '../../../../contract/rules/phone.ts';
import type { TimeZone } from '../../../../contract/rules/zonedTime.ts';
import type { Pickup } from '../../../../contract/sac/pickups.ts';
import type { branches } from '../../../db/tables/index.ts';
import { drawTicket } from './drawTicket.ts';
import { drawFooters, INK, MARGIN, printable, rule, text, WIDTH } from './paper.ts';

export interface Order {
  /** With the tickets that are to be printed. */
  pickup: Pickup;
  company: string;
  destinations: ReadonlyMap<number, typeof branches.$inferSelect>;
  printedAt: Date;
  zone: TimeZone;
}

/**
 * The order on A4, ended and ready to be read. Two hundred tickets take seconds: between two of them everybody else
 * has their turn.
 */
export async function drawOrder(order: Order): Promise<PDFKit.PDFDocument> {
  const { pickup, company, printedAt, zone } = order;
  const title = `Ordem de coleta ${pickup.id}`;
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: 'pt-BR',
    info: { Title: title, Author: printable(company), CreationDate: printedAt },
  });
  drawHead(doc, order, title);
  for (const ticket of pickup.tickets) {
    drawTicket(doc, ticket, order.destinations.get(ticket.filial.idFil));
    await setImmediate();
  }
  drawSignatures(doc, pickup);
  drawFooters(doc, `${title} · impressa em ${formatDateTime(printedAt, zone)}`);
  doc.end();
  return doc;
}

function drawHead(doc: PDFKit.PDFDocument, { pickup, company, zone }: Order, title: string): void {
  const { responsavel: party } = pickup;
  text(doc, company, { size: 10, color: INK.quiet });
  text(doc, title, { size: 18, bold: true });
  const facts = [
    rowOf(pickupStatus, pickup.status).label,
    pickup.agendadaPara ? `Coletar em ${formatCalendarDate(pickup.agendadaPara)}` : 'Data a combinar',
    formatCount(pickup.tickets.length, 'ticket', 'tickets'),
    `Gerada em ${formatDateTime(pickup.datahora_criacao, zone)} por ${pickup.criador.nome}`,
  ];
  text(doc, facts.join('  ·  '), { size: 9, color: INK.quiet });
  doc.moveDown(0.6);
  rule(doc);
  text(doc, rowOf(pickupType, party.tipo).label, { size: 8, color: INK.quiet });
  text(doc, party.razSoc, { size: 11, bold: true });
  const contact = [
    party.cnpj && `CNPJ ${formatDocument(party.cnpj)}`,
    party.telefone && formatPhone(party.telefone),
    party.email,
  ];
  text(doc, contact.filter(Boolean).join('  ·  '), { size: 9 });
  if (pickup.obs) {
    doc.moveDown(0.4);
    text(doc, `Observação: ${pickup.obs}`, { size: 9 });
  }
  doc.moveDown(0.6);
}

const SIGNATURES_HEIGHT = 130;

/** Two lines to sign on; they never stand alone on a page without need, nor are cut by its end. */
function drawSignatures(doc: PDFKit.PDFDocument, { responsavel }: Pickup): void {
  if (doc.y + SIGNATURES_HEIGHT > doc.page.height - doc.page.margins.bottom) doc.addPage();
  const top = doc.y + 64;
  const half = (WIDTH - 32) / 2;
  const sign = (left: number, who: string) => {
    doc
      .moveTo(left, top)
      .lineTo(left + half, top)
      .lineWidth(0.7)
      .strokeColor(INK.text)
      .stroke();
    for (const [index, line] of [who, 'Nome e documento:', 'Data e hora:'].entries())
      doc
        .font(index === 0 ? 'Helvetica-Bold' : 'Helvetica')
        .fontSize(9)
        .fillColor(INK.text)
        .text(printable(line), left, top + 6 + index * 16, { width: half, lineBreak: false });
  };
  sign(MARGIN, 'Entregue pelo cliente');
  sign(
    MARGIN + half + 32,
    responsavel.tipo === 'TRANSPORTADORA' ? 'Recebido pela transportadora' : 'Recebido pelo representante',
  );
  doc.x = MARGIN;
}
