import { isItem, ownProperty } from './matchItems.ts';

/** The text for a value that has one of its own: a step by its name, a condition as a sentence. */
export type Naming = (key: string, value: unknown, whole: unknown) => string | undefined;

const MAX_LENGTH = 80;
const MAX_PARTS = 6;

/** A value in plain language, never as JSON. */
export function valueText(value: unknown, words: Readonly<Record<string, string>> = {}): string {
  if (value === null || value === undefined || value === '') return 'nada';
  if (typeof value === 'string') return `"${value}"`;
  if (typeof value === 'number') return value.toLocaleString('pt-BR', { maximumFractionDigits: 20 });
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  const parts = Array.isArray(value)
    ? value.map((item) => valueText(item, words))
    : Object.entries(value).map(([key, item]) => `${labelFor(words, key)}: ${valueText(item, words)}`);
  if (parts.length === 0) return 'nada';
  const text = parts.slice(0, MAX_PARTS).join(', ');
  const more = parts.length > MAX_PARTS ? ` e mais ${parts.length - MAX_PARTS}` : '';
  return text.length > MAX_LENGTH ? countText(value) : `${text}${more}`;
}

/** A text too long to quote in a sentence. */
export const isLongText = (value: unknown): boolean =>
  typeof value === 'string' && (value.length > MAX_LENGTH || value.includes('\n'));

export const labelFor = (words: Readonly<Record<string, string>>, key: string): string =>
  String(ownProperty(words, key) ?? key);

function countText(value: unknown): string {
  const count = Array.isArray(value) ? value.length : isItem(value) ? Object.keys(value).length : 0;
  return count === 1 ? 'uma parte' : `${count} partes`;
}
