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
