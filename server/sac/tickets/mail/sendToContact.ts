import { eq } from 'drizzle-orm';
import type { MailTemplate } from '#contract/rules/mails/mailTemplate.ts';
import type { MailPart } from '#contract/rules/mails/renderMail.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Deps } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { customers } from '#server/db/tables/index.ts';
import { type ChangingTicket, changeTicket } from '../change/changeTicket.ts';
import { lockTicket } from '../change/lockTicket.ts';
import { contactOf } from '../detail/oneTicket.ts';
import { recipientsOf } from './recipients.ts';
import { mailTemplates, sendTicketMail, type Templates } from './ticketMail.ts';

/** Words of its own, or a template of the company's. */
type Written = ({ subject: string; text: string } | { template: MailTemplate }) & {
  /** What the timeline says: 'Pela regra Prazo de hoje'. */
  because: string;
};

/** Whether the contact is written to: an address may be missing, or get no e-mails. */
type Sending = 'SENT' | 'NO_ADDRESS' | 'UNREACHED';

/** Writes to the contact of a ticket, within the frame and the conversation of the ticket's other e-mails. */
export async function sendToContact(
  tx: Tx,
  ctx: ChangingTicket & Pick<Deps, 'settings'>,
  idTicket: number,
  written: Written,
): Promise<Sending> {
  const ticket = await lockTicket(tx, ctx.user, idTicket, { archivedToo: true });
  const [customer] = await tx.select().from(customers).where(eq(customers.id, ticket.customerId));
  if (!customer || contactOf({ ticket, customer }).email === '') return 'NO_ADDRESS';
  const recipients = await recipientsOf(tx, ticket);
  const recipient = recipients.find(
    ({ personId, unsubscribed, copy }) => personId === null && !unsubscribed && !copy,
  );
  if (!recipient) return 'UNREACHED';
  const changed = await changeTicket(tx, ctx, ticket, {
    event: {
      type: 'EMAIL',
      note: `${written.because}: ${'template' in written ? written.template.titulo : written.subject}`,
      internal: true,
    },
    audit: { action: 'ENVIAR_EMAIL', after: { para: recipient.address } },
  });
  const mail = {
    ticket: changed,
    parameters: await serviceParameters(tx, ticket.branchId),
    ...partsOf(written, await mailTemplates(tx)),
  };
  for (const each of [recipient, ...recipients.filter(({ copy }) => copy)])
    await sendTicketMail(tx, ctx, { ...mail, recipient: each });
  return 'SENT';
}

function partsOf(
  written: Written,
  templates: Templates,
): { templates: Templates; subject?: string; parts: MailPart[] } {
  if ('text' in written)
    return {
      templates,
      subject: written.subject,
      parts: [{ template: PLAIN, values: { mensagem: { text: written.text } } }],
    };
  const { template } = written;
  const frame = { ...templates.moldura, ...(template.assunto && { assunto: template.assunto }) };
  return { templates: { ...templates, moldura: frame }, parts: [{ template, values: {} }] };
}

const PLAIN: MailTemplate = { formato: 1, id: 'resposta', titulo: '', texto: ['{{mensagem}}'] };
