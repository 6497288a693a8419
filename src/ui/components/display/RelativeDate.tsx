import { formatDateTime, formatRelativeDate } from '../../../../contract/rules/calendarDate.ts';
import type { Instant } from '../../../../contract/rules/zonedTime.ts';
import { ownZone } from '../../../dataProvider/session.ts';

interface RelativeDateProps {
  value: Instant | null | undefined;
  zone?: string;
  /** For tests, and for lists that share one clock; the current time by default. */
  now?: Instant;
  /** Also shows the date and time, where people must be able to quote them and touch devices show no tooltip. */
  exact?: boolean;
}

/** Relative within seven days, otherwise the date; the full date and time are in the tooltip. */
export const RelativeDate = ({
  value,
  zone = ownZone(),
  now = Date.now(),
  exact = false,
}: RelativeDateProps) => {
  if (value == null || Number.isNaN(new Date(value).getTime())) return null;
  const full = formatDateTime(value, zone);
  const relative = formatRelativeDate(value, now, zone);
  return (
    <time dateTime={new Date(value).toISOString()} title={full}>
      {exact ? withTime(relative, full) : relative}
    </time>
  );
};

/** 'ontem · 20/11/2026 17:58'; a date or time already contained in the relative text is not repeated. */
const withTime = (relative: string, full: string) => {
  if (full.startsWith(relative)) return full;
  return relative.startsWith('hoje') ? relative : `${relative} · ${full}`;
};
