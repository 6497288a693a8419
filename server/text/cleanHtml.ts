import sanitizeHtml from 'sanitize-html';
import { flatHtml } from './flatHtml.ts';
import { plainText } from './plainText.ts';

/** Tags allowed in messages, canned replies, notices and articles (docs/domain.md 8). */
const ALLOWED_TAGS = ['p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'a', 'code'];

/** Tags with an allowed equivalent; headings and boxes keep their text as paragraphs. */
const SAME_AS: Record<string, string> = {
  b: 'strong',
  i: 'em',
  del: 's',
  strike: 's',
  ...Object.fromEntries(
    ['div', 'section', 'article', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((t) => [t, 'p']),
  ),
};

/** Elements whose text is not meant to be read. */
const WITHOUT_TEXT = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'title',
  'template',
  'iframe',
  'xmp',
];

const SAFE_ADDRESS = /^(https?:\/\/|mailto:)/i;

/**
 * HTML that contains only the tags above, `href` of links to the web or an e-mail address, and `rel`. It is stored in this
 * form and cleaned again when it is shown.
 */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(flatHtml(plainText(html)), {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nonTextTags: WITHOUT_TEXT,
    // No text written by a person nests deeper, and unlimited nesting would only cost time.
    nestingLimit: 20,
    transformTags: {
      ...Object.fromEntries(Object.entries(SAME_AS).map(([tag, same]) => [tag, plainTag(same)])),
      a: (_tag, { href = '' }) => linkTag(href.trim()),
    },
  }).trim();

/** Plain texts as paragraphs, escaped. */
export const paragraphsOf = (texts: readonly string[]): string =>
  cleanHtml(
    texts
      .map((text) => `<p>${text.replace(/[&<>"]/g, (sign) => ESCAPES[sign as keyof typeof ESCAPES])}</p>`)
      .join(''),
  );

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A link without a safe address keeps only its text. */
const linkTag = (href: string): sanitizeHtml.Tag =>
  SAFE_ADDRESS.test(href)
    ? { tagName: 'a', attribs: { href, rel: 'noopener noreferrer nofollow' } }
    : { tagName: 'span', attribs: {} };
const plainTag = (tagName: string) => () => ({ tagName, attribs: {} });

/** Cleaned HTML as plain text, for an e-mail or to count what a reader sees. */
export const htmlAsText = (clean: string): string =>
  clean
    .replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs, (_all, href: string, words: string) =>
      words === href || `mailto:${words}` === href ? words : `${words} (${href})`,
    )
    .replace(/<br\s*\/?>/g, '\n')
    .replace(/<li>/g, '- ')
    .replace(/(<\/p>)?<\/li>(?!<\/[uo]l>)/g, '\n')
    .replace(/<\/(p|ul|ol|blockquote)>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#\d{1,7});/g, (_all, name: string) => CHARACTERS[name] ?? numbered(name))
    .split('\n')
    // Not a regular expression, because one that looks for trailing blanks takes minutes on a message full of blanks.
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const numbered = (name: string) => {
  const code = Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
};

/** Whether cleaned HTML shows nothing to a reader. */
export const isBlankHtml = (clean: string): boolean =>
  htmlAsText(clean.replaceAll('<li>', ''))
    .replace(/\p{Cf}/gu, '')
    .trim() === '';
