import type { TicketStatus } from '../../catalogs/ticketStatus.ts';
import type { PickupStatus } from '../../catalogs/transport.ts';
import { type CalendarDate, formatCalendarDate } from '../time/calendarDate.ts';
import { type Instant, localDate, localTime, type TimeZone } from '../time/zonedTime.ts';
import { isClosed } from './ticketTransitions.ts';

/** What is stored about a ticket that says when something will happen. */
export interface PromiseFacts {
  status: TicketStatus;
  /** When the time of the step ends; `null` without a limit and while the clock is paused. */
  due: Instant | null;
  pickup: { status: PickupStatus; scheduledFor: CalendarDate | null } | null;
  now: Instant;
  /** That of the ticket's branch. */
  zone: TimeZone;
}

/**
 * What a consumer may expect, in one sentence: 'Coleta prevista até 12/12.' Only a stored day that is still to come is told; '' where
 * there is none, because a day that has passed or was never set promises nothing.
 */
export function ticketPromise({ status, due, pickup, now, zone }: PromiseFacts): string {
  if (isClosed(status)) return '';
  const today = localDate(now, zone);
  const day = pickup?.status === 'GERADA' ? pickup.scheduledFor : null;
  if (day !== null && day >= today) return `Coleta prevista até ${dayText(day, today)}.`;
  if (due === null || new Date(due).getTime() <= new Date(now).getTime()) return '';
  return `Resposta até ${dayText(localDate(due, zone), today)} às ${localTime(due, zone)}.`;
}

/** '12/12', and with its year where that is another one. */
function dayText(day: CalendarDate, today: CalendarDate): string {
  const text = formatCalendarDate(day);
  return day.slice(0, 4) === today.slice(0, 4) ? text.slice(0, 5) : text;
}
