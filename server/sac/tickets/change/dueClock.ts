import {
  addWorkingMinutes,
  type WorkCalendar,
  workingMinutesBetween,
} from '../../../../contract/rules/businessTime.ts';
import type { FlowStep } from '../../../../contract/rules/flows/flow.ts';
import { pausesDue } from '../../../../contract/rules/tickets/ticketTransitions.ts';
import type { TicketRecord } from './lockTicket.ts';

/** The columns of the due clock: it runs to an instant, or stands still with minutes left, or there is none. */
export type DueClock = Pick<TicketRecord, 'dueAt' | 'dueMinutesLeft'>;

export const NO_CLOCK: DueClock = { dueAt: null, dueMinutesLeft: null };

/** The clock of a step that is entered now. */
export function enteredDue(
  {
    prazo_horas_uteis: hours,
    status_ao_entrar: status,
  }: Pick<FlowStep, 'prazo_horas_uteis' | 'status_ao_entrar'>,
  calendar: WorkCalendar,
  now: Date,
): DueClock {
  if (hours === null) return NO_CLOCK;
  if (pausesDue(status)) return { dueAt: null, dueMinutesLeft: hours * 60 };
  return { dueAt: addWorkingMinutes(now, hours * 60, calendar), dueMinutesLeft: null };
}

/**
 * Stopped, because the customer is waited for: a begun minute counts as left, what is late has none. One that
 * stands still or has no limit stays as it is.
 */
export function pausedDue({ dueAt, dueMinutesLeft }: DueClock, calendar: WorkCalendar, now: Date): DueClock {
  if (!dueAt) return { dueAt, dueMinutesLeft };
  return { dueAt: null, dueMinutesLeft: Math.ceil(workingMinutesBetween(now, dueAt, calendar)) };
}

/** Going on with what was left. One that runs or has no limit stays as it is. */
export function resumedDue({ dueAt, dueMinutesLeft }: DueClock, calendar: WorkCalendar, now: Date): DueClock {
  if (dueMinutesLeft === null) return { dueAt, dueMinutesLeft };
  return { dueAt: addWorkingMinutes(now, dueMinutesLeft, calendar), dueMinutesLeft: null };
}
