interface AddressParts {
  logradouro?: string | undefined;
  numero?: string | undefined;
  complemento?: string | undefined;
  bairro?: string | undefined;
  cidade?: string | undefined;
  uf?: string | undefined;
  cep?: string | undefined;
}

/** An address in one line, whole: 'Rua das Flores, 10, apto 3 · Centro · Campinas – SP · CEP 13010-100'. */
export const addressText = (given: AddressParts): string =>
  [
    [given.logradouro, given.numero, given.complemento].filter(Boolean).join(', '),
    given.bairro,
    [given.cidade, given.uf].filter(Boolean).join(' – '),
    given.cep && `CEP ${formatPostalCode(given.cep)}`,
  ]
    .filter(Boolean)
    .join(' · ');

/** The digits of a CEP. */
export const normalizePostalCode = (text: string): string => text.replace(/\D/g, '');

/** Eight digits after the mask is taken off (document 002, section 5). */
export const isPostalCode = (text: string): boolean => /^\d{8}$/.test(normalizePostalCode(text));

/** '00000-000', partial texts as far as they go. */
export function formatPostalCode(text: string): string {
  // Hidden in part.
  if (text.includes('*')) return text;
  const digits = normalizePostalCode(text).slice(0, 8);
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits;
}
