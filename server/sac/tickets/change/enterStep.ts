import { eq } from 'drizzle-orm';
import type { WorkCalendar } from '../../../../contract/rules/businessTime.ts';
import type { Flow, FlowStep } from '../../../../contract/rules/flows/flow.ts';
import { isDetour } from '../../../../contract/rules/flows/flow.ts';
import { pausesDue } from '../../../../contract/rules/tickets/ticketTransitions.ts';
import type { Executor } from '../../../db/client.ts';
import { sectors } from '../../../db/tables/index.ts';
import { type DueClock, enteredDue, pausedDue, resumedDue } from './dueClock.ts';

/** The sector that works on a step; `null` when the flow names one that is not there. */
export async function sectorOfStep(db: Executor, { setor }: FlowStep): Promise<number | null> {
  const [row] = await db.select({ id: sectors.id }).from(sectors).where(eq(sectors.key, setor));
  return row?.id ?? null;
}

/**
 * The due clock after a move. Asking the customer for something (a way aside without a limit of its own) stops the
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
  flow.transicoes.some((way) => way.de === from.chave && way.para === to.chave && isDetour(flow, way));

const hasClock = ({ dueAt, dueMinutesLeft }: DueClock): boolean => dueAt !== null || dueMinutesLeft !== null;
