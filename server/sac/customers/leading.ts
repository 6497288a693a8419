import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { customerMerges } from '../../db/tables/index.ts';

export { leadingCustomer, leadingId } from '../../db/leadingCustomer.ts';

/** These customers, and everything that was merged into one of them, each with the one that it leads to. */
export async function numbersOf(db: Executor, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ id: number; lead: number }>(sql`
    with recursive merged(id, lead) as (
      select m.from_id, m.to_id from ${customerMerges} m
      where m.to_id = any(${sql.param([...ids])}::int[]) and m.undone_at is null
      union
      select m.from_id, merged.lead from ${customerMerges} m join merged on m.to_id = merged.id
      where m.undone_at is null
    )
    select id, lead from merged`);
  return new Map([...rows.map(({ id, lead }) => [id, lead] as const), ...ids.map((id) => [id, id] as const)]);
}

/** The numbers of everything that was merged into these customers, directly or not, as a query of one column `id`. */
export const mergedInto = (ids: readonly number[]): SQL => sql`
    with recursive merged(id) as (
      select m.from_id from ${customerMerges} m
      where m.to_id = any(${sql.param([...ids])}::int[]) and m.undone_at is null
      union
      select m.from_id from ${customerMerges} m join merged on m.to_id = merged.id where m.undone_at is null
    )
    select id from merged`;
