import { eq } from 'drizzle-orm';
import type { OrderItem, OrderView } from '#contract/callcenter/orders/orderRow.ts';
import { type CatalogRow, rowOf } from '#contract/catalogs/catalog.ts';
import { customizedStatuses } from '#contract/catalogs/orderStatus.ts';
import { INVALID_EMAIL, isEmail, normalizeEmail } from '#contract/rules/contact.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { ENDED } from '#contract/rules/orders/orderActions.ts';
import { branchGroups, totalsStrip } from '#contract/rules/orders/orderTotals.ts';
import { soldText } from '#contract/rules/orders/shownStock.ts';
import { unitPriceText } from '#contract/rules/orders/unitPrice.ts';
import { formatCalendarDate, formatDateTime } from '#contract/rules/time/calendarDate.ts';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';
import { queueMail } from '#server/adapters/mail/outbox.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Context, Reading } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { branches } from '#server/db/tables/index.ts';
import { invalid } from '#server/errors.ts';
import { logCustomer } from '#server/sac/customers/commands.ts';
import { unmaskedChoice } from '#server/session/personalData.ts';
import type { FileAnswer } from '#server/storedFiles.ts';
import {
  drawFooters,
  INK,
  keepTogether,
  MARGIN,
  newPdfDocument,
  printable,
  rule,
  text,
} from '#server/text/paper.ts';
import { plainText } from '#server/text/plainText.ts';
import { audit } from '#server/writing/audit.ts';
import { addressesOf } from '../../contacts/queries.ts';
import { lockForAction } from '../change/changeOrder.ts';
import { orderView } from '../detail/orderView.ts';

interface SendRequest {
  id: number;
  stage: 'ORCAMENTO' | 'PEDIDO';
  email?: string | undefined;
  mensagem?: string | undefined;
}

/** Sends the PDF as an attachment to the customer's own address or the one entered. */
export async function sendOrder(tx: Tx, ctx: Context, { id, stage, email, mensagem }: SendRequest) {
  await lockForAction(tx, ctx, 'ENVIAR_EMAIL', { id });
  const { content, name, mime, view } = await orderFile({ ...ctx, db: tx }, id, stage);
  const offered = email ? (await addressesOf(tx, view.cliente.id)).map((each) => each.email) : [];
  const chosen = email && unmaskedChoice(ctx.user, 'EMAIL', { field: 'email', given: email, offered });
  const to = normalizeEmail(chosen || view.cliente.email);
  if (!isEmail(to))
    throw invalid({
      email: email ? INVALID_EMAIL : 'O cliente não tem e-mail. Informe um endereço.',
    });
  const what = stage === 'PEDIDO' ? 'Pedido' : 'Orçamento';
  const { nomeEmpresa } = await serviceParameters(tx);
  const note = plainText(mensagem ?? '').trim();
  await queueMail(
    tx,
    {
      to,
      subject: `${what} ${id} – ${nomeEmpresa}`,
      text: [
        `Olá, ${view.cliente.fant || view.cliente.razSoc}.`,
        note || `Segue em anexo o ${what.toLowerCase()} ${id}.`,
        `${view.colaborador.nome}\n${nomeEmpresa}`,
      ].join('\n\n'),
      attachments: [{ name, mime, content }],
    },
    ctx.now,
  );
  await logCustomer(tx, ctx, {
    customerId: view.cliente.id,
    type: stage,
    itemId: id,
    text: `${what} ${id} enviado por e-mail para ${to}`,
    data: { acao: 'ENVIAR_EMAIL', para: to },
  });
  await audit(tx, ctx, {
    action: 'ENVIAR_EMAIL',
    entity: 'orders',
    entityId: id,
    after: { para: to },
  });
  return { data: { id, message: `${what} ${id} enviado para ${to}` } };
}

interface OrderFile extends FileAnswer {
  content: Buffer;
  view: OrderView;
}

/** A quote or order as a PDF, within the user's scope. */
export async function orderFile(ctx: Reading, id: number, stage: 'ORCAMENTO' | 'PEDIDO'): Promise<OrderFile> {
  const view = await orderView(ctx, id, stage);
  const [branch] = await ctx.db.select().from(branches).where(eq(branches.id, view.emitente.id));
  if (!branch) throw new Error(`order ${id} has no branch`);
  const { nomeEmpresa, statusPedido } = await serviceParameters(ctx.db);
  const doc = await orderPdf({
    view,
    company: nomeEmpresa,
    branch,
    printedAt: ctx.now(),
    zone: branch.timeZone,
    statuses: customizedStatuses(statusPedido),
  });
  return {
    content: await wholeOf(doc),
    name: `${stage === 'PEDIDO' ? 'pedido' : 'orcamento'}-${id}.pdf`,
    mime: 'application/pdf',
    view,
  };
}

async function wholeOf(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of doc) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

interface OrderSheet {
  view: OrderView;
  company: string;
  branch: { legalName: string; cnpj: string; city: string; state: string };
  printedAt: Date;
  zone: TimeZone;
  /** With the company's own labels. */
  statuses: readonly CatalogRow[];
}

/** A quote or order on A4 for the customer, without cost or profit. The returned document is complete and ready to read. */
async function orderPdf(sheet: OrderSheet): Promise<PDFKit.PDFDocument> {
  const title = `${sheet.view.isPedido ? 'Pedido' : 'Orçamento'} #${sheet.view.id}`;
  const doc = await newPdfDocument({
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

/** What keeps a printed quote or order from being taken for one that still holds. */
function endedText({ st, isPedido }: OrderView, statuses: readonly CatalogRow[]): string | null {
  if (!(ENDED as readonly string[]).includes(st)) return null;
  const label = rowOf(statuses, st).label.toUpperCase();
  return isPedido ? `PEDIDO: ${label}` : `ORÇAMENTO: ${label}. NÃO VALE MAIS COMO PROPOSTA.`;
}

function drawHead(
  doc: PDFKit.PDFDocument,
  { view, company, branch, zone, statuses }: OrderSheet,
  title: string,
) {
  text(doc, company, { size: 10, color: INK.quiet });
  text(doc, title, { size: 18, bold: true });
  const ended = endedText(view, statuses);
  if (ended) text(doc, ended, { size: 12, bold: true });
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

/** Widths in points; together they fill the page between its margins. */
const COLUMNS = [
  { title: 'Código', width: 56, right: false },
  { title: 'Produto', width: 226, right: false },
  { title: 'Qtd.', width: 78, right: true },
  { title: 'Preço', width: 72, right: true },
  { title: 'Total', width: 79, right: true },
] as const;

const SIZE = 8.5;

const GAP = 4;

function drawLineHead(doc: PDFKit.PDFDocument): void {
  drawCells(
    doc,
    COLUMNS.map(({ title }) => title),
    { color: INK.quiet, bold: true },
  );
}

function drawLine(doc: PDFKit.PDFDocument, item: OrderItem): void {
  const name = [item.descricao, item.cor && `cor ${item.cor}`, item.bonificado && 'bonificado', item.obs]
    .filter(Boolean)
    .join(' · ');
  drawCells(
    doc,
    [
      item.idExibicao,
      name,
      soldText(item.qtd, item.embalagem),
      unitPriceText(item.vlUnit),
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
