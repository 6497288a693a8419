import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Waiting } from '#contract/sac/reports/dashboards.ts';
import type { Context } from '../../context.ts';
import { isOpen, people, sectors, tickets } from '../../db/tables/index.ts';
import { isOutside, ticketScope } from '../../session/scope.ts';
import { dueSoon, dueSoonCondition, notSnoozed } from '../tickets/list/queries.ts';

/** Open tickets of the person and of their sector that are not put off; always none for people outside the company. */
export async function waitingFor(ctx: Context): Promise<Waiting> {
  const { db, user, now } = ctx;
  if (isOutside(user)) return { meus: { total: 0, atrasados: 0, vencendo: 0 }, setor: null };
  const [[sector], soon] = await Promise.all([
    db
      .select({ id: sectors.id, desc: sectors.name })
      .from(people)
      .innerJoin(sectors, eq(sectors.id, people.sectorId))
      .where(eq(people.id, user.id)),
    dueSoon(ctx),
  ]);
  const mine = eq(tickets.operatorId, user.id);
  const ofSector = sector && eq(tickets.sectorId, sector.id);
  const [row] = await db
    .select({ meus: counted(mine), setor: counted(ofSector ?? sql`false`) })
    .from(tickets)
    .where(and(isOpen(tickets), ticketScope(user), or(mine, ofSector), notSnoozed));
  const { meus, setor } = row ?? { meus: counts(), setor: counts() };
  return { meus, setor: sector ? { ...sector, ...setor } : null };

  function counted(whose: SQL) {
    const late = sql`${tickets.dueAt} < ${instant(now())}`;
    const close = dueSoonCondition(tickets.dueAt, tickets.dueMinutes, now(), soon);
    return {
      total: sql<number>`(count(*) filter (where ${whose}))::int`,
      atrasados: sql<number>`(count(*) filter (where ${whose} and ${late}))::int`,
      vencendo: sql<number>`(count(*) filter (where ${whose} and ${close}))::int`,
    };
  }
}

const counts = () => ({ total: 0, atrasados: 0, vencendo: 0 });
const instant = (date: Date) => sql`${date.toISOString()}::timestamptz`;
