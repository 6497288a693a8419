export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly from: string;
  readonly user?: string;
  readonly pass?: string;
}

/** The mailbox that answers of customers arrive in; nothing else reads it. */
export interface ImapSettings {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly user: string;
  readonly pass: string;
  readonly folder: string;
  /** Where what was read goes; absent: it stays, marked as read. */
  readonly doneFolder?: string;
}

/** Of the environment, as `settings.ts` has judged it. */
type Given = Readonly<
  Partial<
    Record<
      | 'SMTP_HOST'
      | 'SMTP_PORT'
      | 'SMTP_SECURE'
      | 'SMTP_FROM'
      | 'SMTP_USER'
      | 'SMTP_PASS'
      | 'IMAP_HOST'
      | 'IMAP_PORT'
      | 'IMAP_SECURE'
      | 'IMAP_USER'
      | 'IMAP_PASS'
      | 'IMAP_FOLDER'
      | 'IMAP_DONE_FOLDER',
      string
    >
  >
>;

/** None: what would be sent waits in the outbox. */
export function smtpOf(given: Given): SmtpSettings | undefined {
  if (!given.SMTP_HOST) return undefined;
  const secure = given.SMTP_SECURE === 'on';
  return {
    host: given.SMTP_HOST,
    port: Number(given.SMTP_PORT ?? (secure ? 465 : 587)),
    secure,
    from: given.SMTP_FROM ?? '',
    user: given.SMTP_USER,
    pass: given.SMTP_PASS,
  };
}

/** None: no mailbox is read. */
export function imapOf(given: Given): ImapSettings | undefined {
  if (!given.IMAP_HOST) return undefined;
  const secure = given.IMAP_SECURE !== 'off';
  return {
    host: given.IMAP_HOST,
    port: Number(given.IMAP_PORT ?? (secure ? 993 : 143)),
    secure,
    user: given.IMAP_USER ?? '',
    pass: given.IMAP_PASS ?? '',
    folder: given.IMAP_FOLDER ?? 'INBOX',
    doneFolder: given.IMAP_DONE_FOLDER,
  };
}
