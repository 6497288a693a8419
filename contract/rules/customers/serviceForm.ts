import type { Problem } from '../problem.ts';
import { isCalendarDate } from '../time/calendarDate.ts';

export const MAX_DESCRIPTION_LENGTH = 2000;
/** Time of the contact when only its day was given. */
const FIRST_HOUR = '09:00';

/** What a person records about a conversation. */
export interface RecordForm {
  motivo: number | null;
  descricao: string;
  /** A day, or a day with a time; empty if there is none. */
  retorno: string;
  orcamento: number | null;
  situacao: 'ABERTO' | 'PERDIDO' | null;
  motivoPerda: number | null;
}

/** Day and time of a return; `null` if the text is not one. */
export function returnParts(text: string): { date: string; time: string } | null {
  return isCalendarDate(text) ? { date: text, time: FIRST_HOUR } : momentParts(text);
}

/** `now` is the current day and time in the time zone of the customer's branch. */
export function recordProblems(form: RecordForm, now: { date: string; time: string }): Problem[] {
  const problems: Problem[] = [];
  const demand = (field: string, holds: boolean, message: string) => {
    if (!holds) problems.push({ field, message });
  };
  const back = form.retorno ? returnParts(form.retorno) : null;
  demand('motivo_id', form.motivo !== null, 'Escolha o motivo do atendimento.');
  demand('data_retorno', !form.retorno || back !== null, 'Data inválida');
  demand('data_retorno', !back || isAhead(back, form.retorno, now), 'Data anterior a data mínima');
  demand('orcamento_id', form.situacao === null || form.orcamento !== null, 'Escolha o orçamento.');
  demand(
    'motivoPerda',
    form.situacao !== 'PERDIDO' || form.motivoPerda !== null,
    'Diga por que o orçamento foi perdido.',
  );
  return problems;
}

/** Today is accepted when no time was given. */
const isAhead = (back: { date: string; time: string }, text: string, now: { date: string; time: string }) =>
  isCalendarDate(text) ? back.date >= now.date : `${back.date} ${back.time}` > `${now.date} ${now.time}`;

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
function momentParts(text: string): { date: string; time: string } | null {
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
