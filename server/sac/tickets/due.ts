import { formatCount } from '#contract/rules/format.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import { addWorkingMinutes } from '#contract/rules/time/businessTime.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { calendarOf } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { refused } from '#server/errors.ts';
import { changeTicket } from './change/changeTicket.ts';
import { lockTicket, type TicketRecord } from './change/lockTicket.ts';

const HOUR = 60;

/** Gives the present step of a ticket so many working hours, counted from when it was entered. A paused clock stays paused. */
export async function setDue(tx: Tx, ctx: Context, id: number, hours: number): Promise<TicketRecord> {
  const ticket = await lockTicket(tx, ctx.user, id);
  if (isClosed(ticket.status)) throw refused('ENCERRADO', 'O ticket está encerrado.');
  const dueMinutes = hours * HOUR;
  if (ticket.dueMinutes === dueMinutes) throw refused('SEM_MUDANCA', 'O prazo da etapa já é este.');
  const calendar = await calendarOf(tx, ticket.branchId);
  const paused = ticket.dueMinutesLeft !== null;
  const dueAt = paused ? null : addWorkingMinutes(ticket.stepEnteredAt, dueMinutes, calendar);
  return changeTicket(tx, ctx, ticket, {
    set: { dueAt, dueMinutes, dueMinutesLeft: paused ? dueMinutes : null },
    event: {
      type: 'PRAZO',
      note: `${formatCount(hours, 'hora útil', 'horas úteis')} nesta etapa${dueAt ? `: até ${formatDateTime(dueAt, calendar.zone)}` : ''}.`,
      internal: true,
    },
    audit: { action: 'MUDAR_PRAZO' },
  });
}
