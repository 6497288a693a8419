import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { and, desc, eq, sql } from 'drizzle-orm';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { ticketResult, ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import type { PickupStatus } from '#contract/catalogs/transport.ts';
import { mailKey } from '#contract/rules/contact.ts';
import type { FieldEntity } from '#contract/rules/fields/extraField.ts';
import { type FieldValues, fieldsInUse, fieldText } from '#contract/rules/fields/fieldValues.ts';
import { currentStep } from '#contract/rules/flows/flow.ts';
import { formatCount } from '#contract/rules/format.ts';
import {
  addedPlaceholders,
  MAIL_TEMPLATES,
  type MailNews,
  type MailTemplate,
  type MailTemplateKey,
} from '#contract/rules/mails/mailTemplate.ts';
import { type MailPart, type MailValues, renderMail } from '#contract/rules/mails/renderMail.ts';
import { ticketPromise } from '#contract/rules/tickets/ticketPromise.ts';
import { DEFAULT_TIME_ZONE } from '#contract/rules/time/zonedTime.ts';
import { REPLY_ABOVE } from '#server/adapters/mail/brandedHtml.ts';
import { queueMail } from '#server/adapters/mail/outbox.ts';
import { replyAddress, unsubscribeToken } from '#server/adapters/mail/signedAddress.ts';
import { publishedDefinitions } from '#server/config/definitions/queries.ts';
import { schemasFolder } from '#server/config/definitions/rules.ts';
import { extraFieldsOf } from '#server/config/fields/queries.ts';
import type { ServiceParameters } from '#server/config/parameters/rules.ts';
import type { Deps } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import {
  branches,
  customers,
  outboxEmails,
  type people,
  receivedEmails,
  ticketAttachments,
  type ticketEvents,
  ticketMessages,
  type tickets,
} from '#server/db/tables/index.ts';
import { installationSecret } from '#server/session/secrets.ts';
import { htmlAsText } from '#server/text/cleanHtml.ts';
import { flowOf } from '../change/lockTicket.ts';
import { returnDocumentsOf } from '../detail/ticketParts.ts';
import { inFamily } from '../merge/family.ts';
import type { Recipient } from './recipients.ts';

type TicketRow = typeof tickets.$inferSelect;
export type Templates = Readonly<Record<MailTemplateKey, MailTemplate>>;

/** An event with its author; `sender` is who wrote it, if it came by e-mail. */
export interface Happened {
  news: MailNews;
  event: typeof ticketEvents.$inferSelect;
  author: typeof people.$inferSelect | null;
  sender: { address: string; name: string } | null;
}

/** The current templates; the console's own where none has been published yet. */
export async function mailTemplates(db: Executor): Promise<Templates> {
  const published = await publishedDefinitions<MailTemplate>(db, 'mails');
  return Object.fromEntries(
    MAIL_TEMPLATES.map((key) => [
      key,
      published.find((each) => each.key === key)?.content ?? standardTemplate(key),
    ]),
  ) as unknown as Templates;
}

const standardTemplate = (key: MailTemplateKey): MailTemplate =>
  JSON.parse(readFileSync(path.join(schemasFolder, 'mails', `${key}.json`), 'utf8'));

interface TicketMail {
  ticket: TicketRow;
  recipient: Recipient;
  happened: readonly Happened[];
  templates: Templates;
  parameters: ServiceParameters;
}

/** Queues one e-mail about all the events, within the recipient's existing conversation. */
export async function writeTicketMail(
  tx: Tx,
  { settings, now }: Pick<Deps, 'settings' | 'now'>,
  { ticket, recipient, happened, templates, parameters }: TicketMail,
): Promise<void> {
  const parts: MailPart[] = [];
  for (const each of happened)
    parts.push({ template: templates[each.news], values: await newsValues(tx, ticket, each) });
  const told = happened.findLast(({ news }) => news === 'resposta')?.event.data.mensagem;
  await sendTicketMail(
    tx,
    { settings, now },
    { ticket, recipient, templates, parameters, parts, ...(told !== undefined && { message: Number(told) }) },
  );
}

type Sent = Omit<TicketMail, 'happened'> & {
  parts: readonly MailPart[];
  /** Instead of the frame's. */
  subject?: string;
  /** The last message that it tells of: an answer goes to the ticket that has it. */
  message?: number;
};

/** Queues one e-mail of these parts within the frame and the recipient's existing conversation. */
export async function sendTicketMail(
  tx: Tx,
  { settings, now }: Pick<Deps, 'settings' | 'now'>,
  { ticket, recipient, templates, parameters, parts: given, subject: own, message }: Sent,
): Promise<void> {
  const secret = await installationSecret(tx);
  const { address } = recipient;
  const base = parameters.emailResposta;
  const token = unsubscribeToken(secret, address);
  const link = `${settings.publicUrl}/tickets/${ticket.id}`;
  const shared = await ticketValues(tx, ticket, {
    nome: recipient.name,
    empresa: parameters.nomeEmpresa,
    link,
    now: now(),
  });
  const parts = given.map(({ template, values }) => ({ template, values: { ...shared, ...values } }));
  const reasons = given.flatMap(({ template }) => template.obrigatorio?.motivo ?? []);
  const frame: MailPart = {
    template: templates.moldura,
    values: {
      ...shared,
      comoResponder: { text: base ? BY_MAIL : `Para ler e responder, abra ${link}` },
      descadastro: {
        text: recipient.unsubscribed
          ? [...new Set(reasons)].join(' ')
          : `${recipient.copy ? IN_COPY : ''}Para não receber mais estes e-mails: ${settings.publicUrl}/descadastro/${token}`,
      },
    },
  };
  const { subject, text, html } = renderMail(frame, parts, recipient);
  const domain = domainOf(base ?? parameters.emailRemetente ?? settings.smtp?.from ?? '');
  const thread = await threadOf(tx, ticket.id, address);
  await queueMail(
    tx,
    {
      to: address,
      subject: own ?? subject,
      text: base ? `${REPLY_ABOVE}\n\n${text}` : text,
      html: base ? `<p>${REPLY_ABOVE}</p>\n${html}` : html,
      ticketId: ticket.id,
      ...(message !== undefined && { ticketMessageId: message }),
      messageId: `<ticket.${ticket.id}.${randomBytes(16).toString('hex')}@${domain}>`,
      envelope: {
        ...(parameters.emailRemetenteNome && { fromName: parameters.emailRemetenteNome }),
        ...(parameters.emailRemetente && { fromAddress: parameters.emailRemetente }),
        ...(base && { replyTo: replyAddress(secret, { base, ticketId: ticket.id, recipient: address }) }),
        ...(thread.at(-1) && { inReplyTo: thread.at(-1) as string }),
        // The first reference is shared by all e-mails of the ticket, so that none drops out of the conversation.
        references: [`<ticket.${ticket.id}@${domain}>`, ...thread],
        branchId: ticket.branchId,
        ...(recipient.copy && { copy: true }),
        unsubscribe: `${settings.publicUrl}/config/descadastro/${token}/um-clique`,
      },
    },
    now,
  );
}

/** The greeting names the contact, whom it was written to. */
const IN_COPY = 'Você está em cópia neste e-mail. ';

const BY_MAIL = 'Para responder, basta responder a este e-mail.';

/** Letters, digits, dots and hyphens after the @, since it becomes part of a Message-ID. */
const domainOf = (address: string): string => /@([\w.-]+)/.exec(address)?.[1] ?? 'balcao.invalid';

/**
 * The Message-IDs sent to and received from this address about the ticket and those merged into it, oldest first; the last few are
 * enough.
 */
async function threadOf(tx: Tx, ticketId: number, address: string): Promise<string[]> {
  const key = mailKey(address);
  const sent = await tx
    .select({ id: outboxEmails.messageId, at: outboxEmails.createdAt })
    .from(outboxEmails)
    .where(and(inFamily(outboxEmails.ticketId, ticketId), sql`lower(${outboxEmails.toAddress}) = ${key}`))
    .orderBy(desc(outboxEmails.id))
    .limit(MAX_NAMED);
  const received = await tx
    .select({ id: receivedEmails.messageId, at: receivedEmails.receivedAt })
    .from(receivedEmails)
    .where(and(inFamily(receivedEmails.ticketId, ticketId), eq(receivedEmails.fromAddress, key)))
    .orderBy(desc(receivedEmails.id))
    .limit(MAX_NAMED);
  return [...sent, ...received]
    .filter(({ id }) => /^<[^<>\s]+>$/.test(id))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .slice(-MAX_NAMED)
    .map(({ id }) => id);
}
const MAX_NAMED = 10;

async function ticketValues(
  tx: Tx,
  ticket: TicketRow,
  given: { nome: string; empresa: string; link: string; now: Date },
): Promise<MailValues> {
  const [branch] = await tx
    .select({ name: branches.tradeName, zone: branches.timeZone })
    .from(branches)
    .where(eq(branches.id, ticket.branchId));
  const [customer] = await tx
    .select({ values: customers.extraFields })
    .from(customers)
    .where(eq(customers.id, ticket.customerId));
  const { coleta } = await returnDocumentsOf(tx, ticket.id);
  const promise = ticketPromise({
    status: ticket.status,
    due: ticket.dueAt,
    pickup: coleta && { status: coleta.status as PickupStatus, scheduledFor: coleta.agendadaPara ?? null },
    now: given.now,
    zone: branch?.zone ?? DEFAULT_TIME_ZONE,
  });
  const status = ticketStatus.find(({ value }) => value === ticket.status);
  return {
    nome: { text: given.nome },
    empresa: { text: given.empresa },
    link: { text: given.link },
    numero: { text: String(ticket.id) },
    assunto: { text: ticket.subject },
    situacao: { text: status?.ownLabel ?? status?.label ?? '' },
    filial: { text: branch?.name ?? '' },
    promessa: { text: promise },
    ...(await addedValues(tx, 'ticket', ticket.extraFields)),
    ...(await addedValues(tx, 'cliente', customer?.values ?? {})),
  };
}

/** The values of the fields that administrators added. Names of options are those that everybody sees. */
async function addedValues(tx: Tx, entity: FieldEntity, values: FieldValues): Promise<MailValues> {
  const fields = fieldsInUse((await extraFieldsOf(tx, entity)) ?? { campos: [] });
  return Object.fromEntries(
    addedPlaceholders(entity, fields).flatMap(({ nome }) => {
      const field = fields.find(({ chave }) => nome === `${entity}.${chave}`);
      return field ? [[nome, { text: fieldText(field, values[field.chave]) }]] : [];
    }),
  );
}

async function newsValues(tx: Tx, ticket: TicketRow, { news, event, author, sender }: Happened) {
  if (news === 'resposta')
    return messageValues(tx, event, sender ? sender.name || sender.address : (author?.name ?? ''));
  if (news === 'encerramento')
    return {
      resultado: {
        text: ticket.result
          ? rowOf(ticketResult, ticket.result).label
          : rowOf(ticketStatus, ticket.status).label,
      },
    };
  if (news === 'abertura') return {};
  const { para } = event.data;
  const flow = await flowOf(tx, ticket);
  const step = typeof para === 'string' ? currentStep(flow, para) : undefined;
  return { etapa: { text: step?.descricao ?? '' } };
}

async function messageValues(tx: Tx, { data }: Happened['event'], autor: string): Promise<MailValues> {
  const id = Number(data.mensagem);
  const [message] = await tx
    .select({ html: ticketMessages.html, type: ticketMessages.type })
    .from(ticketMessages)
    .where(eq(ticketMessages.id, id));
  const files = await tx.$count(ticketAttachments, eq(ticketAttachments.messageId, id));
  const html = message?.type === 'PUBLICO' ? message.html : '';
  return {
    autor: { text: autor },
    mensagem: { text: htmlAsText(html), ...(html && { html }) },
    anexos: {
      text: files > 0 ? formatCount(files, 'arquivo foi anexado.', 'arquivos foram anexados.') : '',
    },
  };
}
