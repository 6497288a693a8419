import { type WorkCalendar, workingMinutesBetween } from '../time/businessTime.ts';
import { comingProblem } from '../time/comingMoment.ts';

/** The furthest day that a person may set as a ticket's due time. */
export const MOST_DUE_DAYS = 365;

const MINUTE = 60_000;

/**
 * Why a ticket cannot be due then, as the text of its field; `null` if it can. Due times count working minutes, so it has to be a
 * moment at which one of them ends.
 */
export function dueProblem(at: Date, now: Date, calendar: WorkCalendar): string | null {
  const problem = comingProblem(at, now, MOST_DUE_DAYS);
  if (problem !== null) return problem;
  if (workingMinutesBetween(new Date(at.getTime() - MINUTE), at, calendar) === 0)
    return 'Escolha um dia e uma hora do expediente da filial.';
  return null;
}

/** What of a ticket's clock decides how long its step has in all. */
export interface RunningClock {
  dueAt: Date | null;
  dueMinutes: number | null;
  stepEnteredAt: Date;
}

/** The shortest time of a step, by which warnings are given. */
const LEAST_MINUTES = 60;

/** The working minutes that a step has in all once it is due at another moment: what is given or taken is added to what it had. */
export function minutesUntil(
  { dueAt, dueMinutes, stepEnteredAt }: RunningClock,
  at: Date,
  calendar: WorkCalendar,
): number {
  const minutes =
    dueAt && dueMinutes !== null
      ? dueMinutes + workingMinutesBetween(dueAt, at, calendar) - workingMinutesBetween(at, dueAt, calendar)
      : workingMinutesBetween(stepEnteredAt, at, calendar);
  return Math.max(LEAST_MINUTES, Math.round(minutes));
}
