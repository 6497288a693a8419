import {
  formatCnpj,
  formatCpf,
  formatDocument,
  normalizeDocument,
} from '../../../../contract/rules/documents.ts';
import { formatPhone, normalizePhone } from '../../../../contract/rules/phone.ts';
import { formatPostalCode, normalizePostalCode } from '../../../../contract/rules/postalCode.ts';

export interface Mask {
  /** What a person sees; a partial text is masked as far as it goes. */
  format: (plain: string) => string;
  /** What is kept: the text without its mask, cut to its length. */
  plain: (text: string) => string;
  placeholder: string;
  /** Letters are possible (a CNPJ since July 2026), so no numeric keyboard. */
  letters?: boolean;
}

export type MaskKind = 'cpf' | 'cnpj' | 'cpfCnpj' | 'cep' | 'phone' | 'cnae' | 'date' | 'time';

const digits = (text: string, length: number) => text.replace(/\D/g, '').slice(0, length);

/** '21/11/2026' of '21112026', as far as it goes. */
export const formatDateDigits = (plain: string) =>
  [plain.slice(0, 2), plain.slice(2, 4), plain.slice(4, 8)].filter(Boolean).join('/');

/** A pasted ISO date is turned round, so that it reads as it was meant. */
const dateDigits = (text: string) => {
  const [, year, month, day] = /^\s*(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? [];
  return year ? `${day}${month}${year}` : digits(text, 8);
};

/** The rules are those of the contract, so that a field shows what lists and documents show. */
export const MASKS: Record<MaskKind, Mask> = {
  cpf: { format: formatCpf, plain: (text) => digits(text, 11), placeholder: '000.000.000-00' },
  cnpj: {
    format: formatCnpj,
    plain: (text) => normalizeDocument(text).slice(0, 14),
    placeholder: '00.000.000/0000-00',
    letters: true,
  },
  cpfCnpj: {
    format: formatDocument,
    plain: (text) => normalizeDocument(text).slice(0, 14),
    placeholder: 'CPF ou CNPJ',
    letters: true,
  },
  cep: {
    format: formatPostalCode,
    plain: (text) => normalizePostalCode(text).slice(0, 8),
    placeholder: '00000-000',
  },
  phone: {
    format: formatPhone,
    plain: (text) => normalizePhone(text).slice(0, 11),
    placeholder: '(00) 00000-0000',
  },
  cnae: {
    format: (plain) =>
      [
        plain.slice(0, 4),
        plain.length > 4 && `-${plain.slice(4, 5)}`,
        plain.length > 5 && `/${plain.slice(5, 7)}`,
      ]
        .filter(Boolean)
        .join(''),
    plain: (text) => digits(text, 7),
    placeholder: '0000-0/00',
  },
  date: { format: formatDateDigits, plain: dateDigits, placeholder: 'dd/mm/aaaa' },
  time: {
    format: (plain) => [plain.slice(0, 2), plain.slice(2, 4)].filter(Boolean).join(':'),
    plain: (text) => digits(text, 4),
    placeholder: '00:00',
  },
};
