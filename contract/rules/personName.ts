/** One word of letters and accents; an apostrophe or hyphen may join two parts ('D'Ávila', 'Ana-Lúcia'). */
const WORD = /^\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*$/u;

/** Single blanks between words, none around them. */
export const normalizeName = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Two or more words of letters and accents (document 000, section 5 'Helper rules'). */
export function isFullName(text: string): boolean {
  const words = normalizeName(text).split(' ');
  return words.length >= 2 && words.every((word) => WORD.test(word));
}

/** Upper-case initials of the first and last word, for avatars. */
export function initials(text: string): string {
  const words = normalizeName(text).split(' ').filter(Boolean);
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return `${firstLetter(words[0])}${firstLetter(last)}`.toLocaleUpperCase('pt-BR');
}

const firstLetter = (word: string | undefined): string => [...(word ?? '')][0] ?? '';
