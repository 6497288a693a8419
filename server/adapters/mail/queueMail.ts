import type { Executor } from '../../db/client.ts';
import { type MailEnvelope, outboxAttachments, outboxEmails } from '../../db/tables/index.ts';

/** Stands in a stored text where the link that opens an account will stand in the e-mail that leaves. */
export const PERSONAL_LINK = '(endereço pessoal, escrito só no e-mail que sai)';

/** Above this line stands what an answer says; whoever reads answers leaves the rest aside. */
export const REPLY_ABOVE = '##- Responda acima desta linha -##';

/** An e-mail to one address. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same as HTML that was cleaned, without head and body. */
  readonly html?: string;
  /** With its angle brackets; the mailer makes one where there is none. */
  readonly messageId?: string;
  readonly envelope?: MailEnvelope | null;
  readonly attachments?: readonly Attachment[];
}

/** As it is stored: with the permission whose link takes the place of PERSONAL_LINK. */
interface QueuedMail extends Mail {
  readonly passwordResetId?: number;
  /** The ticket that it tells of. */
  readonly ticketId?: number;
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
