import { addWorkingMinutes } from '#contract/rules/time/businessTime.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import { calendarOf } from '#server/config/parameters/queries.ts';
import type { TicketFixture } from './ticketFixture.ts';

const MINUTE = 60_000;

/** The moment after so many working hours of the first branch, and the body that makes it a due time there. */
export async function dueIn(
  { server: { deps }, branchIds }: Pick<TicketFixture, 'server' | 'branchIds'>,
  hours: number,
): Promise<{ at: Date; body: { prazoDia: string; prazoHora: string; motivo: string } }> {
  const calendar = await calendarOf(deps.db, branchIds[0]);
  const moment = addWorkingMinutes(deps.now(), hours * 60, calendar);
  // A started minute is one of the working time, which its beginning may not be.
  const at = new Date(Math.ceil(moment.getTime() / MINUTE) * MINUTE);
  return {
    at,
    body: {
      prazoDia: localDate(at, calendar.zone),
      prazoHora: localTime(at, calendar.zone).slice(0, 5),
      motivo: 'A peça chega na quinta-feira',
    },
  };
}
