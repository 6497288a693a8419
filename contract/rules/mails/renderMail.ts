import { consumerWording } from '../consumerWording.ts';
import {
  type AddedField,
  type AddedPlaceholder,
  MAIL_PLACEHOLDERS,
  type MailPlaceholder,
  type MailTemplate,
  PLACEHOLDER,
} from './mailTemplate.ts';

/** The replacement of a placeholder. `html` is markup that has already been sanitized; without it the text is escaped. */
export interface MailValue {
  text: string;
  html?: string;
}
export type MailValues = Readonly<Partial<Record<MailPlaceholder | AddedPlaceholder, MailValue>>>;

/** One piece of news with its template. */
export interface MailPart {
  template: MailTemplate;
  values: MailValues;
}

export interface RenderedMail {
  subject: string;
  text: string;
  /** A fragment of paragraphs; the only markup from values is that given in `html`. */
  html: string;
}

interface Words {
  /** Whether the reader is an end consumer, for whom a ticket is called 'solicitação'. */
  consumer: boolean;
}

/** Renders the frame with all parts inserted, as text and as HTML. */
export function renderMail(frame: MailPart, parts: readonly MailPart[], { consumer }: Words): RenderedMail {
  const words = consumer ? consumerWords : (text: string) => text;
  const inside = parts.flatMap(({ template, values }) => paragraphs(template.texto, values, words));
  const content = frame.template.texto.flatMap((paragraph) =>
    isContent(paragraph) ? inside : paragraphs([paragraph], frame.values, words),
  );
  return {
    // A header must be a single line.
    subject: fill(words(frame.template.assunto ?? ''), frame.values, 'text')
      .replace(/\s+/g, ' ')
      .trim(),
    text: content.map(({ text }) => text).join('\n\n'),
    html: content.map(({ html }) => html).join('\n'),
  };
}

/** Sample values of all placeholders, as shown in the studio. A field that administrators added stands as its title. */
export const sampleValues = (added: readonly AddedField[]): MailValues =>
  Object.fromEntries([
    ...Object.entries(MAIL_PLACEHOLDERS).map(([name, { exemplo }]) => [name, { text: exemplo }]),
    ...added.map(({ nome, titulo }) => [nome, { text: `(${titulo})` }]),
  ]);

const isContent = (paragraph: string) => /^\s*\{\{\s*conteudo\s*\}\}\s*$/.test(paragraph);

const paragraphs = (texts: readonly string[], values: MailValues, words: (text: string) => string) =>
  texts.flatMap((written) => {
    const own = words(written);
    const text = fill(own, values, 'text').trim();
    return text ? [{ text, html: asHtml(own, values) }] : [];
  });

/**
 * 'O seu ticket {{numero}} foi aberto': the words after a number agree with the noun, so placeholders are temporarily
 * replaced by numbers.
 */
function consumerWords(written: string): string {
  const names: string[] = [];
  const numbered = written.replace(PLACEHOLDER, (name) => String(FIRST + names.push(name) - 1));
  return consumerWording(numbered).replace(
    /910{5}\d{3}/g,
    (number) => names[Number(number) - FIRST] ?? number,
  );
}
const FIRST = 9_100_000_000;

const WHOLE = /^\s*\{\{\s*([^{}]*?)\s*\}\}\s*$/;

/** A paragraph that consists of one value with its own markup is a quotation. */
function asHtml(written: string, values: MailValues): string {
  const alone = valueIn(values, WHOLE.exec(written)?.[1] ?? '');
  if (alone?.html) return `<blockquote>${alone.html}</blockquote>`;
  return `<p>${fill(written, values, 'html')}</p>`;
}

/** Fills everything in one pass, so that the contents of a value are never treated as a placeholder. */
function fill(written: string, values: MailValues, as: 'text' | 'html'): string {
  let done = '';
  let from = 0;
  for (const match of written.matchAll(PLACEHOLDER)) {
    const value = valueIn(values, match[1] ?? '')?.text ?? '';
    done += escaped(written.slice(from, match.index), as) + escaped(value, as);
    from = match.index + match[0].length;
  }
  return done + escaped(written.slice(from), as);
}

const valueIn = (values: MailValues, name: string): MailValue | undefined =>
  Object.hasOwn(values, name) ? values[name as keyof MailValues] : undefined;

const ADDRESS = /(https?:\/\/[^\s<>"]+)/;

const escaped = (text: string, as: 'text' | 'html'): string =>
  as === 'text'
    ? text
    : text
        .split(ADDRESS)
        .map((part, index) =>
          index % 2 === 1 ? `<a href="${entities(part)}">${entities(part)}</a>` : entities(part),
        )
        .join('')
        .replace(/\n/g, '<br>');

const entities = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
