import { recordOf } from '../jsonRecord.ts';
import { listText, upperFirst } from '../text.ts';
import { WEEKDAYS } from './calendarDate.ts';

/** A part of a day in minutes after midnight; `opens` is before `closes`. */
export interface WorkSpan {
  opens: number;
  closes: number;
}

/** The spans of each weekday from Sunday (0) to Saturday (6), in order, without overlaps; at least one in all. */
export type WorkWeek = readonly (readonly WorkSpan[])[];

/** 'HH:MM' up to '24:00'. */
export interface StoredSpan {
  inicio: string;
  fim: string;
}

/** The parameter `expediente` as stored: the spans of each weekday from Sunday to Saturday, in the branch's own time zone. */
export interface StoredWorkWeek {
  semana: StoredSpan[][];
}

/** Nobody closes more often; it also bounds the screen. */
export const MOST_SPANS = 6;

/** The days in the order in which people name them: the week begins on Monday. */
export const WORK_DAYS = [1, 2, 3, 4, 5, 6, 0] as const;

/** Converts '08:00' to '24:00' into minutes after midnight; `null` for anything else. */
export function minutesOf(text: unknown): number | null {
  const [, hours, minutes] = /^(\d{2}):([0-5]\d)$/.exec(String(text)) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  return total <= 24 * 60 ? total : null;
}

export const isWeekday = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 6;

/**
 * The parameter's value in the shape of today, its spans in order. Until hours could differ between weekdays it was
 * `{ dias, inicio, fim }`, which databases, backups and bundles still hold. Anything else is returned as it is.
 */
export function presentWorkWeek(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('semana' in value) return { ...value, semana: inOrder(value.semana) };
  const { dias, inicio, fim } = value as Record<string, unknown>;
  if (!Array.isArray(dias)) return value;
  return { semana: WEEKDAYS.map((_, day) => (dias.includes(day) ? [{ inicio, fim }] : [])) };
}

const inOrder = (week: unknown): unknown =>
  Array.isArray(week)
    ? week.map((spans: unknown) =>
        Array.isArray(spans) ? spans.toSorted((a, b) => compareTexts(a?.inicio, b?.inicio)) : spans,
      )
    : week;

const compareTexts = (one: unknown, other: unknown) =>
  String(one) < String(other) ? -1 : Number(String(one) > String(other));

/** What is wrong with the entered working hours, as one sentence that names the day; `null` when they are valid. */
export function workHoursProblem(value: unknown): string | null {
  const { dias, semana } = recordOf(value);
  if (semana === undefined && Array.isArray(dias) && (!dias.every(isWeekday) || hasTwice(dias)))
    return 'Os dias vão de 0 (domingo) a 6 (sábado), cada um uma vez.';
  const week = (presentWorkWeek(value) as Partial<StoredWorkWeek> | null)?.semana;
  if (!Array.isArray(week) || week.length !== WEEKDAYS.length || !week.every(Array.isArray))
    return 'Informe os horários dos sete dias, de domingo a sábado.';
  for (const day of WORK_DAYS) {
    const problem = workDayProblem(week[day] ?? []);
    if (problem) return `${upperFirst(WEEKDAYS[day])}: ${problem}`;
  }
  return week.some((spans) => spans.length > 0) ? null : 'Informe o horário de ao menos um dia.';
}

const hasTwice = (values: readonly unknown[]) => new Set(values).size < values.length;

/** What is wrong with the spans of one day. */
export function workDayProblem(spans: readonly unknown[]): string | null {
  if (spans.length > MOST_SPANS) return `use no máximo ${MOST_SPANS} horários.`;
  const read: (WorkSpan & { text: string })[] = [];
  for (const span of spans) {
    const { inicio, fim } = recordOf(span);
    const [opens, closes] = [minutesOf(inicio), minutesOf(fim)];
    if (opens === null || closes === null) return 'informe o início e o fim como HH:MM.';
    if (opens >= closes) return `o fim deve ser depois do início (${inicio} às ${fim}).`;
    read.push({ opens, closes, text: `${inicio} às ${fim}` });
  }
  const sorted = read.toSorted((a, b) => a.opens - b.opens);
  const second = sorted.findIndex(({ opens }, i) => opens < (sorted[i - 1]?.closes ?? 0));
  return second < 0 ? null : `${sorted[second - 1]?.text} e ${sorted[second]?.text} se sobrepõem.`;
}

/** The working hours of a stored value of either shape; `null` if it is not usable. */
export function workWeekOf(value: unknown): WorkWeek | null {
  if (workHoursProblem(value) !== null) return null;
  return (presentWorkWeek(value) as StoredWorkWeek).semana.map((spans) =>
    spans.map(({ inicio, fim }) => ({ opens: minutesOf(inicio) ?? 0, closes: minutesOf(fim) ?? 0 })),
  );
}

/** 'seg a sex, 08:00 às 12:00 e 13:30 às 18:00; sáb, 08:00 às 12:00'; days with the same hours in a row are one part. */
export function workHoursText(value: unknown): string {
  const { semana } = presentWorkWeek(value) as StoredWorkWeek;
  const parts: { days: number[]; hours: string }[] = [];
  for (const day of WORK_DAYS) {
    const hours = listText((semana[day] ?? []).map(({ inicio, fim }) => `${inicio} às ${fim}`));
    const last = parts.at(-1);
    if (last?.hours === hours) last.days.push(day);
    else parts.push({ days: [day], hours });
  }
  return parts
    .filter(({ hours }) => hours !== '')
    .map(({ days, hours }) => `${daysText(days)}, ${hours}`)
    .join('; ');
}

/** The days follow each other. */
function daysText(days: readonly number[]): string {
  const word = (day: number | undefined) => (WEEKDAYS[day ?? 0] ?? '').slice(0, 3);
  return days.length > 2 ? `${word(days[0])} a ${word(days.at(-1))}` : days.map(word).join(', ');
}
