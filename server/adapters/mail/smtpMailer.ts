import { isMailAddress } from '../../../contract/rules/contact.ts';
import type { MailEnvelope } from '../../db/tables/index.ts';
import type { SmtpSettings } from '../../mailSettings.ts';
import { traced } from '../../tracing/spans.ts';
import type { Mail } from './queueMail.ts';

export interface Mailer {
  /** Resolves once the server took the message over. */
  send(mail: Mail): Promise<void>;
}

const SECONDS = 1_000;

/** Sends by SMTP: TLS from the start when `secure`, else STARTTLS where the server offers it. */
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
      // The text comes from people: it names no file of this machine and no address to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  /** With the first e-mail, and not at each start. */
  let transport: ReturnType<typeof open> | undefined;
  return {
    send: async ({ to, subject, text, html, messageId, envelope, attachments = [] }) => {
      const files = attachments.map(({ name, mime, content }) => ({
        filename: name,
        contentType: mime,
        content,
      }));
      // As an object, so that a comma never makes it two recipients.
      const message = {
        ...addressed(from, to, envelope ?? {}),
        to: { name: '', address: to },
        subject,
        text,
        ...(html && { html }),
        ...(messageId && { messageId }),
        attachments: files,
      };
      const step = { name: 'send mail', kind: 'CLIENT', attributes: { 'server.address': host } } as const;
      transport ??= open();
      const opened = await transport;
      await traced(step, () => opened.sendMail(message));
    },
  };
}

/** Who sends it, where answers and reports of the mail servers go, and what other mail programs must know of it. */
function addressed(usual: string, to: string, envelope: MailEnvelope) {
  const { fromName, fromAddress, replyTo, inReplyTo, references, unsubscribe } = envelope;
  const [, name = '', address = usual] = /^(.*)<([^<>]+)>\s*$/.exec(usual) ?? [];
  const from = {
    name: fromName ?? name.replace(/^\s*"|"\s*$/g, '').trim(),
    address: fromAddress ?? address.trim(),
  };
  // What cannot be delivered comes back to whoever reads answers. Of another domain it would break SPF.
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
    // A text that is more than one address is left to the header, where it stays one.
    ...(isMailAddress(to) && { envelope: { from: back, to } }),
  };
}

const domain = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** By it the console knows its own e-mails when they come back. */
export const LOOP_MARK = 'balcao';
