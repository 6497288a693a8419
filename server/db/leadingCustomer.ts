import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from './client.ts';
import { customerMerges } from './tables/index.ts';

/** The customer that a number leads to: the one that it was merged into, however often, or itself. */
export async function leadingCustomer(db: Executor, id: number): Promise<number> {
  let lead = id;
  for (;;) {
    const [row] = await db
      .select({ into: customerMerges.toId })
      .from(customerMerges)
      .where(and(eq(customerMerges.fromId, lead), isNull(customerMerges.undoneAt)));
    if (!row) return lead;
    lead = row.into;
  }
}

/** The same of many numbers in one statement; those that lead to themselves are missing. */
export async function leadsOf(db: Executor, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ first: number; id: number }>(sql`
    with recursive lead(first, id, step) as (
      select m.from_id, m.to_id, 1 from ${customerMerges} m
      where m.from_id = any(${sql.param([...new Set(ids)])}::int[]) and m.undone_at is null
      union all
      select lead.first, m.to_id, lead.step + 1 from ${customerMerges} m join lead on m.from_id = lead.id
      where m.undone_at is null
    )
    select distinct on (first) first, id from lead order by first, step desc`);
  return new Map(rows.map(({ first, id }) => [first, id]));
}

/** What `leadingCustomer` says, over a column with a customer's number. */
export const leadingId = (column: AnyPgColumn | SQL): SQL<number> => sql`coalesce((
    with recursive lead(id, step) as (
      select m.to_id, 1 from ${customerMerges} m where m.from_id = ${column} and m.undone_at is null
      union all
      select m.to_id, lead.step + 1 from ${customerMerges} m join lead on m.from_id = lead.id
      where m.undone_at is null
    )
    select id from lead order by step desc limit 1), ${column})`;
