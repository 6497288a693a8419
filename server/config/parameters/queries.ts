import { getHolidays } from '@brazilian-utils/brazilian-utils/get-holidays';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { WorkCalendar } from '#contract/rules/time/businessTime.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, type TimeZone } from '#contract/rules/time/zonedTime.ts';
import { cachedQuery } from '../../db/cachedQuery.ts';
import type { Executor } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { branches, parameters } from '../../db/tables/index.ts';
import {
  type ParameterArea,
  type ParameterValues,
  readServiceParameters,
  type ServiceParameters,
} from './rules.ts';

/** Which areas each area reads; the last one wins. One console serves both areas, so each also reads the other's. */
const SOURCES: Record<ParameterArea, readonly ParameterArea[]> = {
  SAC: ['CALLCENTER', 'GERAL', 'SAC'],
  GERAL: ['GERAL'],
  CALLCENTER: ['SAC', 'GERAL', 'CALLCENTER'],
};

/**
 * Parameters by key, without prefix. SAC_ takes precedence over GERAL_, and within each the branch's own value over the one
 * for all branches.
 */
export async function parametersFor(
  db: Executor,
  area: ParameterArea,
  branchId = 0,
): Promise<ParameterValues> {
  return merged(await rowsOf(db, area, [0, branchId]), SOURCES[area]);
}

/** Each area makes only its own parameters public before sign-in (docs/domain.md 11). */
const PUBLIC_SOURCES: Record<ParameterArea, readonly ParameterArea[]> = {
  SAC: ['GERAL', 'SAC'],
  GERAL: ['GERAL'],
  CALLCENTER: ['CALLCENTER'],
};

export async function publicParameters(db: Executor, area: ParameterArea): Promise<ParameterValues> {
  const rows = await rowsOf(db, area, [0]);
  return merged(
    rows.filter((row) => row.public),
    PUBLIC_SOURCES[area],
  );
}

/**
 * The value as it was stored. Read as jsonb, a text that looks like a number would become one: "0.10" as 0.1, a company
 * called "2024" as 2024.
 */
export const storedValue = sql<unknown>`${parameters.value}::text`.mapWith((text: string): unknown =>
  JSON.parse(text),
);

const selectRows = (db: Executor) =>
  db
    .select({
      area: parameters.area,
      key: parameters.key,
      value: storedValue,
      public: parameters.public,
    })
    .from(parameters)
    .where(
      and(
        sql`${parameters.area} = any(${sql.placeholder('areas')})`,
        sql`${parameters.branchId} = any(${sql.placeholder('branchIds')})`,
      ),
    )
    .orderBy(asc(parameters.branchId));

const parametersOf = cachedQuery(
  'parameters_of',
  [parameters],
  prepared<{ areas: ParameterArea[]; branchIds: number[] }, Row[]>('parameters_of', selectRows),
);

const rowsOf = (db: Executor, area: ParameterArea, branchIds: number[]) =>
  parametersOf(db, { areas: [...SOURCES[area]], branchIds });

/** Rows are ordered with the branch's own last; later keys replace earlier ones. */
const merged = (rows: readonly Row[], sources: readonly ParameterArea[]): ParameterValues =>
  Object.fromEntries(
    sources.flatMap((source) =>
      rows
        .filter((row) => row.area === source && row.value !== null)
        .map((row) => [row.key, row.value] as const),
    ),
  );

const parametersOfBranch = cachedQuery(
  'service_parameters',
  [parameters],
  async (db, { branchId }: { branchId: number }) =>
    readServiceParameters(await parametersFor(db, 'SAC', branchId)),
);

/** All parameters with their kinds checked and their defaults filled in. */
export const serviceParameters = (db: Executor, branchId = 0) => parametersOfBranch(db, { branchId });

type Row = Awaited<ReturnType<typeof selectRows>>[number];

/** A branch's working calendar: its own hours and holidays, and the national ones. */
export async function calendarOf(db: Executor, branchId: number): Promise<WorkCalendar> {
  const [[branch], parameters] = await Promise.all([
    db.select({ zone: branches.timeZone }).from(branches).where(eq(branches.id, branchId)),
    serviceParameters(db, branchId),
  ]);
  return workCalendar(parameters, branch?.zone ?? DEFAULT_TIME_ZONE);
}

export function workCalendar(
  { expediente, feriados }: Pick<ServiceParameters, 'expediente' | 'feriados'>,
  zone: TimeZone,
): WorkCalendar {
  const local = new Set(feriados);
  return { ...expediente, zone, isHoliday: (day) => local.has(day) || isNationalHoliday(day) };
}

const FIRST_YEAR = 1900;

const LAST_YEAR = 2099;

const byYear = new Map<number, ReadonlySet<CalendarDate>>();

/** The library returns midnight in the machine's zone. */
const dayOf = (date: Date): CalendarDate =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/** The calendar of an installation with unchanged parameters. */
export const standardCalendar = (zone: TimeZone): WorkCalendar =>
  workCalendar(readServiceParameters({}), zone);

/** Whether the day is a public holiday for all of Brazil. Carnival and Corpus Christi are left to each branch. */
export function isNationalHoliday(day: CalendarDate): boolean {
  const year = Number(day.slice(0, 4));
  const holidays = byYear.get(year) ?? holidaysOf(year);
  byYear.set(year, holidays);
  return holidays.has(day);
}

function holidaysOf(year: number): ReadonlySet<CalendarDate> {
  if (year < FIRST_YEAR || year > LAST_YEAR) return new Set();
  return new Set(
    getHolidays(year)
      .filter(({ type }) => type === 'national')
      .map(({ date }) => dayOf(date)),
  );
}
