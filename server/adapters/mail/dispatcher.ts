import { and, asc, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { outboxAttachments, outboxEmails } from '../../db/tables/index.ts';
import type { Mailer } from './smtpMailer.ts';

const EVERY = 5_000;
/** The last one comes half a day after the first; then the administrator sees the error in the outbox. */
const MOST_ATTEMPTS = 14;
const LONGEST_WAIT_MINUTES = 120;

export interface Dispatcher {
  /** Ends after the e-mail that is under way. */
  stop(): Promise<void>;
}

interface Parts {
  readonly db: Db;
  readonly mailer: Mailer;
  readonly log: { warn(details: object, text: string): void };
  readonly now?: () => Date;
}

/** Sends what stands in the outbox, every five seconds. Several processes share the work. */
export function startMailDispatcher(parts: Parts): Dispatcher {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const turn = () => {
    round = sendDue(parts, () => stopped)
      .catch((error: unknown) => parts.log.warn({ err: error }, 'outbox not reached'))
      .then(() => {
        if (!stopped) timer = setTimeout(turn, EVERY);
      });
  };
  turn();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

/** Sends every e-mail that is due; resolves when none is left. */
export async function sendDue(parts: Parts, isStopped = () => false): Promise<void> {
  while (!isStopped() && (await sendOne(parts)));
}

async function sendOne({ db, mailer, log, now = () => new Date() }: Parts): Promise<boolean> {
  const mail = await claim(db, now());
  if (!mail) return false;
  const outcome = await mailer
    .send({
      to: mail.toAddress,
      subject: mail.subject,
      text: mail.bodyText,
      attachments: await attachmentsOf(db, mail.id),
    })
    .then(() => ({ sentAt: now(), lastError: '', bodyText: withoutToken(mail.bodyText) }))
    .catch((error: Error) => {
      log.warn({ email: mail.id, attempts: mail.attempts, reason: error.message }, 'e-mail not sent');
      return { lastError: error.message.slice(0, 500) };
    });
  await db.update(outboxEmails).set(outcome).where(eq(outboxEmails.id, mail.id));
  if ('sentAt' in outcome) await db.delete(outboxAttachments).where(eq(outboxAttachments.emailId, mail.id));
  return true;
}

const attachmentsOf = (db: Db, emailId: number) =>
  db
    .select({
      name: outboxAttachments.name,
      mime: outboxAttachments.mime,
      content: outboxAttachments.content,
    })
    .from(outboxAttachments)
    .where(eq(outboxAttachments.emailId, emailId));

/** What was sent opens an account for whoever reads it: from then on that is its recipient alone. */
const withoutToken = (text: string) => text.replace(/(token=)[\w-]+/g, '$1(apagado)');

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
