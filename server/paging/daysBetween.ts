import type { CalendarDate } from '../../contract/rules/time/calendarDate.ts';
import { dayRange, type InstantRange } from '../../contract/rules/time/dayRange.ts';
import type { TimeZone } from '../../contract/rules/time/zonedTime.ts';
import { invalid } from '../errors.ts';

/** Days before and after these stand for "unbounded": no data is there, and every date library supports them. */
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2999-12-31';

/** The instants of a date filter, both ends inclusive and either one optional; undefined without any. */
export function daysBetween(
  from: CalendarDate | undefined,
  to: CalendarDate | undefined,
  { zone, field }: { zone: TimeZone; field: string },
): InstantRange | undefined {
  if (!from && !to) return undefined;
  const within = (day: string) => (day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day);
  const [first, last] = [within(from || FIRST_DAY), within(to || LAST_DAY)];
  if (first > last) throw invalid({ [field]: 'A data final é anterior à inicial.' });
  return dayRange(first, last, zone);
}
