/**
 * A text as a literal that ends where it should, whatever it contains. A backslash makes it an escape string, so that the
 * server's setting standard_conforming_strings does not matter.
 */
export function quoted(text: string): string {
  if (text.includes('\0')) throw new Error('a text with a null character was compiled');
  const inner = text.replaceAll("'", "''");
  return inner.includes('\\') ? `E'${inner.replaceAll('\\', '\\\\')}'` : `'${inner}'`;
}
