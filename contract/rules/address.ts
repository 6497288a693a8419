import { HIDDEN } from './privacy/masks.ts';

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
