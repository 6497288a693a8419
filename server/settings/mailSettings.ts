export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly from: string;
  readonly user?: string;
  readonly pass?: string;
}

/** The mailbox where customers' replies arrive; nothing else reads it. */
export interface ImapSettings {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly user: string;
  readonly pass: string;
  readonly folder: string;
  /** The folder that processed messages are moved to; if absent, they stay and are marked as read. */
  readonly doneFolder?: string;
}

/** The environment variables, already validated by `settings.ts`. */
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

/** `undefined` if no server is configured: outgoing messages then wait in the outbox. */
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

/** `undefined` if no server is configured: no mailbox is read. */
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
