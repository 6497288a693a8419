import { eq } from 'drizzle-orm';
import type { OrderView } from '../../../../contract/callcenter/orderRow.ts';
import { INVALID_EMAIL, isEmail, normalizeEmail } from '../../../../contract/rules/contact.ts';
import { queueMail } from '../../../adapters/mail/queueMail.ts';
import { audit } from '../../../audit.ts';
import { serviceParameters } from '../../../config/parameters/queries.ts';
import type { Context, Reading } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import { branches } from '../../../db/tables/index.ts';
import { invalid } from '../../../errors.ts';
import type { FileAnswer } from '../../../fileAnswer.ts';
import { plainText } from '../../../plainText.ts';
import { logCustomer } from '../../../sac/customers/commands.ts';
import { pickedOf } from '../../../session/personalData.ts';
import { addressesOf } from '../../contacts/queries.ts';
import { orderView } from '../detail/orderView.ts';
import { orderPdf } from './orderPdf.ts';

interface SendRequest {
  id: number;
  stage: 'ORCAMENTO' | 'PEDIDO';
  email?: string | undefined;
  mensagem?: string | undefined;
}

/** The PDF as an attachment, to the customer's own address or the one that was typed. */
export async function sendOrder(tx: Tx, ctx: Context, { id, stage, email, mensagem }: SendRequest) {
  const { content, name, mime, view } = await orderFile({ ...ctx, db: tx }, id, stage);
  const offered = email ? (await addressesOf(tx, view.cliente.id)).map((each) => each.email) : [];
  const chosen = email && pickedOf(ctx.user, 'EMAIL', { field: 'email', given: email, offered });
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

/** A quote or order as a PDF, within what the person may see. */
export async function orderFile(ctx: Reading, id: number, stage: 'ORCAMENTO' | 'PEDIDO'): Promise<OrderFile> {
  const view = await orderView(ctx, id, stage);
  const [branch] = await ctx.db.select().from(branches).where(eq(branches.id, view.emitente.id));
  if (!branch) throw new Error(`order ${id} has no branch`);
  const { nomeEmpresa } = await serviceParameters(ctx.db);
  const doc = await orderPdf({
    view,
    company: nomeEmpresa,
    branch,
    printedAt: ctx.now(),
    zone: branch.timeZone,
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
