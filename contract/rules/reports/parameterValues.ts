import type { CalendarDate } from '../calendarDate.ts';
import { isEmptyValue } from './filtersInWords.ts';
import { resolveDays } from './relativeDays.ts';
import type { ReportParameter } from './report.ts';

type Values = Readonly<Record<string, unknown>>;

/** Days that are said by their distance become days; a text that only looks like one stays. */
export function resolvedValues(
  parameters: readonly ReportParameter[],
  values: Values,
  today: CalendarDate,
): Record<string, unknown> {
  const days = new Set(
    parameters
      .filter(({ tipo }) => tipo === 'DATE' || tipo === 'DATERANGE')
      .map(({ parametro }) => parametro),
  );
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, days.has(name) ? resolveDays(value, today) : value]),
  );
}

/** What the form opens with. */
export const initialValues = (
  parameters: readonly ReportParameter[],
  today: CalendarDate,
): Record<string, unknown> =>
  resolvedValues(
    parameters,
    Object.fromEntries(
      parameters.flatMap(({ parametro, valorpadrao }) =>
        valorpadrao === undefined ? [] : [[parametro, valorpadrao] as const],
      ),
    ),
    today,
  );

/** Without what says nothing: an empty filter is an absent one, whichever way it was left empty. */
export const filledValues = (values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmptyValue(value)));
