import nodemailer from 'nodemailer';
import type { SmtpSettings } from '../../settings.ts';
import type { Mail } from './queueMail.ts';

export interface Mailer {
  /** Resolves once the server took the message over. */
  send(mail: Mail): Promise<void>;
}

const SECONDS = 1_000;

/** Sends by SMTP: TLS from the start when `secure`, else STARTTLS where the server offers it. */
export function smtpMailer({ host, port, secure, user, pass, from }: SmtpSettings): Mailer {
  const transport = nodemailer.createTransport({
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
  return {
    send: async ({ to, subject, text, attachments = [] }) => {
      const files = attachments.map(({ name, mime, content }) => ({
        filename: name,
        contentType: mime,
        content,
      }));
      // As an object, so that a comma never makes it two recipients.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, attachments: files });
    },
  };
}
