import { listText } from '../text.ts';
import { addDays, type CalendarDate, WEEKDAYS, weekdayOf } from '../time/calendarDate.ts';
import { localInstant } from '../time/dayRange.ts';
import { localDate, type TimeZone } from '../time/zonedTime.ts';
import type { ScheduleRhythm } from './report.ts';

/** Every rhythm has at least one day within this number of days. */
const MAX_WAIT = 62;

/** The first time after the given one at which the schedule runs. */
export function nextRun(rhythm: ScheduleRhythm, after: Date): Date {
  const today = localDate(after, rhythm.fuso);
  for (let ahead = 0; ahead <= MAX_WAIT; ahead++) {
    const day = addDays(today, ahead);
    if (!fallsOn(rhythm, day)) continue;
    const moment = localInstant(day, rhythm.hora, rhythm.fuso);
    if (moment > after) return moment;
  }
  throw new Error('a rhythm without a day');
}

function fallsOn(rhythm: ScheduleRhythm, day: CalendarDate): boolean {
  if (rhythm.tipo === 'SEMANAL') return rhythm.dias.includes(weekdayOf(day));
  if (rhythm.tipo === 'MENSAL') return rhythm.dia === Number(day.slice(8));
  return true;
}

/** 'Todo dia às 07:00', 'Toda segunda e quarta às 07:00', 'Todo dia 5 do mês às 07:00'. */
export function rhythmText(rhythm: ScheduleRhythm): string {
  if (rhythm.tipo === 'MENSAL') return `Todo dia ${rhythm.dia} do mês às ${rhythm.hora}`;
  if (rhythm.tipo === 'DIARIO' || rhythm.dias.length === 7) return `Todo dia às ${rhythm.hora}`;
  const days = [...rhythm.dias].sort((a, b) => a - b).map((day) => WEEKDAYS[day] ?? '');
  const all = days[0] === 'domingo' || days[0] === 'sábado' ? 'Todo' : 'Toda';
  return `${all} ${listText(days)} às ${rhythm.hora}`;
}

/** Brazil's time zones, labelled with a well-known place. */
export const BRAZILIAN_ZONES: readonly { value: TimeZone; label: string }[] = [
  { value: 'America/Sao_Paulo', label: 'Brasília' },
  { value: 'America/Noronha', label: 'Fernando de Noronha' },
  { value: 'America/Manaus', label: 'Manaus' },
  { value: 'America/Cuiaba', label: 'Cuiabá' },
  { value: 'America/Rio_Branco', label: 'Rio Branco' },
];

export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
