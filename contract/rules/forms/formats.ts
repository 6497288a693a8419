import { isPostalCode } from '../address.ts';
import { addDays, type CalendarDate, daysBetween, isCalendarDate } from '../calendarDate.ts';
import { INVALID_EMAIL, isEmail, isPhone } from '../contact.ts';
import { compareDecimals, parseDecimal } from '../decimal.ts';
import { isCnpj, isCpf } from '../documents.ts';

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

/** Two days, as form data holds them; either may be missing while they are chosen. */
export interface Period {
  inicio?: CalendarDate | undefined;
  fim?: CalendarDate | undefined;
}

/** What `x-periodo` of a schema may ask. */
export interface PeriodLimits {
  /** Most days from the first to the last, both counted. */
  dias?: number;
}

/**
 * What is wrong between the two days of a value: `ordem` (ends before it begins), `dias` (too long), '' (nothing).
 * Days that are missing or no days are the business of `required` and `format`.
 */
export function periodProblem(value: unknown, { dias }: PeriodLimits): '' | 'ordem' | 'dias' {
  const { inicio, fim } = (value ?? {}) as Record<string, unknown>;
  if (typeof inicio !== 'string' || typeof fim !== 'string') return '';
  if (!isCalendarDate(inicio) || !isCalendarDate(fim)) return '';
  if (fim < inicio) return 'ordem';
  return dias !== undefined && daysBetween(inicio, fim) >= dias ? 'dias' : '';
}

/** The other end after one was chosen: moved only as far as order and limit demand. */
export function movedPeriod(period: Period, chosen: 'inicio' | 'fim', { dias }: PeriodLimits): Period {
  const { inicio, fim } = period;
  if (!inicio || !fim) return period;
  if (fim < inicio) return chosen === 'inicio' ? { inicio, fim: inicio } : { inicio: fim, fim };
  if (dias === undefined || daysBetween(inicio, fim) < dias) return period;
  return chosen === 'inicio'
    ? { inicio, fim: addDays(inicio, dias - 1) }
    : { inicio: addDays(fim, 1 - dias), fim };
}
