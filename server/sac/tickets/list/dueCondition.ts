import { and, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { ticketStatus } from '../../../../contract/catalogs/ticketStatus.ts';
import { addWorkingMinutes } from '../../../../contract/rules/businessTime.ts';
import { serviceParameters, workCalendar } from '../../../config/parameters/queries.ts';
import type { Context } from '../../../context.ts';
import { dueOrNever, tickets } from '../../../db/tables/index.ts';
import { zoneOf } from '../../../session/zoneOf.ts';
import type { TicketFilters } from './listCondition.ts';

type Reader = Pick<Context, 'db' | 'user' | 'now'>;

/**
 * What is due before this instant, and not late, is about to be: so many working hours from now, by the clock of
 * the person's first branch. The list judges all its rows by the one clock, so that its filter can be an index's.
 */
export async function soonUntil({ db, user, now }: Reader): Promise<Date> {
  const branchId = user.branchIds[0] ?? 0;
  const [parameters, zone] = await Promise.all([serviceParameters(db, branchId), zoneOf(db, user)]);
  return addWorkingMinutes(now(), parameters.horasAvisoPrazo * 60, workCalendar(parameters, zone));
}

/** Of open tickets: late, about to be, or later. In the words of the index `tickets_status_due_idx`. */
export async function dueCondition(ctx: Reader, prazo: TicketFilters['prazo']): Promise<SQL | undefined> {
  if (prazo === undefined) return undefined;
  const now = instant(ctx.now());
  if (prazo === 'ATRASADO') return and(OPEN, lt(due, now));
  const soon = instant(await soonUntil(ctx));
  if (prazo === 'VENCENDO') return and(OPEN, gte(due, now), lt(due, soon));
  return and(OPEN, gte(due, soon), lt(due, NEVER));
}

const due = dueOrNever(tickets.dueAt);
const NEVER = sql`'infinity'::timestamptz`;
const instant = (date: Date) => sql`${date.toISOString()}::timestamptz`;
const OPEN = inArray(
  tickets.status,
  ticketStatus.flatMap(({ value, closed }) => (closed ? [] : [value])),
);
