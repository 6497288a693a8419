/** Longest address that is accepted, before any pattern runs over it. */
const MAX_LENGTH = 254;

// Each part is bounded and free of overlap, so no text makes the match slow.
const EMAIL = /^[a-z0-9_%+-]+(?:\.[a-z0-9_%+-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;

/** Addresses are stored in lower case without blanks around them (document 000, section 5). */
export const normalizeEmail = (text: string): string => text.trim().toLowerCase();

/** The usual pattern: a name, an at sign, a domain with an ending. */
export function isEmail(text: string): boolean {
  const email = normalizeEmail(text);
  return email.length <= MAX_LENGTH && EMAIL.test(email);
}

/** Document 000 line 175, wherever an address is asked for. */
export const INVALID_EMAIL = 'Formato de e-mail inválido';

/** Line 192: of the own account. */
export const INVALID_OWN_EMAIL = 'E-mail inválido';

/** One address without a name: what every mail server takes, and nothing that could end a header. */
const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

export const isMailAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text);

/** As addresses are compared: people write them in any case. */
export const mailKey = (address: string): string => address.trim().toLowerCase();

/** The digits of a phone; a leading +55 of a pasted number is taken off. */
export function normalizePhone(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits;
}

/** Ten (fixed) or eleven (mobile) digits with the area code: at least ten by document 000, section 5. */
export const isPhone = (text: string): boolean => /^[1-9]\d{9,10}$/.test(normalizePhone(text));

/** '(00) 0000-0000' or '(00) 00000-0000', partial texts as far as they go. */
export function formatPhone(text: string): string {
  // Hidden in part.
  if (text.includes('*')) return text;
  const digits = normalizePhone(text).slice(0, 11);
  if (digits.length <= 2) return digits;
  const number = digits.slice(2);
  const head = number.length > 8 ? 5 : 4;
  const tail = number.length > 4 ? `-${number.slice(head)}` : '';
  return `(${digits.slice(0, 2)}) ${number.slice(0, head)}${tail}`;
}

/** What a number that rang, or was read out, tells of a phone: its last eight digits, and the area code if it is there. */
export interface SoughtPhone {
  tail: string;
  area: string | null;
}

const SOUGHT_TAIL = 8;

/** Null for what is no phone. With or without country code, trunk zero, area code and the ninth digit. */
export function soughtPhone(text: string): SoughtPhone | null {
  if (!/^[\d\s().+-]+$/.test(text)) return null;
  const digits = normalizePhone(text.replace(/\D/g, '').replace(/^0+/, ''));
  if (digits.length < SOUGHT_TAIL || digits.length > 11) return null;
  return { tail: digits.slice(-SOUGHT_TAIL), area: digits.length >= 10 ? digits.slice(0, 2) : null };
}

/** Digits with the country code, as tel: and WhatsApp links want them. */
export const internationalPhone = (text: string): string => `55${normalizePhone(text)}`;
