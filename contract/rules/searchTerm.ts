import { documentKind, normalizeDocument } from './documents.ts';
import { isAccessKey, normalizeAccessKey } from './nfe/accessKey.ts';
import { type PhoneSearch, parsePhoneSearch } from './phone.ts';
import { foldedText } from './text.ts';

/** What a number in a search is said to be the number of. */
export type Numbered = 'TICKET' | 'NOTA' | 'PEDIDO' | 'ORCAMENTO' | 'CLIENTE' | 'COLETA';

/**
 * All that a search text may mean. Lists, palette and API read it here, and each looks for the meanings that it has
 * (docs/domain.md 13).
 */
export interface SearchTerm {
  text: string;
  number: { value: number; of: Numbered | null } | null;
  accessKey: string | null;
  /** A complete CPF or CNPJ, without its mask. */
  document: string | null;
  /** The beginning of one: letters and digits, at least three, so that a single digit does not match half of all. */
  documentStart: string | null;
  phone: PhoneSearch | null;
  /** The beginning of an e-mail address including the @, in lower case. */
  email: string | null;
  words: readonly string[];
}

const MAX_WORDS = 8;

/** 'NF 50.251', 'nota fiscal nº 50251/1', 'pedido 88': what people read on papers and say on the phone. */
const NAMED =
  /^(?:(nf-?e?|notas?(?: fiscal| fiscais)?|danfe)|(tickets?|chamado|protocolo|sac)|(pedido|ped)|(orcamento|orc|cotacao)|(cliente|codigo)|(coleta))\.? ?(?:n[o0]?\.?|numero)? ?[:#]? ?(\d{1,3}(?:\.\d{3})+|\d{1,9})(?:[ /-]+(?:serie ?)?\d{1,3})?$/;
const NAMES: readonly Numbered[] = ['NOTA', 'TICKET', 'PEDIDO', 'ORCAMENTO', 'CLIENTE', 'COLETA'];

/** `null` for a text without a letter, digit or sign. Masks, blanks and a leading # are ignored. */
export function readSearch(given: string): SearchTerm | null {
  const text = given.trim().replace(/^#\s*/, '');
  if (!text) return null;
  const plain = normalizeDocument(text);
  return {
    text,
    number: numberIn(text),
    accessKey: isAccessKey(text) ? normalizeAccessKey(text) : null,
    document: documentKind(text) ? plain : null,
    documentStart: /^[0-9A-Z.\-/\s]+$/i.test(text) && /\d/.test(plain) && plain.length >= 3 ? plain : null,
    phone: parsePhoneSearch(text),
    email: /^[^\s@]+@[^\s@]*$/.test(text) ? text.toLowerCase() : null,
    words: text.split(/\s+/).slice(0, MAX_WORDS),
  };
}

function numberIn(text: string): SearchTerm['number'] {
  const plain = text.replace(/\./g, '');
  if (/^[\d.]+$/.test(text) && /^\d{1,9}$/.test(plain)) return { value: Number(plain), of: null };
  const named = NAMED.exec(foldedText(text).replace(/[º°]/g, 'o').replace(/\s+/g, ' '));
  if (!named) return null;
  const at = named.slice(1, 7).findIndex(Boolean);
  return { value: Number(named[7]?.replace(/\./g, '')), of: NAMES[at] ?? null };
}

/** The number, if it may be that of one of these. */
export const numberOf = ({ number }: SearchTerm, ...things: Numbered[]): number | null =>
  number && (number.of === null || things.includes(number.of)) ? number.value : null;

/** Whether the text stands for something exact, so that its words are only looked for if that is not found. */
export const isExact = ({ number, accessKey, document, phone, email }: SearchTerm): boolean =>
  [number, accessKey, document, phone, email].some((meaning) => meaning !== null);

/** Whether the text has a word that is worth looking for in messages. */
export const hasMessageWord = ({ text }: SearchTerm): boolean => /[\p{L}\p{N}]{3}/u.test(text);

/** Whether a typed word is a word of the name, or one with a single letter wrong, missing, too many or exchanged. */
export function isNearly(word: string, name: string): boolean {
  const folded = foldedText(word);
  return foldedText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .some((each) => each.startsWith(folded) || differsByOne(folded, each));
}

function differsByOne(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const rest = [one.slice(at), other.slice(at)] as const;
  return (
    rest[0].slice(1) === rest[1].slice(1) ||
    rest[0].slice(1) === rest[1] ||
    rest[0] === rest[1].slice(1) ||
    (rest[0][0] === rest[1][1] && rest[0][1] === rest[1][0] && rest[0].slice(2) === rest[1].slice(2))
  );
}
