import { isMailAddress } from '#contract/rules/contact.ts';
import type { MailEnvelope } from '../../db/tables/index.ts';
import type { SmtpSettings } from '../../settings/mailSettings.ts';
import { traced } from '../../tracing/spans.ts';
import { LOGO_ID } from './brandedHtml.ts';
import type { Mail } from './outbox.ts';

export interface Mailer {
  /** Resolves once the server has accepted the message. */
  send(mail: Mail): Promise<void>;
}

/** The mail server refused it for good (5xx): the same message would be refused again. */
export class RefusedMail extends Error {
  /** Whether the refusal is about the recipient's address, and not about the message or about us. */
  readonly aboutAddress: boolean;
  constructor(answer: string, { aboutAddress, cause }: { aboutAddress: boolean; cause: unknown }) {
    super(answer, { cause });
    this.aboutAddress = aboutAddress;
  }
}

const SECONDS = 1_000;

/** Sends by SMTP with TLS from the start when `secure`, otherwise with STARTTLS where the server offers it. */
export function smtpMailer({ host, port, secure, user, pass, from }: SmtpSettings): Mailer {
  const open = async () =>
    (await import('nodemailer')).default.createTransport({
      host,
      port,
      secure,
      auth: user && pass ? { user, pass } : undefined,
      connectionTimeout: 10 * SECONDS,
      greetingTimeout: 10 * SECONDS,
      socketTimeout: 20 * SECONDS,
      // The text comes from users, so it must not reference files of this machine or addresses to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  /** Opened with the first e-mail rather than at startup. */
  let transport: ReturnType<typeof open> | undefined;
  return {
    send: async ({ to, subject, text, html, messageId, envelope, attachments = [], logo, fromName }) => {
      const files = attachments.map(({ name, mime, content }) => ({
        filename: name,
        contentType: mime,
        content,
      }));
      // Given as an object, so that a comma never turns it into two recipients.
      const message = {
        ...addressed(from, to, { ...(fromName && { fromName }), ...envelope }),
        to: { name: '', address: to },
        subject,
        text,
        ...(html && { html }),
        ...(messageId && { messageId }),
        attachments: logo ? [logoFile(logo), ...files] : files,
      };
      const step = { name: 'send mail', kind: 'CLIENT', attributes: { 'server.address': host } } as const;
      transport ??= open();
      const opened = await transport;
      await traced(step, () =>
        opened.sendMail(message).catch((error: unknown) => {
          throw refusalIn(error) ?? error;
        }),
      );
    },
  };
}

/** Shown by the page itself, so that mail programs list it nowhere and load nothing from outside. */
const logoFile = (content: Buffer) =>
  ({
    filename: 'marca.png',
    contentType: 'image/png',
    content,
    cid: LOGO_ID,
    contentDisposition: 'inline',
  }) as const;

/**
 * What the server answered for good, if it did: 5xx to the recipient or to the message. To the greeting, to a password or to
 * our own address it is a fault of this installation, which passes once somebody mends it. An enhanced status (RFC 3463)
 * tells more: X.1 and X.2 are about the address and its mailbox, X.7 is a policy, such as a relay that does not know us.
 */
export function refusalIn(error: unknown): RefusedMail | null {
  const { responseCode = 0, response = '', command = '' } = (error ?? {}) as SmtpFailure;
  if (responseCode < 500 || responseCode > 599) return null;
  const isRecipient = command === 'RCPT TO';
  if (!isRecipient && command !== 'DATA') return null;
  const [, subject] = /\b5\.(\d{1,3})\.\d{1,3}\b/.exec(response) ?? [];
  const aboutAddress = subject === undefined ? isRecipient : subject === '1' || subject === '2';
  const answer = response.replace(/\s+/g, ' ').slice(0, MAX_ANSWER_LENGTH) || String(responseCode);
  return new RefusedMail(answer, { aboutAddress, cause: error });
}

const MAX_ANSWER_LENGTH = 300;

/** What nodemailer adds to its errors. */
interface SmtpFailure {
  responseCode?: number;
  response?: string;
  command?: string;
}

/** The sender, the addresses for replies and bounces, and the headers that other mail programs need. */
function addressed(usual: string, to: string, envelope: MailEnvelope) {
  const { fromName, fromAddress, replyTo, inReplyTo, references, unsubscribe } = envelope;
  const [, name = '', address = usual] = /^(.*)<([^<>]+)>\s*$/.exec(usual) ?? [];
  const from = {
    name: fromName ?? name.replace(/^\s*"|"\s*$/g, '').trim(),
    address: fromAddress ?? address.trim(),
  };
  // Bounces go to the mailbox that reads replies, unless it is in another domain, which would break SPF.
  const back = replyTo && domain(replyTo) === domain(from.address) ? replyTo : from.address;
  return {
    from,
    ...(replyTo && { replyTo }),
    ...(inReplyTo && { inReplyTo }),
    ...(references && { references }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Loop': LOOP_MARK,
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // A value that is not a single address is left to the header, where it stays one recipient.
    ...(isMailAddress(to) && { envelope: { from: back, to } }),
  };
}

const domain = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Marks the console's own e-mails so that it recognizes them when they come back. */
export const LOOP_MARK = 'balcao';
