import { type SQL, sql } from 'drizzle-orm';
import type { TimeZone } from '../../../contract/rules/zonedTime.ts';
import type { Dashboards } from '../../../contract/sac/dashboards.ts';
import type { Executor } from '../../db/client.ts';
import { tickets } from '../../db/tables/index.ts';
import { daysOf, type PeriodDays } from './rules.ts';

const HOUR_SECONDS = 3600;

/** What was opened and what was finished on each day of the period, archived or not, and how long it took. */
export async function periodFigures(
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
      // In the words of the index `tickets_finished_idx`.
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

const instant = (date: Date) => sql`${date.toISOString()}::timestamptz`;
