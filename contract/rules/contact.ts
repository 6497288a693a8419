import { HIDDEN } from './privacy/masks.ts';

/** Maximum accepted length, checked before any pattern is run. */
const MAX_LENGTH = 254;

// Each part is bounded and does not overlap with the next, so no text can make matching slow.
const EMAIL = /^[a-z0-9_%+-]+(?:\.[a-z0-9_%+-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;

/** Addresses are stored in lower case without surrounding blanks (document 000, section 5). */
export const normalizeEmail = (text: string): string => text.trim().toLowerCase();

/** The usual pattern: a name, an at sign, and a domain with an ending. */
export function isEmail(text: string): boolean {
  const email = normalizeEmail(text);
  return email.length <= MAX_LENGTH && EMAIL.test(email);
}

/** From document 000 line 175; used wherever an address is asked for. */
export const INVALID_EMAIL = 'Formato de e-mail inválido';

/** From line 192; used for the person's own address. */
export const INVALID_OWN_EMAIL = 'E-mail inválido';

/** A single address without a display name: what every mail server accepts, and nothing that could end a header. */
const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

export const isMailAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text);

/** Normalises an address for comparison, since people type it in any case. */
export const mailKey = (address: string): string => address.trim().toLowerCase();

/** The digits of a phone number; the leading +55 of a pasted number is removed. */
export function normalizePhone(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits;
}

/** Ten digits (landline) or eleven (mobile) including the area code; document 000, section 5 requires at least ten. */
export const isPhone = (text: string): boolean => /^[1-9]\d{9,10}$/.test(normalizePhone(text));

/** Formats as '(00) 0000-0000' or '(00) 00000-0000'; partial texts as far as they go. */
export function formatPhone(text: string): string {
  // Partly masked.
  if (text.includes('*')) return text;
  const digits = normalizePhone(text).slice(0, 11);
  if (digits.length <= 2) return digits;
  const number = digits.slice(2);
  const head = number.length > 8 ? 5 : 4;
  const tail = number.length > 4 ? `-${number.slice(head)}` : '';
  return `(${digits.slice(0, 2)}) ${number.slice(0, head)}${tail}`;
}

/**
 * What is used to look up a phone from a number that called or was read out: its last eight digits, and the area code if
 * present.
 */
export interface PhoneSearch {
  tail: string;
  area: string | null;
}

const SOUGHT_TAIL = 8;

/**
 * `null` if the text is not a phone number. Accepts it with or without country code, trunk zero, area code and the ninth
 * digit.
 */
export function parsePhoneSearch(text: string): PhoneSearch | null {
  if (!/^[\d\s().+-]+$/.test(text)) return null;
  const digits = normalizePhone(text.replace(/\D/g, '').replace(/^0+/, ''));
  if (digits.length < SOUGHT_TAIL || digits.length > 11) return null;
  return { tail: digits.slice(-SOUGHT_TAIL), area: digits.length >= 10 ? digits.slice(0, 2) : null };
}

/** Digits with the country code, as required by tel: and WhatsApp links. */
export const internationalPhone = (text: string): string => `55${normalizePhone(text)}`;

interface AddressParts {
  logradouro?: string | undefined;
  numero?: string | undefined;
  complemento?: string | undefined;
  bairro?: string | undefined;
  cidade?: string | undefined;
  uf?: string | undefined;
  cep?: string | undefined;
}

/**
 * A complete address in one line: 'Rua das Flores, 10, apto 3 · Centro · Campinas – SP · CEP 13010-100'. Masked parts are
 * merged into one mask: '*** · Campinas – SP'.
 */
export function addressText(given: AddressParts): string {
  const town = [given.cidade, given.uf].filter(Boolean).join(' – ');
  const street = [given.logradouro, given.numero, given.complemento].filter(Boolean);
  const hidden = [...street, given.bairro, given.cep].includes(HIDDEN);
  const parts = hidden
    ? [HIDDEN, town]
    : [street.join(', '), given.bairro, town, given.cep && `CEP ${formatPostalCode(given.cep)}`];
  return parts.filter(Boolean).join(' · ');
}

/** The digits of a CEP. */
export const normalizePostalCode = (text: string): string => text.replace(/\D/g, '');

/** Whether it has eight digits after the mask is removed (document 002, section 5). */
export const isPostalCode = (text: string): boolean => /^\d{8}$/.test(normalizePostalCode(text));

/** Formats as '00000-000'; partial texts as far as they go. */
export function formatPostalCode(text: string): string {
  // Partly masked.
  if (text.includes('*')) return text;
  const digits = normalizePostalCode(text).slice(0, 8);
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits;
}
