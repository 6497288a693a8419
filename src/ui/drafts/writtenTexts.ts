import { isRecord } from '../../../contract/rules/draftReading.ts';

/** Each word and figure of a stored draft with the way to it ('itens 2 › obs'), whatever shape it has. */
export function writtenTexts(content: unknown, path = ''): { label: string; value: string }[] {
  if (Array.isArray(content))
    return content.flatMap((entry, index) => writtenTexts(entry, `${path} ${index + 1}`.trim()));
  if (isRecord(content))
    return Object.entries(content).flatMap(([key, value]) =>
      writtenTexts(value, path ? `${path} › ${key}` : key),
    );
  const value =
    typeof content === 'string' ? wordsOf(content) : typeof content === 'number' ? `${content}` : '';
  return value ? [{ label: path || 'Texto', value }] : [];
}

/** Marked-up text as it reads. */
const wordsOf = (text: string): string =>
  (text.includes('<')
    ? (new DOMParser().parseFromString(text, 'text/html').body.textContent ?? '')
    : text
  ).trim();
