/** Shortest and longest password, in characters (document 000, section 5 'Account'). */
const PASSWORD_MIN = 6;
const PASSWORD_MAX = 20;
export const PASSWORD_MESSAGE = 'Informe uma senha de 6 à 20 caracteres';

/** Length only; the list of common passwords is the server's. */
export function isPasswordLength(text: string): boolean {
  const { length } = [...text];
  return length >= PASSWORD_MIN && length <= PASSWORD_MAX;
}
