import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { isOpen, tickets } from '../../db/tables/index.ts';
import { dueSoonCondition, type Soon } from '../tickets/list/queries.ts';

/** The counts for a group of open tickets. */
export interface OpenGroup {
  total: number;
  atrasados: number;
  vencendo: number;
  semPrazo: number;
}

export interface OpenFigures {
  all: OpenGroup;
  bySteps: Map<string, OpenGroup>;
  /** By index into `bandStarts`; 0 is older than the first. */
  byBand: Map<number, OpenGroup>;
  byReason: Map<number | null, OpenGroup>;
  byCarrier: Map<number | null, OpenGroup>;
  byOperator: Map<number | null, OpenGroup>;
}

interface Clock {
  now: Date;
  soon: Soon;
  bandStarts: readonly Date[];
}

interface Row extends OpenGroup {
  what: number;
  step: string;
  band: number;
  reason: number | null;
  carrier: number | null;
  operator: number | null;
}

/** The bits of GROUPING() show which columns a row is not grouped by; the first column is the highest bit. */
const ALL = 0b11111;
const without = (place: number) => ALL & ~(1 << (4 - place));

/**
 * All figures about open tickets, counted in one pass over `tickets_open_idx`, so that closed tickets, which are nearly all
 * of them, are never read.
 */
export async function openFigures(
  db: Executor,
  condition: SQL | undefined,
  clock: Clock,
): Promise<OpenFigures> {
  const starts = sql.param(clock.bandStarts.map((date) => date.toISOString()));
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select grouping(step, band, reason, carrier, operator) as what, step, band, reason, carrier, operator,
      count(*)::int as total,
      count(*) filter (where due < ${instant(clock.now)})::int as atrasados,
      count(*) filter (where ${dueSoonCondition(sql`due`, sql`minutes`, clock.now, clock.soon)})::int as vencendo,
      count(*) filter (where due is null)::int as "semPrazo"
    from (
      select ${tickets.stepKey} as step, ${tickets.reasonId} as reason, ${tickets.carrierId} as carrier,
        ${tickets.operatorId} as operator, ${tickets.dueAt} as due,
        ${tickets.dueMinutes} as minutes,
        width_bucket(${tickets.createdAt}, ${starts}::timestamptz[]) as band
      from ${tickets}
      where ${isOpen(tickets)} ${condition ? sql`and ${condition}` : sql``}
    ) as open
    group by grouping sets ((), (step), (band), (reason), (carrier), (operator))`);
  const grouped = <K>(place: number, keyOf: (row: Row) => K) =>
    new Map(rows.filter(({ what }) => what === without(place)).map((row) => [keyOf(row), row as OpenGroup]));
  return {
    all: rows.find(({ what }) => what === ALL) ?? NONE,
    bySteps: grouped(0, ({ step }) => step),
    byBand: grouped(1, ({ band }) => band),
    byReason: grouped(2, ({ reason }) => reason),
    byCarrier: grouped(3, ({ carrier }) => carrier),
    byOperator: grouped(4, ({ operator }) => operator),
  };
}

export const NONE: OpenGroup = { total: 0, atrasados: 0, vencendo: 0, semPrazo: 0 };

const instant = (date: Date) => sql`${date.toISOString()}::timestamptz`;
