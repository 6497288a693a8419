import { and, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { agendaSupervisionRoutes } from '../../../contract/callcenter/agendaSupervision.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { addDays, type CalendarDate } from '../../../contract/rules/calendarDate.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/zonedTime.ts';
import { audit } from '../../audit.ts';
import { standardCalendar } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { agendaCapacities, agendas, branches, people } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { requireVersion } from '../../requireVersion.ts';
import { agendaScope } from '../../session/scope.ts';
import { agendaDays } from '../agendas/queries.ts';
import { requireLead } from './leads.ts';
import { sellersWith, standardCapacity } from './people.ts';

type Routes = typeof agendaSupervisionRoutes;

/** The day of an agenda on the clock of its branch. */
export const localDay: SQL<string> = sql<string>`to_char(${agendas.scheduledAt} at time zone ${branches.timeZone}, 'YYYY-MM-DD')`;

/** The next days on which somebody works, from the one given or today. */
export function workingDays(
  ctx: Pick<Context, 'now'>,
  { dtIni, dias = 10 }: { dtIni?: string; dias?: number },
) {
  const { days, isHoliday } = standardCalendar(DEFAULT_TIME_ZONE);
  const found: CalendarDate[] = [];
  let day = dtIni ?? localDate(ctx.now(), DEFAULT_TIME_ZONE);
  for (let left = 120; found.length < dias && left > 0; left--, day = addDays(day, 1)) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (days.includes(weekday) && !isHoliday(day)) found.push(day);
  }
  return found;
}

export async function capacities(
  { query }: Input<Routes['capacities']>,
  ctx: Context,
): Promise<Output<Routes['capacities']>> {
  requireLead(ctx.user);
  const dias = workingDays(ctx, query);
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

/** Open agendas by person and day. */
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

/** Of the last year: what is older is no longer work that waits, and would not be counted quickly. */
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

export async function saveCapacities(
  { body }: Input<Routes['saveCapacities']>,
  ctx: Context,
): Promise<Output<Routes['saveCapacities']>> {
  requireLead(ctx.user);
  const wanted = [...body.capacidades].sort((a, b) => a.idColab - b.idColab);
  return ctx.db.transaction(async (tx) => {
    const ids = wanted.map(({ idColab }) => idColab);
    const known = await sellersWith(tx, inArray(people.id, ids));
    if (known.length < new Set(ids).size) throw notFound();
    for (const each of wanted) {
      await saveOne(tx, ctx, each);
      await audit(tx, ctx, {
        action: 'ALTERAR',
        entity: 'agenda_capacities',
        entityId: each.idColab,
        before: { porDia: known.find(({ id }) => id === each.idColab)?.perDay ?? null },
        after: { porDia: each.porDia },
      });
    }
    return {
      data: { message: `${formatCount(wanted.length, 'capacidade guardada', 'capacidades guardadas')}.` },
    };
  });
}

type Wanted = Input<Routes['saveCapacities']>['body']['capacidades'][number];

async function saveOne(tx: Tx, ctx: Context, { idColab, porDia, versao }: Wanted): Promise<void> {
  const [standing] = await lockedCapacity(tx, idColab);
  await requireVersion(tx, versao, {
    entity: 'agenda_capacities',
    entityId: idColab,
    version: standing?.version ?? 0,
    name: 'esta capacidade',
    state: () => ({ idColab, porDia: standing?.perDay ?? null }),
  });
  if (porDia === null) {
    await tx.delete(agendaCapacities).where(eq(agendaCapacities.personId, idColab));
    return;
  }
  const values = { perDay: porDia, updatedAt: ctx.now(), version: (standing?.version ?? 0) + 1 };
  if (standing) await tx.update(agendaCapacities).set(values).where(eq(agendaCapacities.personId, idColab));
  else {
    const first = await tx
      .insert(agendaCapacities)
      .values({ personId: idColab, ...values })
      .onConflictDoNothing()
      .returning({ personId: agendaCapacities.personId });
    // Of two that set a first one at once, the second finds nothing to lock.
    if (first.length === 0) await saveOne(tx, ctx, { idColab, porDia, versao });
  }
}

const lockedCapacity = (tx: Executor, personId: number) =>
  tx.select().from(agendaCapacities).where(eq(agendaCapacities.personId, personId)).for('update');
