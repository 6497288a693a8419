import { and, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import type { MailReason } from '#contract/config/emails.ts';
import { mailKey } from '#contract/rules/contact.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import { isReplyOf, readReplyAddress } from '../../adapters/mail/signedAddress.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Tx } from '../../db/client.ts';
import {
  customerBranches,
  files,
  outboxEmails,
  receivedEmails,
  ticketMessages,
  tickets,
} from '../../db/tables/index.ts';
import { Refusal, refused } from '../../errors.ts';
import { isCollision } from '../../failures.ts';
import { ReadingEnded, type ReadingLimits } from '../../foreign/readForeign.ts';
import type { WorkDeps } from '../../jobs/workContext.ts';
import { installationSecret } from '../../session/secrets.ts';
import { markFailing } from '../mailAddresses/commands.ts';
import { ownReaders, wasTakenOut } from '../tickets/commands.ts';
import { leadingTicket } from '../tickets/queries.ts';
import { foreignMail } from './foreignMail.ts';
import { enterTicket, lockedTicket, openFromMail, type TicketEntry } from './intoTicket.ts';
import { openerByMail, ownAddresses } from './queries.ts';
import type { ReadMail } from './readMail.ts';
import { readBounce, rejectionOf } from './rules.ts';
import { asWritten, customersByAddress } from './senders.ts';
import { type AsideMail, dropAside, forget, setAside, tellUnread } from './setAside.ts';

/** The largest e-mail that is read completely, in bytes: 25 MB of files grow by a third in transit. */
export const MAX_MAIL_BYTES = 36 * 1024 * 1024;

export interface Received {
  id: number;
  state: (typeof receivedEmails.$inferSelect)['state'];
  reason: string;
  ticketId: number | null;
  /** Whether it had been received before, in which case nothing was done. */
  repeated: boolean;
}

interface Outcome {
  state: Received['state'];
  reason?: MailReason;
  detail?: string;
  branchId?: number | null;
  entered?: TicketEntry;
}

/**
 * Receives one e-mail in its original form, which is stored before anything of it is read (`setAside`). Everything that
 * follows from it is stored in one transaction with its Message-ID, so that an e-mail that arrives twice, in two processes at
 * once or again after a crash, is processed once. One that takes too much time or memory to read stays set aside. `huge`: only
 * its headers were fetched.
 */
export async function receiveMail(
  deps: WorkDeps,
  raw: Buffer,
  { huge = false, limits }: { huge?: boolean; limits?: ReadingLimits } = {},
): Promise<Received> {
  const aside = await setAside(deps, raw);
  if (!('file' in aside)) return { ...told(aside), repeated: true };
  try {
    const received = await receiveRead(deps, { read: await foreignMail(raw, limits), raw, huge }, aside);
    if (received.repeated || huge) await deps.files.remove(aside.file.storedAs);
    return received;
  } catch (error) {
    if (error instanceof ReadingEnded)
      return told(await tellUnread(deps, aside.id, error.message, await headOf(raw)));
    // The sender sends it again, or it stays unread in the mailbox.
    await forget(deps, aside).catch(() => {});
    throw error;
  }
}

function receiveRead(
  deps: WorkDeps,
  { read, raw, huge }: { read: ReadMail; raw: Buffer; huge: boolean },
  aside: AsideMail,
): Promise<Received> {
  return deps.db.transaction(async (tx) => {
    const places = await ownAddresses(tx, deps);
    const mail = asWritten(read, places.ours);
    const before =
      (await knownTicket(tx, { ...mail, contentHash: '' }, aside)) ?? (await takePlace(tx, mail, aside));
    if (before) {
      await dropAside(tx, aside);
      return before;
    }
    const { entered, ...outcome } = await decide(tx, deps, { mail, raw, huge, places });
    await tx
      .update(receivedEmails)
      .set({ ...outcome, ...entered })
      .where(eq(receivedEmails.id, aside.id));
    if (huge) await tx.delete(files).where(eq(files.id, aside.file.id));
    const { state, reason = '' } = outcome;
    return { id: aside.id, state, reason, ticketId: entered?.ticketId ?? null, repeated: false };
  });
}

/** Gives the e-mail that was set aside its own id. Another process may have been quicker: then that one's result. */
async function takePlace(tx: Tx, mail: ReadMail, aside: AsideMail): Promise<Received | null> {
  try {
    await tx.transaction((inner) =>
      inner
        .update(receivedEmails)
        .set({ ...recorded(mail), reason: '', readAttempts: 0 })
        .where(eq(receivedEmails.id, aside.id)),
    );
    return null;
  } catch (error) {
    if (!isCollision(error)) throw error;
    return (await knownTicket(tx, mail, aside)) ?? lost();
  }
}

const told = ({ id, state, reason, ticketId }: typeof receivedEmails.$inferSelect): Received => ({
  id,
  state,
  reason,
  ticketId,
  repeated: false,
});

/** What the headers say of an e-mail whose text cannot be read, so that people know what it is about. */
async function headOf(raw: Buffer): Promise<Partial<typeof receivedEmails.$inferInsert>> {
  const blank = raw
    .subarray(0, MAX_HEAD)
    .toString('latin1')
    .search(/\r?\n\r?\n/);
  const head = await foreignMail(raw.subarray(0, blank < 0 ? MAX_HEAD : blank)).catch(() => null);
  if (!head) return {};
  const { fromAddress, fromName, toAddresses, subject } = recorded(head);
  return { fromAddress, fromName, toAddresses, subject };
}
const MAX_HEAD = 64 * 1024;

/** The e-mail as it was received before: the same id with the same content. */
async function knownTicket(
  tx: Tx,
  { messageId, contentHash }: Pick<ReadMail, 'messageId' | 'contentHash'>,
  aside: AsideMail,
): Promise<Received | null> {
  const [row] = await tx
    .select()
    .from(receivedEmails)
    .where(
      and(
        eq(receivedEmails.messageId, messageId),
        eq(receivedEmails.contentHash, contentHash),
        ne(receivedEmails.id, aside.id),
      ),
    );
  return row ? { ...told(row), repeated: true } : null;
}

function lost(): never {
  throw new Error('the e-mail was neither written nor there');
}

const MAX_KEPT = 20;

const recorded = (mail: ReadMail) => ({
  messageId: mail.messageId,
  contentHash: mail.contentHash,
  fromAddress: mail.from.address,
  fromName: mail.from.name,
  toAddresses: mail.to.slice(0, MAX_KEPT),
  subject: mail.subject,
  html: mail.html,
  quotedHtml: mail.quotedHtml,
  attachments: mail.attachments.slice(0, MAX_KEPT).map(({ name }) => name),
});

interface Arrived {
  mail: ReadMail;
  raw: Buffer;
  huge: boolean;
  places: Awaited<ReturnType<typeof ownAddresses>>;
}

async function decide(tx: Tx, deps: WorkDeps, { mail, raw, huge, places }: Arrived): Promise<Outcome> {
  const verdict = rejectionOf(mail, { ours: places.ours, recent: await recentOf(tx, deps, mail), huge });
  const branchId = places.branchOf(mail.to);
  if (verdict?.reason === 'DEVOLVIDO') return { ...verdict, ...(await noteBounce(tx, deps, raw)) };
  if (verdict) return { ...verdict, branchId };
  const target = await targetOf(tx, mail);
  if (target) return 'ticket' in target ? addToTicket(tx, deps, mail, target.ticket) : target;
  return handleUnsolicited(tx, deps, mail, branchId);
}

/** How many other e-mails came from the same sender; this one is already in the table and is not counted. */
async function recentOf(tx: Tx, { now }: WorkDeps, { from }: ReadMail): Promise<number> {
  const since = new Date(now().getTime() - 60 * 60 * 1000);
  const all = await tx.$count(
    receivedEmails,
    and(eq(receivedEmails.fromAddress, from.address), gte(receivedEmails.receivedAt, since)),
  );
  return all - 1;
}

/**
 * The ticket that an e-mail replies to, found by its signed address or by the Message-ID of our own e-mail; null if it is not
 * a reply.
 */
async function targetOf(tx: Tx, mail: ReadMail): Promise<{ ticket: TicketRow } | Outcome | null> {
  const sender = mail.from.address;
  const targets = mail.to.flatMap((address) => readReplyAddress(address) ?? []);
  const secret = await installationSecret(tx);
  for (const target of targets)
    if (isReplyOf(secret, target, sender)) return found(tx, await holderOf(tx, mail, target.ticketId));
  const [first] = targets;
  if (first) {
    const sent = await tx
      .selectDistinct({ to: outboxEmails.toAddress })
      .from(outboxEmails)
      .where(eq(outboxEmails.ticketId, first.ticketId));
    const other = sent.some(({ to }) => isReplyOf(secret, first, to));
    const [ticket] = await tx
      .select({ branchId: tickets.branchId })
      .from(tickets)
      .where(eq(tickets.id, first.ticketId));
    return {
      state: 'ESPERA',
      reason: other ? 'REMETENTE' : 'ENDERECO_FALSO',
      branchId: other ? (ticket?.branchId ?? null) : null,
      detail: other ? `O endereço foi feito para outra pessoa, no ticket ${first.ticketId}.` : '',
    };
  }
  if (mail.answers.length === 0) return null;
  const [answered] = await tx
    .select({ ticketId: outboxEmails.ticketId, to: outboxEmails.toAddress })
    .from(outboxEmails)
    .where(
      and(inArray(outboxEmails.messageId, mail.answers), sql`lower(${outboxEmails.toAddress}) = ${sender}`),
    )
    .limit(1);
  return answered?.ticketId ? found(tx, await holderOf(tx, mail, answered.ticketId)) : null;
}

/**
 * The ticket that has the message which the e-mail answers: since the ticket that told of it was divided, that may be its part.
 */
async function holderOf(tx: Tx, { answers: [direct] }: ReadMail, ticketId: number): Promise<number> {
  if (!direct) return ticketId;
  const [holder] = await tx
    .select({ id: ticketMessages.ticketId })
    .from(outboxEmails)
    .innerJoin(ticketMessages, eq(ticketMessages.id, outboxEmails.ticketMessageId))
    .where(and(eq(outboxEmails.messageId, direct), eq(outboxEmails.ticketId, ticketId)));
  return holder?.id ?? ticketId;
}

type TicketRow = typeof tickets.$inferSelect;

/**
 * The ticket that the number leads to. Null if it no longer exists, in which case the e-mail does not count as a reply.
 */
async function found(tx: Tx, id: number): Promise<{ ticket: TicketRow } | null> {
  const ticket = await lockedTicket(tx, await leadingTicket(tx, id));
  // Merged in the moment before it was locked. If somebody separates the two just then, one of both is tried again.
  if (ticket?.mergedIntoId) return found(tx, ticket.mergedIntoId);
  return ticket && { ticket };
}

/** Uses a savepoint: if the ticket refuses the e-mail, only the reason is stored. */
async function addToTicket(tx: Tx, deps: WorkDeps, mail: ReadMail, ticket: TicketRow): Promise<Outcome> {
  const { branchId } = ticket;
  try {
    await requireReader(tx, mail, ticket);
    const entered = await tx.transaction((inner) => enterTicket(inner, deps, mail, ticket));
    return { state: 'NO_TICKET', branchId, entered };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const closed = error.code === 'TICKET_FECHADO' || error.code === 'ARQUIVADO';
    const detail = `Ticket ${ticket.id}: ${refusalText(error)}`;
    return { state: 'ESPERA', reason: closed ? 'TICKET_FECHADO' : 'RECUSADO', branchId, detail };
  }
}

/**
 * Throws where an answer is not a message by itself. Somebody in copy writes into an open ticket, unless they were taken out of copy; that an
 * ended one goes on is decided by its customer, or by the company.
 */
async function requireReader(tx: Tx, { from: { address } }: ReadMail, ticket: TicketRow): Promise<void> {
  const customersOf = (await customersByAddress(tx, [address])).get(address) ?? [];
  if (customersOf.includes(ticket.customerId) || (await ownReaders(tx, ticket)).has(address)) return;
  if (isClosed(ticket.status))
    throw refused('TICKET_FECHADO', 'Quem respondeu não é o contato do ticket, e por isso não o reabre.');
  if (await wasTakenOut(tx, ticket.id, address))
    throw refused('FORA_DA_COPIA', 'Quem respondeu já não está em cópia.');
}

/**
 * Handles an e-mail that is not a reply: opens a ticket if the company wants that and the customer is clear; otherwise it
 * waits for a decision.
 */
async function handleUnsolicited(
  tx: Tx,
  deps: WorkDeps,
  mail: ReadMail,
  branchId: number | null,
): Promise<Outcome> {
  const found = (await customersByAddress(tx, [mail.from.address])).get(mail.from.address) ?? [];
  const [customerId] = found;
  const waits = { state: 'ESPERA', reason: 'SEM_TICKET', branchId } as const;
  if (found.length > 1) return { ...waits, detail: 'O endereço é de mais de um cliente.' };
  if (customerId === undefined) return { ...waits, detail: 'O endereço não é de nenhum cliente.' };
  const idFil = branchId ?? (await firstBranch(tx, customerId));
  const { emailDesconhecido, emailTipoTicket } = await serviceParameters(tx, idFil ?? 0);
  if (emailDesconhecido !== 'ABRIR' || !emailTipoTicket || !idFil) return waits;
  const user = await openerByMail(tx);
  const requested = {
    tipo: emailTipoTicket,
    idCli: customerId,
    idFil,
    assunto: mail.subject || 'Sem assunto',
  };
  try {
    const entered = await tx.transaction((inner) => openFromMail(inner, deps, user, mail, requested));
    return { state: 'NO_TICKET', branchId: idFil, entered };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...waits, detail: `O ticket não pôde ser aberto: ${refusalText(error)}` };
  }
}

const refusalText = ({ message, fields }: Refusal) => Object.values(fields ?? {})[0] ?? message;

const firstBranch = async (tx: Tx, customerId: number) =>
  (
    await tx
      .select({ id: customerBranches.branchId })
      .from(customerBranches)
      .where(eq(customerBranches.customerId, customerId))
      .orderBy(customerBranches.branchId)
      .limit(1)
  )[0]?.id ?? null;

/** A report is trusted only if it names an e-mail that we sent to that very address, since anyone could write one. */
async function noteBounce(tx: Tx, deps: WorkDeps, raw: Buffer): Promise<Partial<Outcome>> {
  const bounce = readBounce(raw);
  if (!bounce.messageId) return { detail: bounce.text };
  const [ours] = await tx
    .select({ to: outboxEmails.toAddress, ticketId: outboxEmails.ticketId })
    .from(outboxEmails)
    .where(eq(outboxEmails.messageId, bounce.messageId));
  if (!ours || (bounce.recipient && bounce.recipient !== mailKey(ours.to))) return { detail: bounce.text };
  if (bounce.permanent)
    await markFailing(tx, { ...deps, user: null, ip: '', requestId: 'email' }, ours.to, bounce.text);
  return { detail: `Ticket ${ours.ticketId}, ${ours.to}: ${bounce.text}` };
}
