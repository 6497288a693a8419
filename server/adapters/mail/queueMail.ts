import type { Executor } from '../../db/client.ts';
import { outboxAttachments, outboxEmails } from '../../db/tables/index.ts';

/** Stands in a stored text where the link that opens an account will stand in the e-mail that leaves. */
export const PERSONAL_LINK = '(endereço pessoal, escrito só no e-mail que sai)';

/** An e-mail to one address. Plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments?: readonly Attachment[];
}

/** As it is stored: with the permission whose link takes the place of PERSONAL_LINK. */
interface QueuedMail extends Mail {
  readonly passwordResetId?: number;
}

export interface Attachment {
  readonly name: string;
  readonly mime: string;
  readonly content: Buffer;
}

/**
 * Writes an e-mail into the outbox, within the transaction that causes it: what is rolled back is never
 * announced. It leaves by the dispatcher when SMTP is set; until then an administrator can read it, without its link.
 */
export async function queueMail(
  tx: Executor,
  { to, subject, text, attachments = [], passwordResetId }: QueuedMail,
  now: () => Date = () => new Date(),
): Promise<void> {
  const [mail] = await tx
    .insert(outboxEmails)
    .values({
      toAddress: to,
      subject,
      bodyText: text,
      passwordResetId,
      createdAt: now(),
      nextAttemptAt: now(),
    })
    .returning({ id: outboxEmails.id });
  if (mail && attachments.length > 0)
    await tx.insert(outboxAttachments).values(attachments.map((each) => ({ ...each, emailId: mail.id })));
}
