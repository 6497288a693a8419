import { Readable } from 'node:stream';
import { and, asc, eq } from 'drizzle-orm';
import type { FileRef } from '#contract/config/platform.ts';
import { formatFileSize, MAX_FILES_PER_DIALOG } from '#contract/rules/files.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import { MAX_MESSAGE_LENGTH } from '#contract/sac/tickets/ticketConversation.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context, User } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { receivedEmails, ticketMessages, tickets } from '../../db/tables/index.ts';
import { Refusal, refused } from '../../errors.ts';
import { type WorkDeps, workContext } from '../../jobs/workContext.ts';
import { keepUpload } from '../../storedFiles.ts';
import { htmlAsText } from '../../text/cleanHtml.ts';
import { textAsHtml } from '../../text/plainText.ts';
import { openTicket, reopenTicket, writeReply } from '../tickets/commands.ts';
import { foreignMailFile } from './foreignMail.ts';
import { MAIL_EXTENSIONS } from './mailFiles.ts';
import { mailboxUser } from './queries.ts';
import type { ReadMail } from './readMail.ts';

type TicketRow = typeof tickets.$inferSelect;

export interface TicketEntry {
  ticketId: number;
  ticketMessageId: number | null;
  leftOut: string[];
}

/**
 * Adds an e-mail to its ticket as a message, as if the customer had written it in the console: a ticket that waits for them
 * continues, and an ended one is reopened if they could reopen it themselves. Throws the refusal otherwise.
 */
export async function enterTicket(
  tx: Tx,
  deps: WorkDeps,
  mail: ReadMail,
  ticket: TicketRow,
): Promise<TicketEntry> {
  const user = await customerByMail(tx, ticket.customerId, mail.from.name || mail.from.address);
  const ctx = workContext(deps, tx, user, BY_MAIL);
  if (isClosed(ticket.status)) await reopen(tx, ctx, ticket);
  const { files, leftOut } = await keepAttachments(ctx, mail, ticket.branchId);
  const { data } = await writeReply(
    tx,
    ctx,
    ticket.id,
    {
      tipo: 'PUBLICO',
      mensagem: beginningOf(mail.html) || '<p>(só anexos)</p>',
      arquivos: files.slice(0, MAX_FILES_PER_DIALOG),
    },
    files.slice(MAX_FILES_PER_DIALOG),
  );
  if (isLong(mail.html)) await writeWhole(tx, data.id, mail.html);
  return { ticketId: ticket.id, ticketMessageId: data.id, leftOut };
}

const BY_MAIL = { ip: '', requestId: 'email' };

async function reopen(tx: Tx, ctx: Context, { id }: TicketRow): Promise<void> {
  try {
    await reopenTicket(tx, ctx, id, { motivo: 'O cliente respondeu por e-mail.' });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw refused('TICKET_FECHADO', error.message);
  }
}

export interface NewTicket {
  idTipo?: number;
  /** The key of the type, used if its id is not known. */
  tipo?: string;
  idCli: number;
  idFil: number;
  assunto: string;
}

/** Opens a ticket from an e-mail. `user` is the person who opens it, or the mailbox user. */
export async function openFromMail(
  tx: Tx,
  deps: WorkDeps,
  user: User,
  mail: ReadMail,
  requested: NewTicket,
): Promise<TicketEntry> {
  const ctx = workContext(deps, tx, user, BY_MAIL);
  const { files, leftOut } = await keepAttachments(ctx, mail, requested.idFil);
  const { data } = await openTicket(
    tx,
    {
      ...requested,
      origem: 'EMAIL',
      assunto: requested.assunto.slice(0, 200),
      mensagem: htmlAsText(beginningOf(mail.html)) || '(só anexos)',
      arquivos: files.slice(0, MAX_FILES_PER_DIALOG),
    },
    ctx,
    files.slice(MAX_FILES_PER_DIALOG),
  );
  const ticketId = data.id ?? 0;
  const [message] = await tx
    .select({ id: ticketMessages.id })
    .from(ticketMessages)
    .where(eq(ticketMessages.ticketId, ticketId))
    .orderBy(asc(ticketMessages.id))
    .limit(1);
  // The message of a new ticket is plain text; the e-mail has its lists and links, and all of its length.
  if (message && mail.html) await writeWhole(tx, message.id, mail.html);
  return { ticketId, ticketMessageId: message?.id ?? null, leftOut };
}

const isLong = (html: string): boolean => htmlAsText(html).length > MAX_MESSAGE_LENGTH;

/** A text that is written in the console has a limit; of a longer e-mail the beginning passes the same checks. */
const beginningOf = (html: string): string =>
  isLong(html) ? `<p>${textAsHtml(htmlAsText(html).slice(0, MAX_MESSAGE_LENGTH))}</p>` : html;

/** Nothing that a customer wrote is cut. */
const writeWhole = (tx: Tx, messageId: number, html: string) =>
  tx.update(ticketMessages).set({ html }).where(eq(ticketMessages.id, messageId));

/** Attachments pass the checks of uploads with a list of their own; rejected ones are named and never block the message. */
async function keepAttachments(ctx: Context, { attachments }: ReadMail, branchId: number) {
  const { limiteArquivosBytes } = await serviceParameters(ctx.db, branchId);
  const files: FileRef[] = [];
  const leftOut: string[] = [];
  let bytes = 0;
  for (const { name, content } of attachments) {
    if (bytes + content.length > limiteArquivosBytes) {
      leftOut.push(`${name} (com ele os anexos passam de ${formatFileSize(limiteArquivosBytes)})`);
      continue;
    }
    const entering = await foreignMailFile(name, content);
    if ('reason' in entering) {
      leftOut.push(`${name} (${entering.reason})`);
      continue;
    }
    try {
      const upload = { content: Readable.from([content]), name: entering.name };
      files.push(await keepUpload(ctx, upload, limiteArquivosBytes, MAIL_EXTENSIONS));
      bytes += content.length;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      leftOut.push(`${name} (${error.message})`);
    }
  }
  return { files, leftOut };
}

/** The ticket with its row locked, so that it cannot change until the e-mail is stored. */
export async function lockedTicket(tx: Tx, id: number): Promise<TicketRow | null> {
  const [row] = await tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, id)))
    .for('update');
  return row ?? null;
}

/** Records which ticket the e-mail was added to. */
export const recordTicket = (tx: Tx, id: number, entered: TicketEntry, decided: object = {}) =>
  tx
    .update(receivedEmails)
    .set({ state: 'NO_TICKET', ...entered, ...decided })
    .where(eq(receivedEmails.id, id));

/** A user with the rights of the ticket's customer to write, and nothing else in scope. */
async function customerByMail(db: Executor, customerId: number, name: string): Promise<User> {
  return { ...(await mailboxUser(db, name)), customerId };
}
