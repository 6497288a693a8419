import { eq } from 'drizzle-orm';
import { mailKey } from '#contract/rules/contact.ts';
import type { MailTemplate } from '#contract/rules/mails/mailTemplate.ts';
import { renderMail } from '#contract/rules/mails/renderMail.ts';
import { queueMail } from '../../adapters/mail/outbox.ts';
import { unsubscribeToken } from '../../adapters/mail/signedAddress.ts';
import { publishedDefinition } from '../../config/definitions/queries.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import { customerContacts, customers } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { addressesOf } from '../../sac/mailAddresses/queries.ts';
import { sendToContact } from '../../sac/tickets/commands.ts';
import { installationSecret } from '../../session/secrets.ts';
import { audit } from '../../writing/audit.ts';
import type { Act, Acting, ActionOf, Done } from './acting.ts';
import { customerOf, emailOfPerson, emailOfRepresentative, partiesOf, responsibleOf } from './parties.ts';

export const email: Act<'EMAIL'> = async (acting, action) => {
  const subject = (await acting.fill(action.assunto)).replace(/\s+/g, ' ').slice(0, 200);
  const words = { subject, text: await acting.fill(action.texto) };
  if (action.para !== 'CLIENTE') return toColleague(acting, action, words);
  return acting.entity === 'tickets' ? toContact(acting, words) : toCustomer(acting, words);
};

/** In the company's own words, which stay in one place for every rule that sends them. */
export const templatedEmail: Act<'EMAIL_MODELO'> = async ({ tx, ctx, recordId, by }, { modelo }) => {
  const template = await publishedDefinition<MailTemplate>(tx, 'mails', modelo);
  if (!template)
    throw refused('SEM_MODELO', 'O modelo de e-mail não está mais publicado. Escolha outro na regra.');
  return told(await sendToContact(tx, ctx, recordId, { template: template.content, because: `Pela ${by}` }));
};

interface Words {
  subject: string;
  text: string;
}

const QUEUED: Done = { sentence: 'E-mail na fila de envio.' };
const UNREACHED: Done = { sentence: 'Nada enviado: o endereço não recebe e-mails.', skipped: true };
const noAddress = () => refused('SEM_EMAIL', 'Quem receberia não tem e-mail cadastrado.');

/** Whoever works for or with the company. */
async function toColleague(acting: Acting, action: ActionOf<'EMAIL'>, words: Words): Promise<Done> {
  const { tx, ctx } = acting;
  const to = await addressOf(acting, action);
  if (!to) throw noAddress();
  if (!(await isReached(acting, to))) return UNREACHED;
  await queueMail(tx, { to, ...words }, ctx.now);
  return QUEUED;
}

async function addressOf(acting: Acting, { para, pessoa }: ActionOf<'EMAIL'>): Promise<string> {
  if (para === 'PESSOA') return emailOfPerson(acting, pessoa ?? null);
  const parties = await partiesOf(acting);
  if (para === 'REPRESENTANTE') return emailOfRepresentative(acting, parties.representativeId);
  return emailOfPerson(acting, await responsibleOf(acting, parties));
}

async function isReached({ tx }: Acting, address: string): Promise<boolean> {
  const customerAddress = (await addressesOf(tx, [address])).get(mailKey(address));
  return !customerAddress?.failingSince && !customerAddress?.unsubscribedAt;
}

/** Within the conversation of the ticket, whose frame says how to answer and how to get no more. */
async function toContact({ tx, ctx, recordId, by }: Acting, words: Words): Promise<Done> {
  return told(await sendToContact(tx, ctx, recordId, { ...words, because: `Pela ${by}` }));
}

function told(sent: 'SENT' | 'NO_ADDRESS' | 'UNREACHED'): Done {
  if (sent === 'NO_ADDRESS') throw noAddress();
  return sent === 'SENT' ? QUEUED : UNREACHED;
}

/** What customers are told of because it is theirs: the rest is contact, which they may have asked not to have (docs/domain.md 13). */
const SERVICE: ReadonlySet<string> = new Set(['pedidos', 'notas', 'titulos', 'estoque']);

/** The frame of a mail that is about no ticket. */
const FRAME: MailTemplate = {
  formato: 1,
  id: 'moldura',
  titulo: '',
  texto: ['Olá, {{nome}}.', '{{conteudo}}', '{{empresa}}', '{{descadastro}}'],
};
const BODY: MailTemplate = { formato: 1, id: 'resposta', titulo: '', texto: ['{{mensagem}}'] };

async function toCustomer(acting: Acting, words: Words): Promise<Done> {
  const { id } = await customerOf(acting);
  const sent = await mailToCustomer(acting, { ...words, customerId: id });
  if (sent === 'UNWANTED')
    return { sentence: 'Nada enviado: o cliente pediu para não ser contatado.', skipped: true };
  return told(sent);
}

interface CustomerMail extends Words {
  customerId: number;
}

/** One e-mail to a customer, or why there is none. A birthday's goes to the person whose it is. */
export async function mailToCustomer(
  acting: Acting,
  { subject, text, customerId }: CustomerMail,
): Promise<'SENT' | 'UNWANTED' | 'NO_ADDRESS' | 'UNREACHED'> {
  const { tx, ctx, entity, recordId, ruleKey, by } = acting;
  const [customer] = await tx
    .select({
      ...{ name: customers.tradeName, legalName: customers.legalName, email: customers.email },
      doNotContact: customers.doNotContact,
    })
    .from(customers)
    .where(eq(customers.id, customerId));
  if (customer?.doNotContact && !SERVICE.has(entity)) return 'UNWANTED';
  const contact = entity === 'contatos' ? await contactBy(acting) : undefined;
  const to = contact?.email || customer?.email;
  if (!customer || !to) return 'NO_ADDRESS';
  if (!(await isReached(acting, to))) return 'UNREACHED';
  const { branchId } = await partiesOf(acting);
  const { nomeEmpresa } = await serviceParameters(tx, branchId ?? undefined);
  const token = unsubscribeToken(await installationSecret(tx), to);
  const { publicUrl } = ctx.settings;
  const values = {
    nome: { text: contact?.name || customer.name || customer.legalName },
    empresa: { text: nomeEmpresa },
    descadastro: { text: `Para não receber mais estes e-mails: ${publicUrl}/descadastro/${token}` },
  };
  const written = renderMail(
    { template: FRAME, values },
    [{ template: BODY, values: { mensagem: { text } } }],
    { consumer: false },
  );
  const envelope = {
    unsubscribe: `${publicUrl}/config/descadastro/${token}/um-clique`,
    ...(branchId !== null && { branchId }),
  };
  await queueMail(tx, { to, subject, text: written.text, html: written.html, envelope }, ctx.now);
  const about = { acao: 'ENVIAR_EMAIL', para: to, regra: ruleKey };
  await logCustomer(tx, ctx, {
    ...{ customerId, type: 'ATENDIMENTO', text: `E-mail enviado pela ${by}` },
    data: { ...about, entidade: entity, registro: recordId },
  });
  await audit(tx, ctx, {
    action: 'ENVIAR_EMAIL',
    entity: 'customers',
    entityId: customerId,
    after: { para: to, regra: ruleKey },
  });
  return 'SENT';
}

async function contactBy({ tx, recordId }: Acting) {
  const [contact] = await tx
    .select({ name: customerContacts.name, email: customerContacts.email })
    .from(customerContacts)
    .where(eq(customerContacts.id, recordId));
  return contact;
}
