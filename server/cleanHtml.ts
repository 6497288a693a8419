import sanitizeHtml from 'sanitize-html';
import { plainText } from './plainText.ts';

/** What a message, a canned reply, a notice or an article may be made of (DOMAIN.md section 8). */
const ALLOWED_TAGS = ['p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'a', 'code'];

/** Tags that say the same in another way; a heading or a box keeps its words, as a paragraph. */
const SAME_AS: Record<string, string> = {
  b: 'strong',
  i: 'em',
  del: 's',
  strike: 's',
  ...Object.fromEntries(
    ['div', 'section', 'article', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((t) => [t, 'p']),
  ),
};

/** Elements whose text nobody wrote to be read. */
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
 * HTML with nothing in it but the tags above, `href` of links that lead to the web or to a mail, and `rel`. It is
 * stored like this, and cleaned again when it is shown.
 */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(plainText(html), {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nonTextTags: WITHOUT_TEXT,
    // Deeper than this is no text of a person; without an end it would only cost.
    nestingLimit: 20,
    transformTags: {
      ...Object.fromEntries(Object.entries(SAME_AS).map(([tag, same]) => [tag, plainTag(same)])),
      a: (_tag, { href = '' }) => linkTag(href.trim()),
    },
  }).trim();

/** Without an address that may stand only its words are left. */
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
    // No expression: one that looks for blanks before an end of line takes minutes for a message full of blanks.
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const numbered = (name: string) => {
  const code = Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
};

/** Cleaned HTML in which a reader sees nothing. */
export const isBlankHtml = (clean: string): boolean =>
  htmlAsText(clean.replaceAll('<li>', ''))
    .replace(/\p{Cf}/gu, '')
    .trim() === '';
