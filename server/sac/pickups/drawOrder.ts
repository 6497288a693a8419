import { setImmediate } from 'node:timers/promises';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { pickupStatus, pickupType } from '#contract/catalogs/transport.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { formatCount } from '#contract/rules/format.ts';
import { formatPhone } from '#contract/rules/phone.ts';
import { givenOf } from '#contract/rules/tickets/returnUnits.ts';
import { formatCalendarDate, formatDateTime } from '#contract/rules/time/calendarDate.ts';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { Pickup } from '#contract/sac/pickups.ts';
import type { branches } from '../../db/tables/index.ts';
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
} from '../../text/paper.ts';
import { addressLines } from './parties.ts';

interface Order {
  /** The pickup, with only the tickets to be printed. */
  pickup: Pickup;
  brand: PaperBrand;
  destinations: ReadonlyMap<number, typeof branches.$inferSelect>;
  printedAt: Date;
  zone: TimeZone;
}

/** The finished order as an A4 PDF. Two hundred tickets take seconds, so pending requests are let through between tickets. */
export async function drawOrder(order: Order): Promise<PDFKit.PDFDocument> {
  const { pickup, brand, printedAt, zone } = order;
  const title = `Ordem de coleta ${pickup.id}`;
  const doc = await newPdfDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: 'pt-BR',
    info: { Title: title, Author: printable(brand.nome), CreationDate: printedAt },
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

function drawHead(doc: PDFKit.PDFDocument, { pickup, brand, zone }: Order, title: string): void {
  const { responsavel: party } = pickup;
  drawBrand(doc, brand);
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

/** Draws the two signature lines; a page break never splits them, and they move to a new page only if they do not fit. */
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

type Ticket = Pickup['tickets'][number];
type Line = Ticket['itens'][number];

/** Draws the address, destination and lines of one ticket. */
function drawTicket(
  doc: PDFKit.PDFDocument,
  ticket: Ticket,
  destination: typeof branches.$inferSelect | undefined,
): void {
  keepTogether(doc, 130);
  rule(doc);
  text(doc, `Ticket ${ticket.id}  ·  ${ticket.cliente.razSoc}`, { size: 11, bold: true });
  const place = addressLines(ticket.endereco, ticket.cliente.telefone);
  text(doc, `Coletar em: ${place.length > 0 ? place.join('  ·  ') : 'endereço a confirmar com o cliente'}`, {
    size: 9,
  });
  text(doc, `Entregar em: ${destinationText(ticket, destination)}`, { size: 9 });
  doc.moveDown(0.5);
  drawLines(doc, ticket.itens);
  doc.moveDown(0.8);
}

function destinationText({ filial }: Ticket, branch: typeof branches.$inferSelect | undefined): string {
  if (!branch) return filial.razSoc;
  return `${branch.legalName}  ·  CNPJ ${formatDocument(branch.cnpj)}  ·  ${branch.city}/${branch.state}`;
}

interface Column {
  title: string;
  width: number;
  align?: 'right';
  value: (line: Line) => string;
}

const COLUMNS: readonly Column[] = [
  { title: 'Código', width: 70, value: ({ idExibicao }) => idExibicao },
  { title: 'Produto', width: WIDTH - 300, value: ({ descricao }) => descricao },
  { title: 'Nota fiscal', width: 80, align: 'right', value: ({ nfe }) => (nfe === null ? '—' : `${nfe}`) },
  { title: 'Quantidade', width: 150, align: 'right', value: (line) => givenOf(line, line.quantidade) },
];
const PAD = 4;

function drawLines(doc: PDFKit.PDFDocument, lines: readonly Line[]): void {
  if (lines.length === 0) {
    text(doc, 'Nenhum produto autorizado: confira os volumes com o cliente.', { size: 9, color: INK.quiet });
    return;
  }
  drawRow(
    doc,
    COLUMNS.map(({ title }) => title),
    { head: true },
  );
  for (const line of lines)
    drawRow(
      doc,
      COLUMNS.map(({ value }) => value(line)),
    );
}

/** A row is as high as its tallest cell; a page break never splits it. */
function drawRow(doc: PDFKit.PDFDocument, cells: readonly string[], { head = false } = {}): void {
  doc.font(head ? 'Helvetica-Bold' : 'Helvetica').fontSize(9);
  const texts = cells.map(printable);
  const heights = texts.map((each, index) =>
    doc.heightOfString(each, { width: (COLUMNS[index]?.width ?? 0) - 2 * PAD }),
  );
  const height = Math.max(...heights) + 2 * PAD;
  keepTogether(doc, height);
  const top = doc.y;
  if (head) doc.rect(MARGIN, top, WIDTH, height).fill(INK.tint);
  let left = MARGIN;
  doc.fillColor(INK.text);
  for (const [index, { width, align }] of COLUMNS.entries()) {
    doc.text(texts[index] ?? '', left + PAD, top + PAD, { width: width - 2 * PAD, align: align ?? 'left' });
    left += width;
  }
  doc
    .moveTo(MARGIN, top + height)
    .lineTo(MARGIN + WIDTH, top + height)
    .lineWidth(0.5)
    .strokeColor(INK.line)
    .stroke();
  doc.x = MARGIN;
  doc.y = top + height;
}
