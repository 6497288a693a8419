import { and, asc, eq, isNull, lt, lte } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { outboxEmails } from '../../db/tables/index.ts';
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
  while (!isStopped() && (await parts.db.transaction((tx) => sendOne(tx, parts))));
}

/**
 * One e-mail, locked while it is sent: nobody else takes it. After a crash between sending and marking it
 * goes out twice, never not at all.
 */
async function sendOne(tx: Tx, { mailer, log, now = () => new Date() }: Parts): Promise<boolean> {
  const [mail] = await tx
    .select()
    .from(outboxEmails)
    .where(
      and(
        isNull(outboxEmails.sentAt),
        lte(outboxEmails.nextAttemptAt, now()),
        lt(outboxEmails.attempts, MOST_ATTEMPTS),
      ),
    )
    .orderBy(asc(outboxEmails.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true });
  if (!mail) return false;
  const attempts = mail.attempts + 1;
  const outcome = await mailer
    .send({ to: mail.toAddress, subject: mail.subject, text: mail.bodyText })
    .then(() => ({ sentAt: now(), lastError: '' }))
    .catch((error: Error) => {
      log.warn({ email: mail.id, attempts, reason: error.message }, 'e-mail not sent');
      return { lastError: error.message.slice(0, 500), nextAttemptAt: later(now(), attempts) };
    });
  await tx
    .update(outboxEmails)
    .set({ attempts, ...outcome })
    .where(eq(outboxEmails.id, mail.id));
  return true;
}

/** 1, 2, 4 … 120 minutes. */
const later = (now: Date, attempts: number): Date =>
  new Date(now.getTime() + Math.min(2 ** (attempts - 1), LONGEST_WAIT_MINUTES) * 60_000);
