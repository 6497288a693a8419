import type { OrderView } from '#contract/callcenter/orders/orderRow.ts';
import { customizedStatuses } from '#contract/catalogs/orderStatus.ts';
import { INVALID_EMAIL, isEmail, normalizeEmail } from '#contract/rules/contact.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { totalsStrip } from '#contract/rules/orders/orderTotals.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { queueMail } from '#server/adapters/mail/outbox.ts';
import { paperBrandOf } from '#server/config/brand/queries.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Context, Reading } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { invalid } from '#server/errors.ts';
import { logCustomer } from '#server/sac/customers/commands.ts';
import { unmaskedChoice } from '#server/session/personalData.ts';
import { zoneOf } from '#server/session/zoneOf.ts';
import type { FileAnswer } from '#server/storedFiles.ts';
import type { PaperBrand } from '#server/text/paper.ts';
import { plainText } from '#server/text/plainText.ts';
import { audit } from '#server/writing/audit.ts';
import { addressesOf } from '../../contacts/queries.ts';
import { lockForAction } from '../change/changeOrder.ts';
import { orderView } from '../detail/orderView.ts';
import { orderPdf } from './orderPdf.ts';

interface SendRequest {
  id: number;
  stage: 'ORCAMENTO' | 'PEDIDO';
  email?: string | undefined;
  mensagem?: string | undefined;
}

/** Sends the PDF as an attachment to the customer's own address or the one entered. */
export async function sendOrder(tx: Tx, ctx: Context, { id, stage, email, mensagem }: SendRequest) {
  await lockForAction(tx, ctx, 'ENVIAR_EMAIL', { id });
  const { content, name, mime, view, brand } = await orderFile({ ...ctx, db: tx }, id, stage);
  const offered = email ? (await addressesOf(tx, view.cliente.id)).map((each) => each.email) : [];
  const chosen = email && unmaskedChoice(ctx.user, 'EMAIL', { field: 'email', given: email, offered });
  const to = normalizeEmail(chosen || view.cliente.email);
  if (!isEmail(to))
    throw invalid({
      email: email ? INVALID_EMAIL : 'O cliente não tem e-mail. Informe um endereço.',
    });
  const what = stage === 'PEDIDO' ? 'Pedido' : 'Orçamento';
  const note = plainText(mensagem ?? '').trim();
  await queueMail(
    tx,
    {
      to,
      subject: `${what} ${id} – ${brand.nome}`,
      text: [
        `Olá, ${view.cliente.fant || view.cliente.razSoc}.`,
        note || `Segue em anexo o ${what.toLowerCase()} ${id}, ${offerText(view)}.`,
        `${view.colaborador.nome}\n${brand.nome}`,
      ].join('\n\n'),
      attachments: [{ name, mime, content }],
      envelope: { branchId: view.emitente.id },
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
  brand: PaperBrand;
}

/** A quote or order as a PDF, within the user's scope. */
export async function orderFile(ctx: Reading, id: number, stage: 'ORCAMENTO' | 'PEDIDO'): Promise<OrderFile> {
  const view = await orderView(ctx, id, stage);
  const brand = await paperBrandOf(ctx, view.emitente.id);
  const { statusPedido } = await serviceParameters(ctx.db);
  const doc = await orderPdf({
    view,
    brand,
    printedAt: ctx.now(),
    zone: await zoneOf(ctx.db, { branchIds: [view.emitente.id] }),
    statuses: customizedStatuses(statusPedido),
  });
  return {
    content: await wholeOf(doc),
    name: `${stage === 'PEDIDO' ? 'pedido' : 'orcamento'}-${id}.pdf`,
    mime: 'application/pdf',
    view,
    brand,
  };
}

async function wholeOf(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of doc) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** What the customer looks for first: how much, and until when. */
function offerText(view: OrderView): string {
  const total = totalsStrip(view, false).find(({ key }) => key === 'total')?.value ?? view.vlTot;
  const amount = `no valor de ${formatMoney(total, 2)}`;
  return view.isPedido || !view.dtVal ? amount : `${amount}, válido até ${formatCalendarDate(view.dtVal)}`;
}
