import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { addMonths, weekOf, weeksOfMonth } from '../../../../contract/rules/agendas/calendarDays.ts';
import { addDays, type CalendarDate, isCalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { ownToday } from '../../../dataProvider/session.ts';

export type CalendarMode = 'mes' | 'semana';

/** What the calendar shows stands in the address: mode, chosen day, whose agendas. */
export function useCalendarAddress() {
  const [search, setSearch] = useSearchParams();
  const mode: CalendarMode = search.get('modo') === 'semana' ? 'semana' : 'mes';
  const asked = search.get('dia') ?? '';
  const day = isCalendarDate(asked) ? asked : ownToday();
  const idColab = search.get('idColab') ?? '';
  const change = useCallback(
    (next: { modo?: CalendarMode; dia?: CalendarDate; idColab?: string }) =>
      setSearch(
        (now) => {
          const changed = new URLSearchParams(now);
          for (const [key, value] of Object.entries(next)) {
            if (value) changed.set(key, value);
            else changed.delete(key);
          }
          return changed;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const shown = mode === 'mes' ? weeksOfMonth(day).flat() : weekOf(day);
  const step = (way: 1 | -1) => (mode === 'mes' ? addMonths(day, way) : addDays(day, 7 * way));
  return { mode, day, idColab, change, shown, step };
}
