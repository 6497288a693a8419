/** The digits of a CEP. */
export const normalizePostalCode = (text: string): string => text.replace(/\D/g, '');

/** Eight digits after the mask is taken off (document 002, section 5). */
export const isPostalCode = (text: string): boolean => /^\d{8}$/.test(normalizePostalCode(text));

/** '00000-000', partial texts as far as they go. */
export function formatPostalCode(text: string): string {
  const digits = normalizePostalCode(text).slice(0, 8);
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits;
}
