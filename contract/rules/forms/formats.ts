import { INVALID_EMAIL, isEmail, isPostalCode } from '../contact.ts';
import { compareDecimals, parseDecimal } from '../decimal.ts';
import { isCnpj, isCpf } from '../documents.ts';
import { recordOf } from '../jsonRecord.ts';
import { isPhone, normalizePhone } from '../phone.ts';
import { addDays, type CalendarDate, daysBetween, isCalendarDate } from '../time/calendarDate.ts';
import { isInstantText } from '../time/instantText.ts';

export interface FormFormat {
  validate: (text: string) => boolean;
  /** For formatMinimum and formatMaximum; `undefined` if either text does not have the format. */
  compare?: (left: string, right: string) => number | undefined;
  /** The message shown when a text does not have the format. */
  message: string;
}

/** Stored without a mask, so a masked value is rejected: every value has only one spelling. */
const PLAIN = /^[0-9A-Z]*$/;

const compareDays = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

/** The `format`s that a form's schema may use; browser and server validate with these same functions. */
export const formFormats = {
  date: { validate: isCalendarDate, compare: compareDays, message: 'Data inválida' },
  instant: { validate: isInstantText, message: 'Data e hora inválidas' },
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
  phone: { validate: (text) => isPhone(text) && normalizePhone(text) === text, message: 'Telefone inválido' },
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
    // A longer text is not an address, and the pattern would be tried again from each of its dots.
    validate: (text) => text.length <= 2_000 && /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(text),
    message: 'Endereço inválido',
  },
} as const satisfies Record<string, FormFormat>;

/** Two days as stored in form data; either may be missing while they are being chosen. */
export interface Period {
  inicio?: CalendarDate | undefined;
  fim?: CalendarDate | undefined;
}

/** The limits that `x-periodo` of a schema may set. */
export interface PeriodLimits {
  /** Maximum number of days from the first to the last, both included. */
  dias?: number;
}

/**
 * What is wrong with the two days of a value: `ordem` (ends before it begins), `dias` (too long), '' (nothing). Missing or
 * invalid days are left to `required` and `format`.
 */
export function periodProblem(value: unknown, { dias }: PeriodLimits): '' | 'ordem' | 'dias' {
  const { inicio, fim } = recordOf(value);
  if (typeof inicio !== 'string' || typeof fim !== 'string') return '';
  if (!isCalendarDate(inicio) || !isCalendarDate(fim)) return '';
  if (fim < inicio) return 'ordem';
  return dias !== undefined && daysBetween(inicio, fim) >= dias ? 'dias' : '';
}

/** The period after one end was chosen; the other end is moved only as far as order and limit require. */
export function movedPeriod(period: Period, chosen: 'inicio' | 'fim', { dias }: PeriodLimits): Period {
  const { inicio, fim } = period;
  if (!inicio || !fim) return period;
  if (fim < inicio) return chosen === 'inicio' ? { inicio, fim: inicio } : { inicio: fim, fim };
  if (dias === undefined || daysBetween(inicio, fim) < dias) return period;
  return chosen === 'inicio'
    ? { inicio, fim: addDays(inicio, dias - 1) }
    : { inicio: addDays(fim, 1 - dias), fim };
}
