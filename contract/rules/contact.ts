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
