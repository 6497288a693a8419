import type { MailReason } from '#contract/config/emails.ts';
import { LOOP_MARK } from '../../adapters/mail/smtpMailer.ts';
import type { ReadMail } from './readMail.ts';

const MAX_RECIPIENTS = 50;
const MAX_ATTACHMENTS = 20;
/** The hourly maximum per sender: no person writes more, but two programs that answer each other do. */
const MAX_PER_HOUR = 30;

/** What is known apart from the e-mail itself. */
interface MailContext {
  /** The addresses that the console itself sends from and reads, in lower case. */
  ours: ReadonlySet<string>;
  /** How many e-mails came from this sender within the last hour. */
  recent: number;
  /** Whether only the headers were fetched. */
  huge: boolean;
}

interface Rejection {
  state: 'ESPERA' | 'A_PARTE';
  reason: MailReason;
}

/** The reason why an e-mail is not added to any ticket, whatever it says; null for one that a person wrote. */
export function rejectionOf(mail: ReadMail, { ours, recent, huge }: MailContext): Rejection | null {
  if (isBounce(mail)) return aside('DEVOLVIDO');
  if (mail.unreadable) return waits('ILEGIVEL');
  if (ours.has(mail.from.address) || mail.header('x-loop').toLowerCase() === LOOP_MARK)
    return aside('PROPRIO');
  const automatic = automaticReason(mail, ours);
  if (automatic) return aside(automatic);
  if (huge) return waits('GRANDE');
  if (mail.to.length > MAX_RECIPIENTS) return waits('DESTINATARIOS');
  if (isReportedForged(mail)) return waits('FORJADO');
  if (recent >= MAX_PER_HOUR) return waits('EXCESSO');
  if (mail.attachments.length > MAX_ATTACHMENTS) return waits('ANEXOS');
  if (!mail.html && mail.attachments.length === 0) return waits('VAZIO');
  return null;
}

/**
 * Our own mail server writes its findings in one or more headers at the top, all under its name (RFC 8601). Those of servers
 * before it are the sender's word; a failure among them says nothing about what reached us.
 */
function isReportedForged({ headers }: ReadMail): boolean {
  const found = headers('authentication-results').map((text) => text.trim());
  const ours = serverNameIn(found[0] ?? '');
  return found.some((text) => serverNameIn(text) === ours && /\bdmarc\s*=\s*fail\b/i.test(text));
}

/** 'mx.empresa.com.br' of 'mx.empresa.com.br 1; dmarc=fail'. */
const serverNameIn = (text: string): string => /^[^;\s(]*/.exec(text)?.[0]?.toLowerCase() ?? '';

const waits = (reason: MailReason): Rejection => ({ state: 'ESPERA', reason });
const aside = (reason: MailReason): Rejection => ({ state: 'A_PARTE', reason });

/** Subjects that programs write. 'Ausência de 1 volume na NF' is a customer's. */
const ABSENCE = [
  'resposta autom[aá]tica',
  'automatic reply',
  'auto(matic)?[- ]?reply',
  'out of (the )?office',
  'fora do escrit[oó]rio',
  '(estou |ausente )?(de|em) f[eé]rias',
  'f[eé]rias',
  'aviso de (f[eé]rias|aus[eê]ncia)',
  'aus[eê]ncia tempor[aá]ria',
  'aus[eê]ncia do escrit[oó]rio',
  'aus[eê]ncia',
  'estou ausente',
  'ausente',
].join('|');
const OUT_OF_OFFICE = new RegExp(
  `^\\s*((re|res|enc|fwd?):\\s*)*(${ABSENCE})\\s*($|[:;!.(\\[–—-]|at[eé] |de \\d{1,2}[/.]|no per[ií]odo)`,
  'i',
);

/** Checks RFC 3834 headers, and those of older programs. */
function automaticReason(mail: ReadMail, ours: ReadonlySet<string>): MailReason | null {
  const { header, subject, contentType } = mail;
  // Whoever opens an e-mail says nothing with it (RFC 8098), nor does a program that answers an invitation (RFC 5546).
  if (/multipart\/report/.test(contentType) && /disposition-notification/.test(contentType)) return 'RECIBO';
  if (mail.answersInvitation) return 'CONVITE';
  if (/multipart\/report/.test(contentType)) return 'AUTOMATICO';
  const submitted = header('auto-submitted').toLowerCase();
  if (
    OUT_OF_OFFICE.test(subject) ||
    submitted.startsWith('auto-replied') ||
    isSet(header('x-autoreply')) ||
    isSet(header('x-autorespond'))
  )
    return 'FORA_DO_ESCRITORIO';
  const precedence = header('precedence').toLowerCase();
  if (precedence === 'auto_reply') return 'FORA_DO_ESCRITORIO';
  const isList = ['bulk', 'junk', 'list'].includes(precedence) || header('list-id') !== '';
  if (isList && !isOwnList(mail, ours)) return 'LISTA';
  return submitted !== '' && submitted !== 'no' ? 'AUTOMATICO' : null;
}

/** Some programs write the header in every e-mail, with its negation. */
const isSet = (value: string): boolean => value !== '' && !/^(no|false|0|n[aã]o|none)$/i.test(value.trim());

/**
 * Whether the list is the company's own: a mailbox that is fed by a group receives every customer's e-mail as that of a list.
 */
function isOwnList({ header }: ReadMail, ours: ReadonlySet<string>): boolean {
  const id = (/<([^<>]+)>\s*$/.exec(header('list-id'))?.[1] ?? header('list-id')).toLowerCase();
  const post = /mailto:([^>?\s]+)/i.exec(header('list-post'))?.[1]?.toLowerCase() ?? '';
  return [...ours].some((address) => {
    const domain = address.slice(address.indexOf('@') + 1);
    return post === address || id === address.replace('@', '.') || (id !== '' && id.endsWith(`.${domain}`));
  });
}

const DAEMON = /^mailer-daemon@/;
const POSTMASTER = /^postmaster@/;
const UNDELIVERED =
  /undeliver|not delivered|delivery (status|failure|has failed)|failure notice|returned (mail|to sender)|mail delivery|n[aã]o (foi )?entregue|n[aã]o entreg|devolvid|falha (na|de) entrega|retornad/i;

/** A small shop may write from postmaster@; what makes a report of it is its form, or what it says and who sent it. */
const isBounce = ({ contentType, from, subject, header }: ReadMail): boolean => {
  if (/multipart\/report/.test(contentType) && /delivery-status/.test(contentType)) return true;
  if (DAEMON.test(from.address)) return true;
  return (
    POSTMASTER.test(from.address) &&
    (UNDELIVERED.test(subject) || header('return-path').replace(/\s/g, '') === '<>')
  );
};

/** The content of a mail server's delivery report (RFC 3464). */
interface Bounce {
  /** Our e-mail that could not be delivered; empty if the report does not quote it. */
  messageId: string;
  recipient: string;
  /** Whether later attempts would fail too. */
  permanent: boolean;
  text: string;
}

export function readBounce(raw: Buffer): Bounce {
  const text = raw.subarray(0, MAX_REPORT_LENGTH).toString('latin1').replace(/\r\n/g, '\n');
  const field = (name: string) =>
    new RegExp(`^${name}:[ \\t]*(.{1,500}(?:\\n[ \\t].{1,500}){0,5})`, 'im')
      .exec(text)?.[1]
      ?.replace(/\s+/g, ' ') ?? '';
  const after = (value: string) => value.slice(value.indexOf(';') + 1).trim();
  const status = field('Status').trim();
  return {
    messageId: /<ticket\.\d{1,9}\.[0-9a-f]{32}@[\w.-]{1,200}>/.exec(text)?.[0] ?? '',
    recipient: after(field('Final-Recipient')).replace(/[<>]/g, '').toLowerCase(),
    permanent: status.startsWith('5') && !/^delayed/i.test(field('Action')),
    text: after(field('Diagnostic-Code')) || status || 'o servidor do destinatário recusou',
  };
}
const MAX_REPORT_LENGTH = 500_000;
