import { addDays, type CalendarDate } from '../time/calendarDate.ts';
import { startOfDay } from '../time/dayRange.ts';
import { localDate, localTime, type TimeZone } from '../time/zonedTime.ts';
import type { ScheduleRhythm } from './report.ts';

const MINUTE = 60_000;
/** Every rhythm has at least one day within this number of days. */
const MAX_WAIT = 62;

/** The first time after the given one at which the schedule runs. */
export function nextRun(rhythm: ScheduleRhythm, after: Date): Date {
  const today = localDate(after, rhythm.fuso);
  for (let ahead = 0; ahead <= MAX_WAIT; ahead++) {
    const day = addDays(today, ahead);
    if (!fallsOn(rhythm, day)) continue;
    const moment = momentOf(day, rhythm.hora, rhythm.fuso);
    if (moment > after) return moment;
  }
  throw new Error('a rhythm without a day');
}

function fallsOn(rhythm: ScheduleRhythm, day: CalendarDate): boolean {
  if (rhythm.tipo === 'SEMANAL') return rhythm.dias.includes(weekday(day));
  if (rhythm.tipo === 'MENSAL') return rhythm.dia === Number(day.slice(8));
  return true;
}

const weekday = (day: CalendarDate): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/**
 * The instant at which clocks in the zone show this hour on this day. If daylight saving time skips it, the first instant
 * after; if it occurs twice, the first of the two.
 */
function momentOf(day: CalendarDate, hour: string, zone: TimeZone): Date {
  const start = startOfDay(day, zone).getTime();
  const next = startOfDay(addDays(day, 1), zone).getTime();
  const [hours = 0, minutes = 0] = hour.split(':').map(Number);
  const guess = start + (hours * 60 + minutes) * MINUTE;
  for (const shift of [-60, 0, 60]) {
    const moment = new Date(guess + shift * MINUTE);
    const inDay = moment.getTime() >= start && moment.getTime() < next;
    if (inDay && localTime(moment, zone) >= hour) return moment;
  }
  return new Date(next);
}

const WEEKDAYS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'];

/** 'Todo dia às 07:00', 'Toda segunda e quarta às 07:00', 'Todo dia 5 do mês às 07:00'. */
export function rhythmText(rhythm: ScheduleRhythm): string {
  if (rhythm.tipo === 'MENSAL') return `Todo dia ${rhythm.dia} do mês às ${rhythm.hora}`;
  if (rhythm.tipo === 'DIARIO' || rhythm.dias.length === 7) return `Todo dia às ${rhythm.hora}`;
  const days = [...rhythm.dias].sort((a, b) => a - b).map((day) => WEEKDAYS[day] ?? '');
  const all = days[0] === 'domingo' || days[0] === 'sábado' ? 'Todo' : 'Toda';
  return `${all} ${joined(days)} às ${rhythm.hora}`;
}

const joined = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} e ${words.at(-1)}`;

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
