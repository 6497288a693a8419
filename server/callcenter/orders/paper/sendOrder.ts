import { INVALID_EMAIL, isEmail, normalizeEmail } from '../../../../contract/rules/email.ts';
import { queueMail } from '../../../adapters/mail/queueMail.ts';
import { audit } from '../../../audit.ts';
import { serviceParameters } from '../../../config/parameters/queries.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import { invalid } from '../../../errors.ts';
import { plainText } from '../../../plainText.ts';
import { logCustomer } from '../../../sac/customers/commands.ts';
import { orderFile } from './orderFile.ts';

interface SendRequest {
  id: number;
  stage: 'ORCAMENTO' | 'PEDIDO';
  email?: string | undefined;
  mensagem?: string | undefined;
}

/** The PDF as an attachment, to the customer's own address or the one that was typed. */
export async function sendOrder(tx: Tx, ctx: Context, { id, stage, email, mensagem }: SendRequest) {
  const { content, name, mime, view } = await orderFile({ ...ctx, db: tx }, id, stage);
  const to = normalizeEmail(email || view.cliente.email);
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
