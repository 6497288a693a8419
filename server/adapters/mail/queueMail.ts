import type { Executor } from '../../db/client.ts';
import { type MailEnvelope, outboxAttachments, outboxEmails } from '../../db/tables/index.ts';

/** Placeholder in a stored text for the account link, which is filled in only in the e-mail that is sent. */
export const PERSONAL_LINK = '(endereço pessoal, escrito só no e-mail que sai)';

/** A reply's text is above this line; readers of replies ignore the rest. */
export const REPLY_ABOVE = '##- Responda acima desta linha -##';

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
}

/** An e-mail as it is stored, with the password reset whose link replaces PERSONAL_LINK. */
interface QueuedMail extends Mail {
  readonly passwordResetId?: number;
  /** The ticket that the e-mail is about. */
  readonly ticketId?: number;
}

export interface Attachment {
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
  { to, subject, text, html = '', attachments = [], ...mail }: QueuedMail,
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
      messageId: mail.messageId ?? '',
      envelope: mail.envelope,
      createdAt: now(),
      nextAttemptAt: now(),
    })
    .returning({ id: outboxEmails.id });
  if (written && attachments.length > 0)
    await tx.insert(outboxAttachments).values(attachments.map((each) => ({ ...each, emailId: written.id })));
}
