import { isCalendarDate } from '../calendarDate.ts';
import type { Problem } from '../problem.ts';
import { momentParts } from './serviceSettings.ts';

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
