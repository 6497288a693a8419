import { formatCount } from '#contract/rules/format.ts';
import { isClosed, pausesDue } from '#contract/rules/tickets/ticketTransitions.ts';
import {
  addWorkingMinutes,
  takeWorkingMinutes,
  type WorkCalendar,
} from '#contract/rules/time/businessTime.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { calendarOf } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { refused } from '#server/errors.ts';
import { changeTicket, type DueClock } from './change/changeTicket.ts';
import { lockTicket, type TicketRecord } from './change/lockTicket.ts';

const HOUR = 60;

/** Gives the present step of a ticket so many working hours. What was used of them stays used, and a paused clock stays paused. */
export async function setDue(tx: Tx, ctx: Context, id: number, hours: number): Promise<TicketRecord> {
  const ticket = await lockTicket(tx, ctx.user, id);
  if (isClosed(ticket.status)) throw refused('ENCERRADO', 'O ticket está encerrado.');
  const dueMinutes = hours * HOUR;
  if (ticket.dueMinutes === dueMinutes) throw refused('SEM_MUDANCA', 'O prazo da etapa já é este.');
  const calendar = await calendarOf(tx, ticket.branchId);
  const set = limitedTo(ticket, dueMinutes, calendar);
  const until = set.dueAt ? `: até ${formatDateTime(set.dueAt, calendar.zone)}` : '';
  return changeTicket(tx, ctx, ticket, {
    set,
    event: {
      type: 'PRAZO',
      note: `${formatCount(hours, 'hora útil', 'horas úteis')} nesta etapa${until}.`,
      internal: true,
    },
    audit: { action: 'MUDAR_PRAZO' },
  });
}

type Clocked = DueClock & Pick<TicketRecord, 'stepEnteredAt' | 'status'>;

/** The clock with another limit: only the difference is given or taken, so that pauses and what was used before still count. */
function limitedTo(
  { dueAt, dueMinutes: before, dueMinutesLeft: left, stepEnteredAt, status }: Clocked,
  dueMinutes: number,
  calendar: WorkCalendar,
): DueClock {
  const more = dueMinutes - (before ?? dueMinutes);
  if (left !== null) return { dueAt: null, dueMinutes, dueMinutesLeft: Math.max(0, left + more) };
  if (dueAt && before !== null) {
    const moved =
      more < 0 ? takeWorkingMinutes(dueAt, -more, calendar) : addWorkingMinutes(dueAt, more, calendar);
    return { dueAt: moved, dueMinutes, dueMinutesLeft: null };
  }
  if (pausesDue(status)) return { dueAt: null, dueMinutes, dueMinutesLeft: dueMinutes };
  return { dueAt: addWorkingMinutes(stepEnteredAt, dueMinutes, calendar), dueMinutes, dueMinutesLeft: null };
}
