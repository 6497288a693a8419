import { and, asc, eq, gte, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { agendaSupervisionRoutes } from '#contract/callcenter/agendas/agendaSupervision.ts';
import type { Input, Output } from '#contract/route.ts';
import { isWorkingDay } from '#contract/rules/time/businessTime.ts';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import { serviceParameters, workCalendar } from '../../config/parameters/queries.ts';
import type { Context, User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { agendaCapacities, agendas, branches, people } from '../../db/tables/index.ts';
import { forbidden, notFound } from '../../errors.ts';
import { agendaScope, seesOthersAgendas } from '../../session/scope.ts';
import { agendaDays } from '../agendas/queries.ts';

type Routes = typeof agendaSupervisionRoutes;

interface Seller {
  id: number;
  name: string;
  perDay: number;
  own: boolean;
  version: number;
}

/** The types of people who make contacts: operators, sellers and representatives. */
const SELLING = ['OPERADOR', 'VENDEDOR', 'REPRESENTANTE'] as const;

const standardCapacity = async (db: Executor): Promise<number> =>
  (await serviceParameters(db)).capacidadeAgendas;

/** How many contacts each person can make per day. */
export async function capacityOf(db: Executor): Promise<(personId: number) => number> {
  const standard = await standardCapacity(db);
  const rows = await db
    .select({ id: agendaCapacities.personId, perDay: agendaCapacities.perDay })
    .from(agendaCapacities);
  const own = new Map(rows.map(({ id, perDay }) => [id, perDay]));
  return (personId) => own.get(personId) ?? standard;
}

/** Active sellers with their daily capacity, ordered by name. */
export async function sellersWith(db: Executor, condition?: SQL): Promise<Seller[]> {
  const standard = await standardCapacity(db);
  const rows = await db
    .select({
      id: people.id,
      name: people.name,
      perDay: agendaCapacities.perDay,
      version: agendaCapacities.version,
    })
    .from(people)
    .leftJoin(agendaCapacities, eq(agendaCapacities.personId, people.id))
    .where(and(eq(people.active, true), inArray(people.type, [...SELLING]), condition))
    .orderBy(sql`${people.name} collate pt_br`, asc(people.id));
  return rows.map(({ id, name, perDay, version }) => ({
    id,
    name,
    perDay: perDay ?? standard,
    own: perDay !== null,
    version: version ?? 0,
  }));
}

export async function receivers(
  { params }: Input<Routes['receivers']>,
  { db, user }: Context,
): Promise<Output<Routes['receivers']>> {
  requireLead(user);
  const [owner] = await db.select({ id: people.id }).from(people).where(eq(people.id, params.idColab));
  if (!owner) throw notFound();
  const [sellers, open] = await Promise.all([
    sellersWith(db, ne(people.id, params.idColab)),
    db
      .select({ id: agendas.personId, total: sql<number>`count(*)::int` })
      .from(agendas)
      .where(and(isNull(agendas.finishedAt), agendaScope(user)))
      .groupBy(agendas.personId),
  ]);
  const openOf = new Map(open.map(({ id, total }) => [id, total]));
  return sellers
    .map(({ id, name, perDay }) => ({ id, nome: name, abertas: openOf.get(id) ?? 0, porDia: perDay }))
    .sort((a, b) => a.abertas - b.abertas);
}

/** The local date of an agenda at its branch. */
export const localDay: SQL<string> = sql<string>`to_char(${agendas.scheduledAt} at time zone ${branches.timeZone}, 'YYYY-MM-DD')`;

/** The next working days of the company, from the given day or today. */
export async function workingDays(
  db: Executor,
  ctx: Pick<Context, 'now'>,
  { dtIni, dias = 10 }: { dtIni?: string; dias?: number },
) {
  const calendar = workCalendar(await serviceParameters(db), DEFAULT_TIME_ZONE);
  const found: CalendarDate[] = [];
  let day = dtIni ?? localDate(ctx.now(), DEFAULT_TIME_ZONE);
  for (let left = 120; found.length < dias && left > 0; left--, day = addDays(day, 1)) {
    if (isWorkingDay(day, calendar)) found.push(day);
  }
  return found;
}

export async function capacities(
  { query }: Input<Routes['capacities']>,
  ctx: Context,
): Promise<Output<Routes['capacities']>> {
  requireLead(ctx.user);
  const dias = await workingDays(ctx.db, ctx, query);
  const [sellers, loads, late, padrao] = await Promise.all([
    sellersWith(ctx.db),
    openLoads(ctx.db, ctx.user, dias),
    lateOf(ctx),
    standardCapacity(ctx.db),
  ]);
  return {
    dias,
    padrao,
    vendedores: sellers.map(({ id, name, perDay, own, version }) => ({
      id,
      nome: name,
      porDia: perDay,
      propria: own,
      versao: version,
      atrasadas: late.get(id) ?? 0,
      cargas: dias.map((dia) => ({ dia, total: loads.get(`${id}/${dia}`) ?? 0 })),
    })),
  };
}

/** Number of open agendas by person and day. */
export async function openLoads(
  db: Executor,
  user: Context['user'],
  days: readonly CalendarDate[],
): Promise<Map<string, number>> {
  const within = await agendaDays(db, { dtIni: days[0] ?? '', dtFim: days.at(-1) ?? '' });
  const rows = await db
    .select({ personId: agendas.personId, day: localDay, total: sql<number>`count(*)::int` })
    .from(agendas)
    .innerJoin(branches, eq(branches.id, agendas.branchId))
    .where(and(within, isNull(agendas.finishedAt), agendaScope(user)))
    .groupBy(agendas.personId, sql`2`);
  return new Map(rows.map(({ personId, day, total }) => [`${personId}/${day}`, total]));
}

const A_YEAR_MS = 366 * 86_400_000;

/** Limited to the last year: older ones are no longer pending work and would be slow to count. */
async function lateOf({ db, user, now }: Context): Promise<Map<number, number>> {
  const rows = await db
    .select({ personId: agendas.personId, total: sql<number>`count(*)::int` })
    .from(agendas)
    .where(
      and(
        isNull(agendas.finishedAt),
        lt(agendas.scheduledAt, now()),
        gte(agendas.scheduledAt, new Date(now().getTime() - A_YEAR_MS)),
        agendaScope(user),
      ),
    )
    .groupBy(agendas.personId);
  return new Map(rows.map(({ personId, total }) => [personId, total]));
}

/** A role may carry the permission, but only team leaders may use other people's agendas (document 002 section 6). */
export function requireLead(user: User): void {
  if (!seesOthersAgendas(user)) throw forbidden('AGENDA_SUPERVISAO');
}
