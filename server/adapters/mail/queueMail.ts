import type { Executor } from '../../db/client.ts';
import { outboxEmails } from '../../db/tables/index.ts';

/** An e-mail to one address. Plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * Writes an e-mail into the outbox, within the transaction that causes it: what is rolled back is never
 * announced. It leaves by the dispatcher when SMTP is set; until then an administrator can read it.
 */
export async function queueMail(
  tx: Executor,
  { to, subject, text }: Mail,
  now: () => Date = () => new Date(),
): Promise<void> {
  await tx
    .insert(outboxEmails)
    .values({ toAddress: to, subject, bodyText: text, createdAt: now(), nextAttemptAt: now() });
}
