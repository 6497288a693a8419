/** How long a password may be, in characters: parameters `senhaMinimo` and `senhaMaximo`. */
export interface PasswordLength {
  minimo: number;
  maximo: number;
}

/** Document 000, section 5 'Account'. */
export const STANDARD_PASSWORD: PasswordLength = { minimo: 6, maximo: 20 };

/** The shortest and the longest that a company may ask for or allow (OWASP ASVS 2.1.1 and 2.1.2), and that the wire takes. */
export const PASSWORD_BOUNDS: PasswordLength = { minimo: STANDARD_PASSWORD.minimo, maximo: 128 };

/** `null` for one that may be used. Length only; the list of common passwords is the server's. */
export function passwordProblem(
  text: string,
  { minimo, maximo }: PasswordLength = STANDARD_PASSWORD,
): string | null {
  const { length } = [...text];
  return length >= minimo && length <= maximo
    ? null
    : `Informe uma senha de ${minimo} à ${maximo} caracteres`;
}

export const passwordHint = ({ minimo, maximo }: PasswordLength): string =>
  `De ${minimo} a ${maximo} caracteres`;
