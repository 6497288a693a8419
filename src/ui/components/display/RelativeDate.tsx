import { formatDateTime, formatRelativeDate } from '../../../../contract/rules/calendarDate.ts';
import type { Instant } from '../../../../contract/rules/zonedTime.ts';
import { ownZone } from '../../../dataProvider/session.ts';

interface RelativeDateProps {
  value: Instant | null | undefined;
  zone?: string;
  /** For tests and for lists that want one clock; now by default. */
  now?: Instant;
  /** Day and time in sight too, where a person must be able to say them and a touch shows no title. */
  exact?: boolean;
}

/** Relative within seven days, otherwise the day; the full date and time in the title. */
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

/** 'ontem · 20/11/2026 17:58'; what already says the day or the time is not said twice. */
const withTime = (relative: string, full: string) => {
  if (full.startsWith(relative)) return full;
  return relative.startsWith('hoje') ? relative : `${relative} · ${full}`;
};
