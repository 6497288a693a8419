import { isPostalCode } from '../address.ts';
import { isCalendarDate } from '../calendarDate.ts';
import { compareDecimals, parseDecimal } from '../decimal.ts';
import { isCnpj, isCpf } from '../documents.ts';
import { INVALID_EMAIL, isEmail } from '../email.ts';
import { isPhone } from '../phone.ts';

export interface FormFormat {
  validate: (text: string) => boolean;
  /** For formatMinimum and formatMaximum; `undefined` where one of both is not of the format. */
  compare?: (left: string, right: string) => number | undefined;
  /** What a person reads when a text is not of the format. */
  message: string;
}

/** Kept without their mask, so a mask is refused: the same thing has one spelling. */
const PLAIN = /^[0-9A-Z]*$/;

const compareDays = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

/** The `format`s that a form's schema may name: browser and server judge by these very functions. */
export const formFormats = {
  date: { validate: isCalendarDate, compare: compareDays, message: 'Data inválida' },
  time: {
    validate: (text) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text),
    compare: compareDays,
    message: 'Hora inválida',
  },
  email: { validate: isEmail, message: INVALID_EMAIL },
  cpf: { validate: (text) => PLAIN.test(text) && isCpf(text), message: 'CPF inválido' },
  cnpj: { validate: (text) => PLAIN.test(text) && isCnpj(text), message: 'CNPJ inválido' },
  cpfCnpj: {
    validate: (text) => PLAIN.test(text) && (isCpf(text) || isCnpj(text)),
    message: 'CPF ou CNPJ inválido',
  },
  cep: { validate: (text) => PLAIN.test(text) && isPostalCode(text), message: 'CEP inválido' },
  phone: { validate: (text) => PLAIN.test(text) && isPhone(text), message: 'Telefone inválido' },
  cnae: { validate: (text) => /^\d{7}$/.test(text), message: 'CNAE inválido: são 7 números' },
  decimal: {
    validate: (text) => parseDecimal(text) !== null,
    compare: (left, right) =>
      parseDecimal(left) === null || parseDecimal(right) === null ? undefined : compareDecimals(left, right),
    message: 'Número inválido',
  },
  uuid: {
    validate: (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
    message: 'Código inválido',
  },
  uri: {
    // A longer one is no address, and would be read again from each of its dots.
    validate: (text) => text.length <= 2_000 && /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(text),
    message: 'Endereço inválido',
  },
} as const satisfies Record<string, FormFormat>;
