import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Paginator } from '../contract/route.ts';
import type { Executor } from './db/client.ts';

/** Rows are counted up to here; a larger total reads "10.000+" (ARCHITECTURE.md, Scale). */
export const COUNT_CAP = 10_001;
const MAX_PAGES = 1000;

export interface PageRequest {
  page?: number;
  take?: number;
}

/** Defaults are those of `pageQuery`. */
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

/** Rows of a query that was limited to COUNT_CAP. */
export async function countOf(db: Executor, limited: SQLWrapper): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from ${limited} as counted`,
  );
  return rows[0]?.total ?? 0;
}
