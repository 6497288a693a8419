/**
 * A text that PostgreSQL takes and a page can show: no NUL and no other control character but tab and line break,
 * no half of a surrogate pair. Nothing that a person typed is lost by it.
 */
export const plainText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '');

/** The same for every text of a value that came as JSON. */
export function plainTexts<T>(value: T): T {
  if (typeof value === 'string') return plainText(value) as T;
  if (Array.isArray(value)) return value.map(plainTexts) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainTexts(each)])) as T;
}

/** Plain text as HTML that shows just this text: nothing in it is markup, line breaks are kept. */
export const textAsHtml = (text: string): string =>
  plainText(text)
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/\n/g, '<br>');
