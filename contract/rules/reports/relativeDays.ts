import type { JsonSchema } from '../definitions/definition.ts';
import { formatCount } from '../format.ts';
import {
  addDays,
  type CalendarDate,
  daysBetween,
  formatCalendarDate,
  isCalendarDate,
  weekdayOf,
} from '../time/calendarDate.ts';

type Values = Record<string, unknown>;

const monthOf = (day: CalendarDate): CalendarDate => `${day.slice(0, 7)}-01`;
const nextMonthOf = (day: CalendarDate): CalendarDate => monthOf(addDays(monthOf(day), 31));

/** Monday of the day's week. */
const mondayOf = (day: CalendarDate): CalendarDate => addDays(day, -((weekdayOf(day) + 6) % 7));

/** The relative days that a definition, a saved set or a schedule may use: `@hoje`, `@inicio_mes-7d`. */
const ANCHORS: readonly { token: string; text: string; dayOf: (today: CalendarDate) => CalendarDate }[] = [
  { token: '@hoje', text: 'hoje', dayOf: (today) => today },
  { token: '@inicio_semana', text: 'início da semana', dayOf: mondayOf },
  { token: '@fim_semana', text: 'fim da semana', dayOf: (today) => addDays(mondayOf(today), 6) },
  { token: '@inicio_mes', text: 'início do mês', dayOf: monthOf },
  { token: '@fim_mes', text: 'fim do mês', dayOf: (today) => addDays(nextMonthOf(today), -1) },
  {
    token: '@inicio_mes_anterior',
    text: 'início do mês anterior',
    dayOf: (today) => monthOf(addDays(monthOf(today), -1)),
  },
  { token: '@fim_mes_anterior', text: 'fim do mês anterior', dayOf: (today) => addDays(monthOf(today), -1) },
  { token: '@inicio_ano', text: 'início do ano', dayOf: (today) => `${today.slice(0, 4)}-01-01` },
  { token: '@fim_ano', text: 'fim do ano', dayOf: (today) => `${today.slice(0, 4)}-12-31` },
];

const RELATIVE_DAY = /^(@[a-z_]+?)(?:([+-])(\d{1,4})d)?$/;

/** Resolves a token to a day as of `today`; any other text, including an unknown token, is returned unchanged. */
export function resolveDay(text: string, today: CalendarDate): string {
  const [, name, sign, days] = RELATIVE_DAY.exec(text) ?? [];
  const anchor = ANCHORS.find(({ token }) => token === name);
  if (!anchor) return text;
  return addDays(anchor.dayOf(today), days ? Number(`${sign}${days}`) : 0);
}

/** Resolves tokens anywhere in the values. */
export function resolveDays<T>(value: T, today: CalendarDate): T {
  if (typeof value === 'string') return resolveDay(value, today) as T;
  if (Array.isArray(value)) return value.map((each) => resolveDays(each, today)) as T;
  if (value === null || typeof value !== 'object') return value;
  return mapped(value, (each) => resolveDays(each, today)) as T;
}

/**
 * Replaces days with tokens that move with the calendar, so that a choice such as "this month so far" keeps its meaning. Only
 * day parameters are replaced; a text that looks like a day is not.
 */
export function toRelativeDays(values: Values, schema: JsonSchema, today: CalendarDate): Values {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, moving(value, properties[name], today)]),
  );
}

/** The inverse, as of the given day; only day parameters are considered. */
export function resolveDayParameters(values: Values, schema: JsonSchema, today: CalendarDate): Values {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const isDay = (name: string, value: unknown) => properties[name]?.format === 'date' || isPeriod(value);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isDay(name, value) ? resolveDays(value, today) : value,
    ]),
  );
}

function moving(value: unknown, schema: JsonSchema | undefined, today: CalendarDate): unknown {
  if (schema?.format === 'date') return typeof value === 'string' ? tokenOf(value, today, FOR_END) : value;
  if (!isPeriod(value)) return value;
  return {
    ...value,
    inicio: tokenOf(value.inicio, today, FOR_START),
    fim: tokenOf(value.fim, today, FOR_END),
  };
}

/** Tried in this order: on the first of a month, a period that starts today is taken to start with the month. */
const FOR_START = ['@inicio_mes', '@inicio_mes_anterior', '@inicio_ano', '@hoje'];
const FOR_END = ['@hoje', '@fim_mes', '@fim_mes_anterior', '@inicio_mes', '@inicio_mes_anterior'];

function tokenOf(day: string, today: CalendarDate, order: readonly string[]): string {
  if (!isCalendarDate(day)) return day;
  const same = order.find((token) => resolveDay(token, today) === day);
  if (same) return same;
  const days = daysBetween(today, day);
  return Math.abs(days) > 9999 ? day : `@hoje${days < 0 ? '-' : '+'}${Math.abs(days)}d`;
}

interface Period {
  inicio: string;
  fim: string;
}

const isPeriod = (value: unknown): value is Period =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<Period>).inicio === 'string' &&
  typeof (value as Partial<Period>).fim === 'string';

/** 'hoje', '30 dias antes de hoje', 'início do mês', '21/11/2026'. */
export function dayText(text: string): string {
  const [, name, sign, days] = RELATIVE_DAY.exec(text) ?? [];
  const anchor = ANCHORS.find(({ token }) => token === name);
  if (!anchor) return formatCalendarDate(text);
  if (!days || Number(days) === 0) return anchor.text;
  const count = `${formatCount(Number(days), 'dia', 'dias')}`;
  return sign === '-' ? `${count} antes de ${anchor.text}` : `${count} depois de ${anchor.text}`;
}

const mapped = (value: object, change: (each: unknown) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([key, each]) => [key, change(each)]));
