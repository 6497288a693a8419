import { formatCount } from '#contract/rules/format.ts';
import { dueProblem, minutesUntil } from '#contract/rules/tickets/ticketDue.ts';
import { isClosed, pausesDue } from '#contract/rules/tickets/ticketTransitions.ts';
import {
  addWorkingMinutes,
  takeWorkingMinutes,
  type WorkCalendar,
} from '#contract/rules/time/businessTime.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { localInstant } from '#contract/rules/time/dayRange.ts';
import { DueShown, ticketMoveRoutes } from '#contract/sac/tickets/ticketMoves.ts';
import { calendarOf } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { refused, shownBy } from '#server/errors.ts';
import { command } from '#server/writing/command.ts';
import { changeTicket, type DueClock } from './change/changeTicket.ts';
import { lockTicket, stepOf, type TicketRecord } from './change/lockTicket.ts';
import { moved, requiredReason } from './moves/openWork.ts';

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

interface NewDue {
  prazoDia: string;
  prazoHora: string;
  motivo: string;
  versao?: number | undefined;
}

/**
 * Makes a ticket due at another moment, for a reason. What the moment gives or takes counts for the whole time of the step, so that
 * warnings and later changes of its limit reckon with it.
 */
export async function changeDueTime(
  tx: Tx,
  ctx: Context,
  id: number,
  { prazoDia, prazoHora, motivo: given, versao }: NewDue,
): Promise<TicketRecord> {
  const ticket = await lockTicket(tx, ctx.user, id, {
    versao,
    state: async ({ dueAt }) => shownBy(DueShown, { prazo: dueAt?.toISOString() ?? null }),
  });
  if (isClosed(ticket.status)) throw refused('ENCERRADO', 'O ticket está encerrado.');
  if (ticket.dueMinutesLeft !== null || pausesDue(ticket.status))
    throw refused('PRAZO_PARADO', 'O prazo está parado enquanto se espera o cliente.');
  const motivo = requiredReason(given);
  const calendar = await calendarOf(tx, ticket.branchId);
  const at = localInstant(prazoDia, prazoHora, calendar.zone);
  const problem = dueProblem(at, ctx.now(), calendar);
  if (problem) throw refused('MOMENTO', problem, { prazoDia: problem });
  const shown = (due: Date | null) => (due ? formatDateTime(due, calendar.zone) : 'sem prazo');
  if (shown(ticket.dueAt) === shown(at)) throw refused('SEM_MUDANCA', `O prazo já é ${shown(at)}.`);
  return changeTicket(tx, ctx, ticket, {
    set: { dueAt: at, dueMinutes: minutesUntil(ticket, at, calendar), dueMinutesLeft: null },
    event: {
      type: 'PRAZO',
      note: `${shown(ticket.dueAt)} → ${shown(at)}.`,
      internal: true,
      data: { motivo },
    },
    audit: { action: 'MUDAR_PRAZO', after: { motivo } },
  });
}

export const changeDue = command(ticketMoveRoutes.changeDue, async (tx, ctx, { params, body }) => {
  const changed = await changeDueTime(tx, ctx, params.idTicket, body);
  return moved(ctx, changed, await stepOf(tx, changed), 'Prazo alterado.');
});

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
