import type { Executor } from '../../db/client.ts';
import { outboxAttachments, outboxEmails } from '../../db/tables/index.ts';

/** An e-mail to one address. Plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments?: readonly Attachment[];
}

export interface Attachment {
  readonly name: string;
  readonly mime: string;
  readonly content: Buffer;
}

/**
 * Writes an e-mail into the outbox, within the transaction that causes it: what is rolled back is never
 * announced. It leaves by the dispatcher when SMTP is set; until then an administrator can read it.
 */
export async function queueMail(
  tx: Executor,
  { to, subject, text, attachments = [] }: Mail,
  now: () => Date = () => new Date(),
): Promise<void> {
  const [mail] = await tx
    .insert(outboxEmails)
    .values({ toAddress: to, subject, bodyText: text, createdAt: now(), nextAttemptAt: now() })
    .returning({ id: outboxEmails.id });
  if (mail && attachments.length > 0)
    await tx.insert(outboxAttachments).values(attachments.map((each) => ({ ...each, emailId: mail.id })));
}
