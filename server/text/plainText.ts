/**
 * Text that PostgreSQL accepts and a page can show: no NUL or other control character except tab and line break, and no half
 * of a surrogate pair. Nothing that a person typed is lost.
 */
export const plainText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '');

/** Applies `plainText` to every text in a JSON value. */
export function plainTexts<T>(value: T): T {
  if (typeof value === 'string') return plainText(value) as T;
  if (Array.isArray(value)) return value.map(plainTexts) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainTexts(each)])) as T;
}

/** Plain text as HTML that shows exactly this text: nothing is treated as markup, and line breaks are kept. */
export const textAsHtml = (text: string): string =>
  plainText(text)
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/\n/g, '<br>');
