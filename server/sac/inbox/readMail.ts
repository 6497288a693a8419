import { createHash } from 'node:crypto';
import type { AddressObject, ParsedMail } from 'mailparser';
import { mailKey } from '#contract/rules/contact.ts';
import { foldQuotes } from '#contract/rules/mails/foldQuotes.ts';
import { cleanFileName } from '../../adapters/files/cleanFileName.ts';
import { cleanHtml, htmlAsText } from '../../text/cleanHtml.ts';
import { plainText, textAsHtml } from '../../text/plainText.ts';
import {
  bodyOf,
  declaredAsOneByte,
  hasLostLetters,
  withoutDoubleEncoding,
  withReadableHeaders,
} from './mailCharset.ts';
import { type MailText, readMailHtml } from './mailHtml.ts';
import { senderAddress } from './senders.ts';

/** The parts of a received e-mail that the console uses. */
export interface ReadMail {
  messageId: string;
  /** Of sender, subject and body: what stays the same when a server delivers an e-mail again. */
  contentHash: string;
  from: { address: string; name: string };
  /** Who else may have written it: of a group that sends under its own address, or a contact form. */
  writers: readonly { address: string; name: string }[];
  /** The addresses in To, Cc, Delivered-To and X-Original-To, in lower case, without duplicates. */
  to: string[];
  subject: string;
  /** The Message-IDs that it replies to, the nearest first. */
  answers: string[];
  /** Sanitized HTML of the new part; `quotedHtml` holds what was quoted or signed below it. */
  html: string;
  quotedHtml: string;
  attachments: { name: string; content: Buffer }[];
  /** Returns a header by its lower-case name, unfolded into one line. */
  header: (name: string) => string;
  /** The same for a header that may occur several times, from the top. */
  headers: (name: string) => string[];
  contentType: string;
  /** Whether it is a calendar's answer to an invitation, written by a program when somebody pressed a button. */
  answersInvitation: boolean;
  /** Whether the e-mail could not be understood. */
  unreadable: boolean;
}

/** An e-mail as it comes from the thread that read it: only plain values travel between threads. */
interface MailParts extends Omit<ReadMail, 'header' | 'headers' | 'contentType'> {
  /** The header lines by lower-case name, unfolded, in their order. */
  lines: (readonly [name: string, value: string])[];
}

/** Characters of a text that are read; a longer text was not written by a person. */
const MAX_TEXT_LENGTH = 200_000;
const MAX_HTML_LENGTH = 2_000_000;

/** The e-mail of the parts. */
export function mailOf({ lines, ...parts }: MailParts): ReadMail {
  const headers = (wanted: string) =>
    lines
      .filter(([name]) => name === wanted)
      .slice(0, MAX_SAME_HEADERS)
      .map(([, value]) => value);
  const header = (name: string) => headers(name)[0] ?? '';
  return {
    ...parts,
    // Bytes from another thread are no Buffer any more.
    attachments: parts.attachments.map(({ name, content }) => ({
      name,
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    })),
    header,
    headers,
    contentType: header('content-type').toLowerCase(),
  };
}

/** Never fails: an unreadable e-mail is marked as such and still gets an id, so that it is not read again forever. */
export async function readMailParts(raw: Buffer): Promise<MailParts> {
  const parsed = await parsedMail(raw);
  const own = `sha256:${createHash('sha256').update(raw).digest('hex')}`;
  if (!parsed) return { ...NOTHING, messageId: own, contentHash: '' };
  const [sender] = peopleIn(parsed.from);
  const address = sender?.address ?? '';
  const lines = linesOf(parsed);
  const { html, quotedHtml, shown } = textsOf(parsed);
  return {
    messageId: /^<[^<>\s]{1,900}>$/.exec((parsed.messageId ?? '').trim())?.[0] ?? own,
    contentHash: contentHashOf(raw, parsed),
    from: sender ?? NOTHING.from,
    writers: [
      ...['x-original-from', 'x-original-sender'].flatMap((name) => personIn(headerIn(lines, name))),
      ...peopleIn(parsed.replyTo),
    ],
    to: recipientsIn(parsed, lines),
    subject: plainText(parsed.subject ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 300),
    answers: [parsed.inReplyTo ?? '', ...[parsed.references ?? []].flat().reverse()]
      .filter(Boolean)
      .slice(0, 30),
    html,
    quotedHtml,
    attachments: parsed.attachments
      // A forward is the message: its pictures are what it is about.
      .filter((each) => isForward(parsed) || !isQuoted(each, parsed, shown))
      .map((each) => ({ name: nameOf(each), content: each.content })),
    lines,
    answersInvitation: parsed.attachments.some(isInvitationAnswer),
    // It must have a sender; a text without any headers is not an e-mail.
    unreadable: address === '',
  };
}

async function parsedMail(raw: Buffer): Promise<ParsedMail | null> {
  const readable = withReadableHeaders(raw);
  const parsed = await parse(readable);
  if (!parsed) return null;
  const { text = '', html } = parsed;
  const page = html || '';
  const reread =
    hasLostLetters(text) || hasLostLetters(page) ? await parse(declaredAsOneByte(readable)) : null;
  // A part that lost nothing is not read in the other encoding.
  const better = (read: string, other: string) =>
    hasLostLetters(read) && !other.includes(REPLACED) && other !== '' ? other : read;
  return {
    ...parsed,
    text: withoutDoubleEncoding(better(text, reread?.text ?? '')),
    html: page && withoutDoubleEncoding(better(page, reread?.html || '')),
  };
}

/** The sign for an unknown letter, written by its author and read as one byte a letter. */
const REPLACED = 'ï¿½';

async function parse(raw: Buffer): Promise<ParsedMail | null> {
  // Loaded with the first e-mail, because its many character tables would slow down startup.
  const { simpleParser } = await import('mailparser');
  return simpleParser(raw, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    maxHtmlLengthToParse: MAX_HTML_LENGTH,
    checksumAlgo: false,
    maxChildNodes: 1_000,
  }).catch(() => null);
}

const NOTHING: Omit<MailParts, 'messageId' | 'contentHash'> = {
  from: { address: '', name: '' },
  writers: [],
  to: [],
  subject: '',
  answers: [],
  html: '',
  quotedHtml: '',
  attachments: [],
  lines: [],
  answersInvitation: false,
  unreadable: true,
};

/** Uses the raw header lines, unfolded, because parsed values come in many shapes. */
const linesOf = ({ headerLines }: ParsedMail): MailParts['lines'] =>
  headerLines.slice(0, MAX_HEADERS).map(({ key, line }) => [
    key,
    line
      .slice(line.indexOf(':') + 1)
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 2_000),
  ]);
const MAX_HEADERS = 1_000;

const headerIn = (lines: MailParts['lines'], wanted: string): string =>
  lines.find(([name]) => name === wanted)?.[1] ?? '';

/** Every server on the way may add one. */
const MAX_SAME_HEADERS = 50;

/** Headers change on the way; the body, the sender and the subject do not. */
function contentHashOf(raw: Buffer, { from, subject = '' }: ParsedMail): string {
  const hash = createHash('sha256').update(JSON.stringify([from?.text ?? '', subject]));
  return hash.update(bodyOf(raw)).digest('hex');
}

interface Named {
  address: string;
  name: string;
}

/** The people of an address header, those of a group ('Compras: ana@x.com, bia@x.com;') one by one. */
const peopleIn = (header: AddressObject | undefined): Named[] =>
  (header?.value ?? [])
    .flatMap((each) => each.group ?? [each])
    .map(({ address = '', name }) => ({
      address: senderAddress(address),
      name: plainText(name ?? '').slice(0, 200),
    }))
    .filter(({ address }) => address !== '');

/** 'Ana <ana@x.com>' or the address alone, as programs write it into headers of their own. */
function personIn(text: string): Named[] {
  const [, name = '', bracketed] = /^\s*"?([^"<]*)"?\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  const address = senderAddress(bracketed ?? text);
  return address ? [{ address, name: bracketed ? plainText(name).trim().slice(0, 200) : '' }] : [];
}

function recipientsIn(parsed: ParsedMail, lines: MailParts['lines']): string[] {
  const listed = [parsed.to ?? [], parsed.cc ?? []].flat().flatMap(addressesIn);
  const delivered = ['delivered-to', 'x-original-to', 'envelope-to'].map((name) =>
    headerIn(lines, name).replace(/[<>]/g, ''),
  );
  return [...new Set([...listed, ...delivered].map(mailKey))].filter(Boolean);
}

const addressesIn = ({ value }: AddressObject): string[] =>
  value.flatMap((each) => [each.address ?? '', ...(each.group ?? []).map(({ address }) => address ?? '')]);

type Attached = ParsedMail['attachments'][number];

const isInvitationAnswer = ({ contentType, content }: Attached): boolean =>
  contentType === 'text/calendar' && /^METHOD:REPLY\s*$/im.test(content.toString('latin1', 0, 4_000));

/** Some mail programs give an inline picture no name. */
function nameOf({ filename, contentType }: Attached): string {
  const picture = /^image\/(png|jpe?g|gif|webp)$/.exec(contentType)?.[1];
  return cleanFileName(filename ?? (picture ? `imagem.${picture.replace('jpeg', 'jpg')}` : 'anexo'));
}

const isForward = ({ subject = '' }: ParsedMail): boolean =>
  /^\s*(enc|encaminhada|fwd?|tr|rv|wg)\s*:/i.test(subject);

/** Whether a picture belongs to the quotation or signature: it came with an earlier e-mail, or is a logo. */
function isQuoted({ cid, contentType }: Attached, { html }: ParsedMail, shown: ReadonlySet<string>): boolean {
  if (!cid || !contentType.startsWith('image/') || shown.has(cid)) return false;
  return (html || '').includes(`cid:${cid}`);
}

/**
 * The plain text that the sender's program added, if it says the same as the HTML; otherwise the HTML, which keeps lists,
 * tables and links.
 */
function textsOf({ text, html, attachments }: ParsedMail): Omit<MailText, 'structured'> {
  const plain = foldQuotes(
    plainText(text ?? '')
      .trim()
      .slice(0, MAX_TEXT_LENGTH),
  );
  const pictures = new Map(attachments.map((each) => [each.cid, nameOf(each)]));
  const page = html ? readMailHtml(html.slice(0, MAX_HTML_LENGTH), (cid) => pictures.get(cid)) : null;
  if (page?.html && (page.structured || lettersOf(plain.fresh) !== lettersOf(htmlAsText(page.html))))
    return page;
  return { html: asHtml(plain.fresh), quotedHtml: asHtml(plain.quoted), shown: new Set() };
}

/** The letters and digits of a text, without spaces and punctuation, for comparing. */
const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const asHtml = (text: string) => (text ? cleanHtml(`<p>${textAsHtml(text)}</p>`) : '');
