import { isCalendarDate } from '../calendarDate.ts';
import type { Problem } from '../problem.ts';

/** The switches of the served weekdays, Sunday first (document 001 section 3). */
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

/** Days between contacts: 1 to 365, and 0 where nobody set it. */
export const LONGEST_FREQUENCY = 365;

export type ServiceSettings = {
  frequenciaAtendimento: number;
  naoContatar: 0 | 1;
  /** 'YYYY-MM-DD HH:mm', or empty. */
  dtProximoContatoCobranca: string;
} & Record<ServedFlag, 0 | 1>;

/** Weekdays of the table (0 is Sunday) as the flags of the wire, and back. */
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

/** Day and 'HH:mm' of a moment with a blank or a T between them; `null` for what is none. */
export function momentParts(text: string): { date: string; time: string } | null {
  const [, date = '', hour = '', minute = ''] = MOMENT.exec(text.trim()) ?? [];
  return isCalendarDate(date) ? { date, time: `${hour}:${minute}` } : null;
}

/** 'YYYY-MM-DD HH:mm' of a moment with or without seconds, with a blank or a T between. */
export const momentFromField = (text: string): string => text.trim().slice(0, 16).replace('T', ' ');

export function settingsProblems(given: Partial<ServiceSettings>): Problem[] {
  const moment = given.dtProximoContatoCobranca;
  if (!moment || momentParts(moment)) return [];
  return [{ field: 'dtProximoContatoCobranca', message: 'Data inválida' }];
}
