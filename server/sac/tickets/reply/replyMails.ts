import { eq } from 'drizzle-orm';
import { formatCount } from '../../../../contract/rules/format.ts';
import { queueMail } from '../../../adapters/mail/queueMail.ts';
import { htmlAsText } from '../../../cleanHtml.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import { customers } from '../../../db/tables/index.ts';
import type { TicketRecord } from '../change/lockTicket.ts';
import { contactOf } from '../detail/contactOf.ts';
import type { ForwardTarget } from './forwardTarget.ts';

interface Written {
  ticket: Pick<TicketRecord, 'id' | 'subject' | 'customerId' | 'extraFields'>;
  html: string;
  /** How many files came along. */
  files: number;
}

/** What the company answered, to the contact of the ticket. Of an internal message nobody outside is told. */
export async function mailToCustomer(tx: Tx, ctx: Context, { ticket, html, files }: Written) {
  const [customer] = await tx.select().from(customers).where(eq(customers.id, ticket.customerId));
  if (!customer) return;
  const { nome, email } = contactOf({ ticket, customer });
  if (!email) return;
  const attached = formatCount(files, 'arquivo foi anexado.', 'arquivos foram anexados.');
  await put(tx, ctx, email, `Ticket ${ticket.id}: nova mensagem`, [
    `Olá, ${nome}.`,
    `${ctx.user.name} escreveu no seu ticket ${ticket.id} (${ticket.subject}):`,
    ...(html ? [htmlAsText(html)] : []),
    ...(files > 0 ? [attached] : []),
    `Para ler e responder, abra ${addressOf(ctx, ticket.id)}`,
  ]);
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
