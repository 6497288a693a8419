import { formatDocument } from '../../../../contract/rules/documents.ts';
import { formatQuantity } from '../../../../contract/rules/quantity.ts';
import type { Pickup } from '../../../../contract/sac/pickups.ts';
import type { branches } from '../../../db/tables/index.ts';
import { addressLines } from '../addressLines.ts';
import { INK, keepTogether, MARGIN, printable, rule, text, WIDTH } from './paper.ts';

type Ticket = Pickup['tickets'][number];
type Line = Ticket['itens'][number];

/** Place, destination and lines of one ticket. */
export function drawTicket(
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
  { title: 'Unidade', width: 60, align: 'right', value: ({ unidade }) => unidade },
  { title: 'Quantidade', width: 90, align: 'right', value: ({ quantidade }) => formatQuantity(quantidade) },
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

/** As high as its longest cell; a row is never cut by the end of a page. */
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
