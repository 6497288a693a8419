import { createHash } from 'node:crypto';
import { type Query, type SQLWrapper, sql } from 'drizzle-orm';
import type { Paginator } from '#contract/route.ts';
import { periodProblem } from '#contract/rules/range.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { dayRange, type InstantRange } from '#contract/rules/time/dayRange.ts';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { Executor } from '../db/client.ts';
import { invalid } from '../errors.ts';
import { Recent } from '../recent.ts';

/** Rows are counted up to this number; a larger total is shown as "10.000+" (docs/domain.md 17). */
export const COUNT_CAP = 10_001;
const MAX_PAGES = 1000;

export interface PageRequest {
  page?: number;
  take?: number;
}

/** The defaults are those of `pageQuery`. */
export const pageOf = ({ page = 1, take = 25 }: PageRequest) => ({ page, take, offset: (page - 1) * take });

export function paginatorOf(request: PageRequest, total: number): Paginator {
  const { page, take } = pageOf(request);
  return {
    current_page: page,
    per_page: take,
    total,
    last_page: Math.min(MAX_PAGES, Math.max(1, Math.ceil(total / take))),
  };
}

/** Milliseconds for which a list that reached the cap is assumed to still reach it. */
export const COUNT_TTL = 30_000;
const MAX_REMEMBERED = 2_000;

/** Totals by statement and parameters, for each database. */
const remembered = new WeakMap<Executor, Recent<Counted & { until: number }>>();

/** `more`: there are further rows, which were not counted. */
export interface Counted {
  total: number;
  more?: boolean;
}

/**
 * Counts the rows of a query that is limited to `cap` or more. A total below the cap is counted every time. One that reached
 * the cap, which is the most expensive to count and is shown as "10.000+", is not counted again for the same scope and
 * filters within COUNT_TTL: a list that has shrunk below the cap shows the old total for at most that long. Remembered in
 * this process only.
 */
export async function countOf(
  db: Executor,
  limited: SQLWrapper,
  cap = COUNT_CAP,
  now = performance.now(),
): Promise<number> {
  // Built here, but executed only when awaited.
  const counting = db.execute<{ total: number }>(
    sql`select count(*)::int as total from ${limited} as counted`,
  );
  const counted = await lasting(db, counting.getQuery(), now, async () => {
    const { rows } = await counting;
    const total = rows[0]?.total ?? 0;
    return { total, lasts: total >= cap };
  });
  return counted.total;
}

/**
 * Counts the rows that a user sees among the first `cap` rows of a query: counting up to `cap` seen rows might read the whole
 * table, and a jump to one of their pages as well. A count that stopped at the cap is not repeated within COUNT_TTL.
 * `passed` selects whole rows under the name of their table.
 */
export function countSeen(
  db: Executor,
  passed: SQLWrapper,
  seen: SQLWrapper,
  cap = COUNT_CAP,
): Promise<Counted> {
  const counting = db.execute<{ total: number; passed: number }>(
    sql`select count(*) filter (where ${seen})::int as total, count(*)::int as passed from ${passed}`,
  );
  return lasting(db, counting.getQuery(), performance.now(), async () => {
    const { rows } = await counting;
    const more = (rows[0]?.passed ?? 0) >= cap;
    return { total: rows[0]?.total ?? 0, more, lasts: more };
  });
}

/** How many rows the planner expects from a query, without reading any; not repeated within COUNT_TTL. */
export async function estimateOf(db: Executor, query: SQLWrapper): Promise<number> {
  const explaining = db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) ${query}`,
  );
  const { total } = await lasting(db, explaining.getQuery(), performance.now(), async () => {
    const { rows } = await explaining;
    return { total: rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0, lasts: true };
  });
  return total;
}

async function lasting(
  db: Executor,
  { sql: text, params }: Query,
  now: number,
  ask: () => Promise<Counted & { lasts: boolean }>,
): Promise<Counted> {
  const key = createHash('sha256').update(text).update(JSON.stringify(params)).digest('base64');
  const totals = remembered.get(db) ?? new Recent(MAX_REMEMBERED);
  remembered.set(db, totals);
  const cachedTotal = totals.get(key);
  if (cachedTotal && now < cachedTotal.until) return cachedTotal;
  const { lasts, ...counted } = await ask();
  if (lasts) totals.set(key, { ...counted, until: now + COUNT_TTL });
  else totals.delete(key);
  return counted;
}

/** Days before and after these stand for "unbounded": no data is there, and every date library supports them. */
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2999-12-31';

/** Refuses a period that ends before it begins, at the field of its end; either day may be missing. */
export function requirePeriod(from: string | undefined, to: string | undefined, field = 'dtFim'): void {
  const problem = periodProblem(from, to);
  if (problem) throw invalid({ [field]: problem });
}

/** The instants of a date filter, both ends inclusive and either one optional; undefined without any. */
export function daysBetween(
  from: CalendarDate | undefined,
  to: CalendarDate | undefined,
  { zone, field }: { zone: TimeZone; field: string },
): InstantRange | undefined {
  if (!from && !to) return undefined;
  const within = (day: string) => (day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day);
  const [first, last] = [within(from || FIRST_DAY), within(to || LAST_DAY)];
  requirePeriod(first, last, field);
  return dayRange(first, last, zone);
}
