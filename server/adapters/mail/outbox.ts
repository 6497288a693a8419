import { and, asc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Db, Executor } from '../../db/client.ts';
import { type MailEnvelope, outboxAttachments, outboxEmails } from '../../db/tables/index.ts';
import { inRounds, type Rounds } from '../../rounds.ts';
import type { PaperBrand } from '../../text/paper.ts';
import { brandedHtml, textAsPage } from './brandedHtml.ts';
import { type Mailer, RefusedMail } from './smtpMailer.ts';

/** Placeholder in a stored text for the account link, which is filled in only in the e-mail that is sent. */
export const PERSONAL_LINK = '(endereço pessoal, escrito só no e-mail que sai)';

/** An e-mail to one address. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same text as sanitized HTML, without head and body. */
  readonly html?: string;
  /** Includes the angle brackets; the mailer generates one when it is missing. */
  readonly messageId?: string;
  readonly envelope?: MailEnvelope | null;
  readonly attachments?: readonly Attachment[];
  /** A PNG that the HTML shows. */
  readonly logo?: Buffer | null;
  /** Who sends it, unless its envelope names somebody: the company or branch. */
  readonly fromName?: string;
}

/** An e-mail as it is stored, with the password reset whose link replaces PERSONAL_LINK. */
interface QueuedMail extends Mail {
  readonly passwordResetId?: number;
  /** The ticket that the e-mail is about. */
  readonly ticketId?: number;
  /** How long it waits before it leaves; until then it can be withdrawn by the act that its envelope names. */
  readonly heldMs?: number;
  /** The last of the ticket's messages that the e-mail tells of. */
  readonly ticketMessageId?: number;
}

interface Attachment {
  readonly name: string;
  readonly mime: string;
  readonly content: Buffer;
}

/**
 * Writes an e-mail into the outbox within the transaction that causes it, so that nothing rolled back is ever announced. The
 * dispatcher sends it once SMTP is configured; until then an administrator can read it, without its link.
 */
export async function queueMail(
  tx: Executor,
  { to, subject, text, html = '', attachments = [], heldMs = 0, ...mail }: QueuedMail,
  now: () => Date = () => new Date(),
): Promise<void> {
  const [written] = await tx
    .insert(outboxEmails)
    .values({
      toAddress: to,
      subject,
      bodyText: text,
      bodyHtml: html,
      passwordResetId: mail.passwordResetId,
      ticketId: mail.ticketId,
      ticketMessageId: mail.ticketMessageId,
      messageId: mail.messageId ?? '',
      envelope: mail.envelope,
      createdAt: now(),
      nextAttemptAt: new Date(now().getTime() + heldMs),
    })
    .returning({ id: outboxEmails.id });
  if (written && attachments.length > 0)
    await tx.insert(outboxAttachments).values(attachments.map((each) => ({ ...each, emailId: written.id })));
}

/** Withdraws the e-mails about an act that are still held; whether there were any. */
export async function withdrawMail(tx: Executor, act: string, now: Date): Promise<boolean> {
  const removedMails = await tx
    .delete(outboxEmails)
    .where(
      and(
        isNull(outboxEmails.sentAt),
        gt(outboxEmails.nextAttemptAt, now),
        eq(outboxEmails.attempts, 0),
        sql`${outboxEmails.envelope} ->> 'act' = ${act}`,
      ),
    )
    .returning({ id: outboxEmails.id });
  return removedMails.length > 0;
}

const CHECK_INTERVAL = 5_000;
/** The last attempt comes half a day after the first; then the administrator sees the error in the outbox. */
export const MAX_ATTEMPTS = 14;
const MAX_WAIT_MINUTES = 120;

interface Parts {
  readonly db: Db;
  readonly mailer: Mailer;
  /** Returns a fresh link for a password reset; null when the reset is no longer valid. */
  readonly linkOf: (passwordResetId: number) => Promise<string | null>;
  /** The brand of a branch, or of the company; without it e-mails leave as they were written. */
  readonly brandOf?: (branchId?: number) => Promise<PaperBrand>;
  /** Hears of an address that the mail server refused for good. */
  readonly onBadAddress?: (address: string, answer: string) => Promise<void>;
  readonly log: { warn(details: object, text: string): void };
  readonly now?: () => Date;
}

/** Sends what is in the outbox, every five seconds. Several processes share the work. */
export function startMailDispatcher(parts: Parts): Rounds {
  return inRounds(
    CHECK_INTERVAL,
    (isStopped) => sendDue(parts, isStopped),
    (err) => parts.log.warn({ err }, 'outbox not reached'),
  );
}

/** Sends every e-mail that is due; resolves when none is left. */
export async function sendDue(parts: Parts, isStopped = () => false): Promise<void> {
  while (!isStopped() && (await sendOne(parts)));
}

async function sendOne(parts: Parts): Promise<boolean> {
  const { db, log, now = () => new Date() } = parts;
  const mail = await claim(db, now());
  if (!mail) return false;
  const outcome = await deliver(parts, mail).catch((error: Error) => {
    log.warn({ email: mail.id, attempts: mail.attempts, reason: error.message }, 'e-mail not sent');
    const refused = error instanceof RefusedMail;
    return {
      lastError: (refused ? `O servidor de e-mail recusou de vez: ${error.message}` : error.message).slice(
        0,
        500,
      ),
      ...(refused && { attempts: MAX_ATTEMPTS, badAddress: error.aboutAddress ? error.message : '' }),
    };
  });
  const { badAddress = '', ...stored } = 'badAddress' in outcome ? outcome : { ...outcome, badAddress: '' };
  await db.update(outboxEmails).set(stored).where(eq(outboxEmails.id, mail.id));
  if (badAddress) await parts.onBadAddress?.(mail.toAddress, badAddress);
  if ('sentAt' in outcome) await db.delete(outboxAttachments).where(eq(outboxAttachments.emailId, mail.id));
  return true;
}

type Stored = typeof outboxEmails.$inferSelect;

/**
 * Returns what is recorded about the delivery. The text with its link exists only in the memory of this call and in the
 * e-mail.
 */
async function deliver({ db, mailer, linkOf, brandOf, now = () => new Date() }: Parts, mail: Stored) {
  const link = mail.passwordResetId === null ? '' : await linkOf(mail.passwordResetId);
  if (link === null || (link === '' && mail.bodyText.includes(PERSONAL_LINK))) return LINK_INVALID;
  const text = mail.bodyText.replaceAll(PERSONAL_LINK, () => link);
  const brand = await brandOf?.(mail.envelope?.branchId);
  await mailer.send({
    to: mail.toAddress,
    subject: mail.subject,
    text,
    html: brand ? brandedHtml(mail.bodyHtml || textAsPage(text), brand) : mail.bodyHtml,
    logo: brand?.picture?.content ?? null,
    ...(brand && { fromName: brand.nome }),
    messageId: mail.messageId,
    envelope: mail.envelope,
    attachments: await attachmentsOf(db, mail.id),
  });
  return { sentAt: now(), lastError: '' };
}

/** The link would no longer work, so the e-mail stays in the outbox with this reason and is not tried again. */
const LINK_INVALID = {
  attempts: MAX_ATTEMPTS,
  lastError: 'Não foi enviado: o pedido de senha já foi usado, substituído por outro ou cancelado.',
};

const attachmentsOf = (db: Db, emailId: number) =>
  db
    .select({
      name: outboxAttachments.name,
      mime: outboxAttachments.mime,
      content: outboxAttachments.content,
    })
    .from(outboxAttachments)
    .where(eq(outboxAttachments.emailId, emailId));

/**
 * Claims the e-mail that has been due longest by counting the attempt and postponing the next one before it is sent. No other
 * process takes it meanwhile, no transaction waits for the mail server, and if the process dies in between, the next attempt
 * picks it up. An e-mail may therefore go out twice, but is never lost.
 */
async function claim(db: Db, now: Date) {
  const due = db
    .select({ id: outboxEmails.id })
    .from(outboxEmails)
    .where(
      and(
        isNull(outboxEmails.sentAt),
        lte(outboxEmails.nextAttemptAt, now),
        lt(outboxEmails.attempts, MAX_ATTEMPTS),
      ),
    )
    .orderBy(asc(outboxEmails.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [mail] = await db
    .update(outboxEmails)
    .set({ attempts: sql`${outboxEmails.attempts} + 1`, nextAttemptAt: nextAttempt(now) })
    .where(sql`${outboxEmails.id} = (${due})`)
    .returning();
  return mail;
}

/** 1, 2, 4 … 120 minutes after this one. */
const nextAttempt = (now: Date) =>
  sql`${now.toISOString()}::timestamptz
    + make_interval(mins => least(power(2, ${outboxEmails.attempts})::int, ${MAX_WAIT_MINUTES}))`;
