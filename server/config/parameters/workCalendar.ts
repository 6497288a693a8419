import { eq } from 'drizzle-orm';
import type { WorkCalendar } from '../../../contract/rules/businessTime.ts';
import { DEFAULT_TIME_ZONE, type TimeZone } from '../../../contract/rules/zonedTime.ts';
import type { Executor } from '../../db/client.ts';
import { branches } from '../../db/tables/index.ts';
import { serviceParameters } from './effectiveParameters.ts';
import { isNationalHoliday } from './nationalHolidays.ts';
import { readServiceParameters, type ServiceParameters } from './rules.ts';

/** When a branch works: its own hours and holidays, and the national ones. */
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

/** Of an installation whose parameters nobody changed. */
export const standardCalendar = (zone: TimeZone): WorkCalendar =>
  workCalendar(readServiceParameters({}), zone);
