import { isCalendarDate } from '../calendarDate.ts';
import type { Problem } from '../problem.ts';

/** The flags for the weekdays on which the customer is served, Sunday first (document 001 section 3). */
export const SERVED_FLAGS = [
  'atendidoDomingo',
  'atendidoSegunda',
  'atendidoTerca',
  'atendidoQuarta',
  'atendidoQuinta',
  'atendidoSexta',
  'atendidoSabado',
] as const;
export type ServedFlag = (typeof SERVED_FLAGS)[number];

/** Days between contacts: 1 to 365, or 0 when not set. */
export const MAX_CONTACT_INTERVAL_DAYS = 365;

export type ServiceSettings = {
  frequenciaAtendimento: number;
  naoContatar: 0 | 1;
  /** 'YYYY-MM-DD HH:mm', or empty. */
  dtProximoContatoCobranca: string;
} & Record<ServedFlag, 0 | 1>;

/** Converts the weekdays of the table (0 is Sunday) to the wire flags and back. */
export const servedFlags = (days: readonly number[]): Record<ServedFlag, 0 | 1> =>
  Object.fromEntries(SERVED_FLAGS.map((flag, day) => [flag, days.includes(day) ? 1 : 0])) as Record<
    ServedFlag,
    0 | 1
  >;

export const servedDays = (flags: Partial<Record<ServedFlag, 0 | 1>>): number[] =>
  SERVED_FLAGS.flatMap((flag, day) => (flags[flag] === 1 ? [day] : []));

/** 'N de 7 dias' */
export const servedText = (flags: Record<ServedFlag, 0 | 1>): string =>
  `${servedDays(flags).length} de 7 dias`;

const MOMENT = /^(\d{4}-\d{2}-\d{2})[ T]([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/;

/** Splits a moment, with a blank or a T in the middle, into day and 'HH:mm'; `null` if the text is not one. */
export function momentParts(text: string): { date: string; time: string } | null {
  const [, date = '', hour = '', minute = ''] = MOMENT.exec(text.trim()) ?? [];
  return isCalendarDate(date) ? { date, time: `${hour}:${minute}` } : null;
}

/** Formats a moment, with or without seconds and with a blank or a T in the middle, as 'YYYY-MM-DD HH:mm'. */
export const momentFromField = (text: string): string => text.trim().slice(0, 16).replace('T', ' ');

export function settingsProblems(given: Partial<ServiceSettings>): Problem[] {
  const moment = given.dtProximoContatoCobranca;
  if (!moment || momentParts(moment)) return [];
  return [{ field: 'dtProximoContatoCobranca', message: 'Data inválida' }];
}
