import { eq } from 'drizzle-orm';
import {
  addWorkingMinutes,
  type WorkCalendar,
  workingMinutesBetween,
} from '../../../../contract/rules/businessTime.ts';
import { type Flow, type FlowStep, isDetour } from '../../../../contract/rules/flows/flow.ts';
import { pausesDue } from '../../../../contract/rules/tickets/ticketTransitions.ts';
import type { Executor } from '../../../db/client.ts';
import { sectors } from '../../../db/tables/index.ts';
import type { TicketRecord } from './lockTicket.ts';

/** The sector that works on a step; `null` when the flow names one that is not there. */
export async function sectorOfStep(db: Executor, { setor }: FlowStep): Promise<number | null> {
  const [row] = await db.select({ id: sectors.id }).from(sectors).where(eq(sectors.key, setor));
  return row?.id ?? null;
}

/**
 * The due clock after a move. Asking the customer for something (a transition aside without a limit of its own) stops the
 * clock of the step that asked, and coming back lets it go on; any other step begins its own.
 */
export function clockAfterMove(
  flow: Flow,
  { from, to, clock }: { from: FlowStep; to: FlowStep; clock: DueClock },
  calendar: WorkCalendar,
  now: Date,
): DueClock {
  if (goesAside(flow, from, to)) return pausedDue(clock, calendar, now);
  if (goesAside(flow, to, from) && hasClock(clock)) return resumedDue(clock, calendar, now);
  return enteredDue(to, calendar, now);
}

const goesAside = (flow: Flow, from: FlowStep, to: FlowStep): boolean =>
  pausesDue(to.status_ao_entrar) &&
  to.prazo_horas_uteis === null &&
  flow.transicoes.some(
    (transition) =>
      transition.de === from.chave && transition.para === to.chave && isDetour(flow, transition),
  );

const hasClock = ({ dueAt, dueMinutesLeft }: DueClock): boolean => dueAt !== null || dueMinutesLeft !== null;

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
