/** The kind of a Brazilian document: a person's (11 digits) or a company's (14 characters). */
export type DocumentKind = 'CPF' | 'CNPJ';

const CPF_LENGTH = 11;
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2] as const;
const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2] as const;

/** Letters and digits only, in upper case: the form in which documents are stored and compared. */
export const normalizeDocument = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** Whether it is a valid CPF, masked or not. Eleven equal digits are rejected (docs/domain.md 8). */
export function isCpf(text: string): boolean {
  const cpf = normalizeDocument(text);
  if (!/^\d{11}$/.test(cpf) || isRepeated(cpf)) return false;
  return cpf.endsWith(cpfCheckDigits(cpf.slice(0, 9)));
}

/** Whether it is a valid CNPJ, masked or not; letters are allowed in the first twelve positions (docs/domain.md 6). */
export function isCnpj(text: string): boolean {
  const cnpj = normalizeDocument(text);
  if (!/^[0-9A-Z]{12}\d{2}$/.test(cnpj) || isRepeated(cnpj)) return false;
  return cnpj.endsWith(cnpjCheckDigits(cnpj.slice(0, 12)));
}

/** The kind of a valid document; `null` if it is neither. */
export function documentKind(text: string): DocumentKind | null {
  if (isCpf(text)) return 'CPF';
  return isCnpj(text) ? 'CNPJ' : null;
}

/** The two check digits for the first nine digits of a CPF. */
export const cpfCheckDigits = (base: string): string => twoCheckDigits(base, CPF_WEIGHTS);

/** The two check digits for the first twelve characters of a CNPJ, in upper case. */
export const cnpjCheckDigits = (base: string): string => twoCheckDigits(base, CNPJ_WEIGHTS);

/**
 * Formats as '000.000.000-00'. A text that is too short is formatted as far as it goes, for use in inputs; a partly masked
 * one is left unchanged.
 */
export function formatCpf(text: string): string {
  if (text.includes('*')) return text;
  const cpf = normalizeDocument(text).slice(0, CPF_LENGTH);
  return maskWith(cpf, [3, 6, 9], ['.', '.', '-']);
}

/** Formats as '00.000.000/0000-00', keeping letters; partial texts are formatted as far as they go. */
export function formatCnpj(text: string): string {
  const cnpj = normalizeDocument(text).slice(0, 14);
  return maskWith(cnpj, [2, 5, 8, 12], ['.', '.', '/', '-']);
}

/** Stands in the place of a document that is not known yet: unique, as long as a CPF, and never a valid one. */
export const missingDocument = (customerId: number): string => `S${String(customerId).padStart(10, '0')}`;

/** Whether a stored document is none yet, as that of a first contact who has not told it. */
export const isMissingDocument = (document: string): boolean => /^S\d{10}$/.test(document);

/** The customer for whom it stands in the place of a document; `null` for a document. */
export const customerWithout = (document: string): number | null =>
  isMissingDocument(document) ? Number(document.slice(1)) : null;

/** A CPF with only its middle digits shown: `***.456.789-**`. A CNPJ is public and is left unchanged. */
export const hiddenCpf = (text: string): string =>
  isCpf(text) ? `***.${text.slice(3, 6)}.${text.slice(6, 9)}-**` : text;

/** Chooses the format by length: CPF up to eleven digits, otherwise CNPJ. */
export function formatDocument(text: string): string {
  if (text.includes('*')) return text;
  if (isMissingDocument(text)) return 'Sem documento';
  const plain = normalizeDocument(text);
  return plain.length <= CPF_LENGTH && /^\d*$/.test(plain) ? formatCpf(plain) : formatCnpj(plain);
}

/** What all branches of one company have alike: the first eight characters of their CNPJ. `null` for any other document. */
export const cnpjRoot = (document: string): string | null =>
  /^[0-9A-Z]{12}\d{2}$/.test(document) ? document.slice(0, 8) : null;

const isRepeated = (text: string): boolean => new Set(text).size === 1;

/** The second digit uses the first digit's weights with one more in front, for both CPF and CNPJ. */
function twoCheckDigits(base: string, weights: readonly number[]): string {
  const first = modulo11(weightedSum(base, weights.slice(1)));
  const second = modulo11(weightedSum(`${base}${first}`, weights));
  return `${first}${second}`;
}

function maskWith(text: string, positions: readonly number[], separators: readonly string[]): string {
  return [...text].reduce((masked, character, index) => {
    const place = positions.indexOf(index);
    return masked + (place >= 0 ? separators[place] : '') + character;
  }, '');
}

/** Value of a character in a CNPJ or an access key: its ASCII code minus 48 ('0' is 0, 'A' is 17). */
const characterValue = (character: string): number => character.charCodeAt(0) - 48;

/** Sum of the character values multiplied by their weights; the text and the weights have the same length. */
export function weightedSum(text: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + characterValue(text.charAt(index)) * weight, 0);
}

/** Modulo 11 as used by CPF, CNPJ and NF-e: a remainder below 2 gives 0, otherwise 11 − remainder. */
export function modulo11(sum: number): number {
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
