import { and, asc, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { outboxAttachments, outboxEmails } from '../../db/tables/index.ts';
import { inRounds, type Rounds } from '../../rounds.ts';
import { PERSONAL_LINK } from './queueMail.ts';
import type { Mailer } from './smtpMailer.ts';

const EVERY = 5_000;
/** The last one comes half a day after the first; then the administrator sees the error in the outbox. */
export const MOST_ATTEMPTS = 14;
const LONGEST_WAIT_MINUTES = 120;

interface Parts {
  readonly db: Db;
  readonly mailer: Mailer;
  /** A fresh link of a permission to choose a password; null when it is worth nothing any more. */
  readonly linkOf: (passwordResetId: number) => Promise<string | null>;
  readonly log: { warn(details: object, text: string): void };
  readonly now?: () => Date;
}

/** Sends what stands in the outbox, every five seconds. Several processes share the work. */
export function startMailDispatcher(parts: Parts): Rounds {
  return inRounds(
    EVERY,
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
    return { lastError: error.message.slice(0, 500) };
  });
  await db.update(outboxEmails).set(outcome).where(eq(outboxEmails.id, mail.id));
  if ('sentAt' in outcome) await db.delete(outboxAttachments).where(eq(outboxAttachments.emailId, mail.id));
  return true;
}

type Stored = typeof outboxEmails.$inferSelect;

/** What is written down of it. The text with its link is in the memory of this call and in the e-mail, no more. */
async function deliver({ db, mailer, linkOf, now = () => new Date() }: Parts, mail: Stored) {
  const link = mail.passwordResetId === null ? '' : await linkOf(mail.passwordResetId);
  if (link === null || (link === '' && mail.bodyText.includes(PERSONAL_LINK))) return MOOT;
  await mailer.send({
    to: mail.toAddress,
    subject: mail.subject,
    text: mail.bodyText.replaceAll(PERSONAL_LINK, () => link),
    html: mail.bodyHtml,
    messageId: mail.messageId,
    envelope: mail.envelope,
    attachments: await attachmentsOf(db, mail.id),
  });
  return { sentAt: now(), lastError: '' };
}

/** Nobody could use its link: it stays in the outbox with its reason and is not tried again. */
const MOOT = {
  attempts: MOST_ATTEMPTS,
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
 * Takes the e-mail that is due longest, by counting its attempt and putting the next one off before it is sent:
 * nobody else takes it meanwhile, no transaction waits for the mail server, and a process that dies in between
 * leaves it to the next attempt. So it may go out twice, never not at all.
 */
async function claim(db: Db, now: Date) {
  const due = db
    .select({ id: outboxEmails.id })
    .from(outboxEmails)
    .where(
      and(
        isNull(outboxEmails.sentAt),
        lte(outboxEmails.nextAttemptAt, now),
        lt(outboxEmails.attempts, MOST_ATTEMPTS),
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
    + make_interval(mins => least(power(2, ${outboxEmails.attempts})::int, ${LONGEST_WAIT_MINUTES}))`;
