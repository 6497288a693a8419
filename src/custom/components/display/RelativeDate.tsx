import { formatDateTime, formatRelativeDate } from '../../../../contract/rules/dateText.ts';
import { DEFAULT_TIME_ZONE, type Instant } from '../../../../contract/rules/zonedTime.ts';

interface RelativeDateProps {
  value: Instant | null | undefined;
  zone?: string;
  /** For tests and for lists that want one clock; now by default. */
  now?: Instant;
}

/** Relative within seven days, otherwise the day; the full date and time in the title. */
export const RelativeDate = ({ value, zone = DEFAULT_TIME_ZONE, now = Date.now() }: RelativeDateProps) => {
  if (value == null || Number.isNaN(new Date(value).getTime())) return null;
  return (
    <time dateTime={new Date(value).toISOString()} title={formatDateTime(value, zone)}>
      {formatRelativeDate(value, now, zone)}
    </time>
  );
};
