import { queueMail } from '../../../adapters/mail/queueMail.ts';
import { htmlAsText } from '../../../cleanHtml.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import type { TicketRecord } from '../change/lockTicket.ts';
import { contactOf } from '../detail/oneTicket.ts';
import type { ForwardTarget } from './forwardTarget.ts';

interface Written {
  ticket: Pick<TicketRecord, 'id' | 'subject'>;
  html: string;
}

/** To the person who gets the ticket; whoever forwards it to themself knows. */
export async function mailToAttendant(
  tx: Tx,
  ctx: Context,
  { ticket, html }: Written,
  { sector, attendant }: ForwardTarget,
) {
  if (!attendant?.email || attendant.id === ctx.user.id) return;
  await put(tx, ctx, attendant.email, `Ticket ${ticket.id} encaminhado para você`, [
    `Olá, ${attendant.name}.`,
    `${ctx.user.name} encaminhou para você (setor ${sector.name}) o ticket ${ticket.id}: ${ticket.subject}.`,
    ...(html ? [htmlAsText(html)] : []),
    `Para abrir: ${addressOf(ctx, ticket.id)}`,
  ]);
}

const addressOf = ({ settings }: Context, id: number) => `${settings.publicUrl}/tickets/${id}`;

const put = (tx: Tx, ctx: Context, to: string, subject: string, paragraphs: string[]) =>
  queueMail(tx, { to, subject, text: paragraphs.join('\n\n') }, ctx.now);
