import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Input } from '#contract/route.ts';
import { localDate, type TimeZone } from '#contract/rules/time/zonedTime.ts';
import {
  type Dashboards,
  dashboardRoutes,
  type Share,
  waitingRoutes,
} from '#contract/sac/reports/dashboards.ts';
import { currentFlows } from '../../config/flows/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { carriers, people, reasons, tickets, ticketTypes } from '../../db/tables/index.ts';
import { implement } from '../../implement.ts';
import { isOutside, ticketScope } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { dueSoon } from '../tickets/list/queries.ts';
import { NONE, type OpenFigures, type OpenGroup, openFigures } from './openFigures.ts';
import { waitingFor } from './queries.ts';
import { type AgeBand, ageBands, bandStarts, daysOf, largest, type PeriodDays, periodOf } from './rules.ts';

export const dashboardImplementation = implement(dashboardRoutes, {
  all: ({ query }, ctx) => allFigures(query, ctx),
});

export const waitingImplementation = implement(waitingRoutes, {
  waiting: (_input, ctx) => waitingFor(ctx),
});

const instant = (date: Date) => sql`${date.toISOString()}::timestamptz`;

type Query = Input<typeof dashboardRoutes.all>['query'];

/** All dashboard figures, limited to what the person may see: three counting queries, and the names. */
async function allFigures({ dias = 30, ...filters }: Query, ctx: Context): Promise<Dashboards> {
  const { db, user } = ctx;
  const now = ctx.now();
  const [zone, soon, narrowed] = await Promise.all([zoneOf(db, user), dueSoon(ctx), narrowing(db, filters)]);
  const condition = and(ticketScope(user), narrowed);
  const today = localDate(now, zone);
  const bands = ageBands(today);
  const [open, periodo] = await Promise.all([
    openFigures(db, condition, { now, soon, bandStarts: bandStarts(bands, zone) }),
    periodFigures(db, condition, periodOf(dias, today, zone), zone),
  ]);
  const [porEtapa, porMotivo, porTransportadora, porOperador] = await Promise.all([
    steps(db, open),
    namedShares(db, open.byReason, {
      table: reasons,
      id: reasons.id,
      name: reasons.description,
      none: 'Sem motivo',
    }),
    namedShares(db, open.byCarrier, {
      table: carriers,
      id: carriers.id,
      name: carriers.tradeName,
      none: 'Sem transportadora',
    }),
    // Who in the company works on a ticket is internal information.
    isOutside(user)
      ? { maiores: [], demais: 0 }
      : namedShares(db, open.byOperator, {
          table: people,
          id: people.id,
          name: people.name,
          none: 'Sem operador',
        }),
  ]);
  return {
    calculadoEm: now.toISOString(),
    abertos: open.all,
    porEtapa,
    porIdade: ages(bands, open),
    porMotivo,
    porTransportadora,
    porOperador,
    periodo,
  };
}

async function narrowing(
  db: Executor,
  { filial = [], tipo = [] }: Omit<Query, 'dias'>,
): Promise<SQL | undefined> {
  const types =
    tipo.length > 0
      ? await db.select({ id: ticketTypes.id }).from(ticketTypes).where(inArray(ticketTypes.key, tipo))
      : null;
  return and(
    filial.length > 0 ? inArray(tickets.branchId, filial) : undefined,
    types
      ? inArray(
          tickets.typeId,
          types.map(({ id }) => id),
        )
      : undefined,
  );
}

/** In the order of the flows; a step that no flow has any more comes last and is shown by its key. */
async function steps(db: Executor, { bySteps }: OpenFigures): Promise<Share[]> {
  const stepsOfFlows = (await currentFlows(db)).flatMap(({ flow }) => flow.etapas);
  const names = new Map(stepsOfFlows.map(({ chave, descricao }) => [chave, descricao]));
  const keys = [...new Set([...names.keys(), ...bySteps.keys()])].filter((key) => bySteps.has(key));
  return keys.map((chave) => {
    const { total, atrasados } = bySteps.get(chave) ?? NONE;
    return { chave, descricao: names.get(chave) ?? chave, total, atrasados };
  });
}

const ages = (bands: readonly AgeBand[], { byBand }: OpenFigures) =>
  bands.map((band, place) => {
    const { total, atrasados } = byBand.get(bands.length - 1 - place) ?? NONE;
    return { ...band, total, atrasados };
  });

/** How many bars a chart shows. */
const MAX_BARS = 10;

interface Names {
  table: PgTable;
  id: AnyPgColumn;
  name: AnyPgColumn;
  /** The label for tickets without a value. */
  none: string;
}

/** The largest groups, with their names. */
async function namedShares(
  db: Executor,
  groups: ReadonlyMap<number | null, OpenGroup>,
  { table, id, name, none }: Names,
): Promise<{ maiores: Share[]; demais: number }> {
  const { maiores, demais } = largest(
    [...groups].map(([key, group]) => ({ key, ...group })),
    MAX_BARS,
  );
  const ids = maiores.flatMap(({ key }) => (key === null ? [] : [key]));
  const rows = ids.length > 0 ? await db.select({ id, name }).from(table).where(inArray(id, ids)) : [];
  const names = new Map(rows.map((row) => [row.id as number, row.name as string]));
  return {
    maiores: maiores.map(({ key, total, atrasados }) => ({
      chave: key === null ? null : `${key}`,
      descricao: key === null ? none : (names.get(key) ?? `${key}`),
      total,
      atrasados,
    })),
    demais,
  };
}

const HOUR_SECONDS = 3600;

/** The tickets opened and finished on each day of the period, archived or not, and how long they took. */
async function periodFigures(
  db: Executor,
  condition: SQL | undefined,
  period: PeriodDays,
  zone: TimeZone,
): Promise<Dashboards['periodo']> {
  const [created, finished] = await Promise.all([
    perDay(db, { at: sql`${tickets.createdAt}`, seconds: sql`0`, condition, period, zone }),
    perDay(db, {
      at: sql`${tickets.finishedAt}`,
      seconds: sql`sum(extract(epoch from ${tickets.finishedAt} - ${tickets.createdAt}))::float8`,
      condition: sql`${tickets.status} = 'FINALIZADO' ${condition ? sql`and ${condition}` : sql``}`,
      period,
      zone,
    }),
  ]);
  const finalizados = sum(finished, 'total');
  return {
    de: period.de,
    ate: period.ate,
    criados: sum(created, 'total'),
    finalizados,
    mediaHoras: finalizados > 0 ? sum(finished, 'seconds') / finalizados / HOUR_SECONDS : null,
    porDia: daysOf(period).map((dia) => ({
      dia,
      criados: created.get(dia)?.total ?? 0,
      finalizados: finished.get(dia)?.total ?? 0,
    })),
  };
}

interface Counting {
  at: SQL;
  seconds: SQL;
  condition: SQL | undefined;
  period: PeriodDays;
  zone: TimeZone;
}

interface DayCount {
  total: number;
  seconds: number;
}

async function perDay(db: Executor, { at, seconds, condition, period, zone }: Counting) {
  const { rows } = await db.execute<{ day: string } & Record<keyof DayCount, number>>(sql`
    select (${at} at time zone ${zone}::text)::date::text as day, count(*)::int as total, ${seconds} as seconds
    from ${tickets}
    where ${at} >= ${instant(period.range.start)} and ${at} < ${instant(period.range.end)}
      ${condition ? sql`and ${condition}` : sql``}
    group by 1`);
  return new Map<string, DayCount>(rows.map(({ day, ...count }) => [day, count]));
}

const sum = (counts: ReadonlyMap<string, DayCount>, key: keyof DayCount) =>
  [...counts.values()].reduce((total, count) => total + Number(count[key]), 0);
