import { createHash } from 'node:crypto';
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';
import { isMailAddress, mailKey } from '../../../contract/rules/mailAddress.ts';
import { foldQuotes, QUOTE_STARTS } from '../../../contract/rules/mails/foldQuotes.ts';
import { cleanFileName } from '../../adapters/files/receiveUpload.ts';
import { cleanHtml, htmlAsText } from '../../cleanHtml.ts';
import { plainText, textAsHtml } from '../../plainText.ts';

/** A received e-mail as far as the console reads it. */
export interface ReadMail {
  messageId: string;
  from: { address: string; name: string };
  /** Of To, Cc, Delivered-To and X-Original-To, in small letters, each once. */
  to: string[];
  subject: string;
  /** Message-IDs that it answers, the nearest first. */
  answers: string[];
  /** Cleaned HTML: what is new, and what was quoted or signed below. */
  html: string;
  quotedHtml: string;
  attachments: { name: string; content: Buffer }[];
  /** By its name in small letters, in one line. */
  header: (name: string) => string;
  contentType: string;
  /** Nobody could make anything of it. */
  unreadable: boolean;
}

/** Letters of a text that is still looked at; what is longer is no message of a person. */
const LONGEST_TEXT = 200_000;
const LONGEST_HTML = 2_000_000;

/** Never fails: what cannot be read says so, and keeps its number so that it is not read again for ever. */
export async function readMail(raw: Buffer): Promise<ReadMail> {
  const parsed = await simpleParser(raw, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    maxHtmlLengthToParse: LONGEST_HTML,
    checksumAlgo: false,
    maxChildNodes: 1_000,
  }).catch(() => null);
  const own = `sha256:${createHash('sha256').update(raw).digest('hex')}`;
  if (!parsed) return { ...NOTHING, messageId: own };
  const sender = parsed.from?.value[0];
  const address = mailKey(sender?.address ?? '');
  const header = headersOf(parsed);
  return {
    messageId: /^<[^<>\s]{1,900}>$/.exec((parsed.messageId ?? '').trim())?.[0] ?? own,
    from: {
      address: isMailAddress(address) ? address : '',
      name: plainText(sender?.name ?? '').slice(0, 200),
    },
    to: recipientsIn(parsed, header),
    subject: plainText(parsed.subject ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 300),
    answers: [parsed.inReplyTo ?? '', ...[parsed.references ?? []].flat().reverse()]
      .filter(Boolean)
      .slice(0, 30),
    ...textsOf(parsed),
    attachments: parsed.attachments
      .filter((each) => !isDecoration(each))
      .map(({ filename, content }) => ({ name: cleanFileName(filename ?? 'anexo'), content })),
    header,
    contentType: header('content-type').toLowerCase(),
    // A sender it must have; a text without any header is no e-mail.
    unreadable: !isMailAddress(address),
  };
}

const NOTHING: Omit<ReadMail, 'messageId'> = {
  from: { address: '', name: '' },
  to: [],
  subject: '',
  answers: [],
  html: '',
  quotedHtml: '',
  attachments: [],
  header: () => '',
  contentType: '',
  unreadable: true,
};

/** The lines as they came, unfolded: parsed values have many shapes. */
const headersOf =
  ({ headerLines }: ParsedMail) =>
  (name: string): string => {
    const line = headerLines.find(({ key }) => key === name)?.line ?? '';
    return line
      .slice(line.indexOf(':') + 1)
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 2_000);
  };

function recipientsIn(parsed: ParsedMail, header: (name: string) => string): string[] {
  const listed = [parsed.to ?? [], parsed.cc ?? []].flat().flatMap(addressesIn);
  const delivered = ['delivered-to', 'x-original-to', 'envelope-to'].map((name) =>
    header(name).replace(/[<>]/g, ''),
  );
  return [...new Set([...listed, ...delivered].map(mailKey))].filter(Boolean);
}

const addressesIn = ({ value }: AddressObject): string[] =>
  value.flatMap((each) => [each.address ?? '', ...(each.group ?? []).map(({ address }) => address ?? '')]);

/** Logos of signatures come along with each answer. */
const isDecoration = ({ related, contentType, content }: ParsedMail['attachments'][number]) =>
  Boolean(related) && contentType.startsWith('image/') && content.length < SMALL_PICTURE;
const SMALL_PICTURE = 20_000;

/** The text that the sender's program made, or that of the HTML: a page is folded by its quotations. */
function textsOf({ text, html }: ParsedMail): { html: string; quotedHtml: string } {
  const plain = plainText(text ?? '').trim();
  const written = plain || htmlWords(typeof html === 'string' ? html : '');
  const { fresh, quoted } = foldQuotes(written.slice(0, LONGEST_TEXT));
  return { html: asHtml(fresh), quotedHtml: asHtml(quoted.replaceAll(QUOTE_STARTS, '').trim()) };
}

const asHtml = (text: string) => (text ? cleanHtml(`<p>${textAsHtml(text)}</p>`) : '');

/** Quotations of Gmail, Outlook, Yahoo and Apple Mail. */
const QUOTING =
  /<(blockquote\b|div[^>]{0,200}\b(?:class="[^"]{0,100}(?:gmail_quote|yahoo_quoted|moz-cite-prefix)|id="(?:appendonsend|divRplyFwdMsg|mail-editor-reference-message-container)))/gi;

const htmlWords = (html: string): string =>
  htmlAsText(cleanHtml(html.slice(0, LONGEST_HTML).replace(QUOTING, `<p>${QUOTE_STARTS}</p><$1`)));
