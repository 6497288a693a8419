import { formatNumber } from './format.ts';

/** Byte order marks of UTF-16. */
const MARKS = [
  { encoding: 'utf-16le', first: 0xff, second: 0xfe },
  { encoding: 'utf-16be', first: 0xfe, second: 0xff },
] as const;

/**
 * Decodes UTF-8, with or without a byte order mark, or UTF-16 with one. Returns `null` for any other encoding: decoding it
 * anyway would replace every accented letter by U+FFFD.
 */
export function utf8Text(bytes: Uint8Array): string | null {
  const marked = MARKS.find(({ first, second }) => bytes[0] === first && bytes[1] === second);
  try {
    return new TextDecoder(marked?.encoding ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const LINE_BREAK = 0x0a;

/** The first line, counted from 1, that is not valid UTF-8. */
export function firstWrongLine(bytes: Uint8Array): number {
  for (let line = 1, start = 0; ; line += 1) {
    const end = bytes.indexOf(LINE_BREAK, start);
    if (end < 0 || utf8Text(bytes.subarray(start, end)) === null) return line;
    start = end + 1;
  }
}

/** Folds case and accents and trims blanks, as `fold_text` does in the database, to compare text written by people. */
export const foldedText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** 'Notas fiscais' → 'notas fiscais'. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** 'notas fiscais' → 'Notas fiscais'. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A key that stands for a title nobody knows: 'corPreferida' → 'Cor preferida'. */
export const keyInWords = (key: string): string =>
  upperFirst(key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

/** 'Ana', 'Ana e Bruno', 'Ana, Bruno e Carla'; also with another last word: '.jpg, .png ou .pdf'. */
export const listText = (words: readonly string[], last: 'e' | 'ou' = 'e'): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

/** The first words, and the number of the others: 'Ana, Bruno e mais 3'. `total` if there are more than those given. */
export function firstOfList(words: readonly string[], most: number, total = words.length): string {
  const shown = words.slice(0, most);
  const others = total - shown.length;
  return others > 0 ? `${shown.join(', ')} e mais ${formatNumber(String(others), 0)}` : shown.join(', ');
}
