import { eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '#server/db/client.ts';
import { tickets } from '#server/db/tables/index.ts';

/** The ticket that a number leads to: the one that it was merged into, however often, or itself. */
export async function leadingTicket(db: Executor, id: number): Promise<number> {
  let lead = id;
  for (;;) {
    const [row] = await db.select({ into: tickets.mergedIntoId }).from(tickets).where(eq(tickets.id, lead));
    if (!row?.into) return lead;
    lead = row.into;
  }
}

/** The numbers of the ticket and of everything that was merged into it, directly or not, as a query of one column `id`. */
export const familyOf = (id: number): SQL => sql`
    with recursive family(id) as (
      select ${id}::integer
      union
      select t.id from ${tickets} t join family f on t.merged_into_id = f.id
    )
    select id from family`;

/** Over a column with a ticket's number: the ticket and everything that was merged into it. */
export const inFamily = (column: AnyPgColumn, id: number): SQL =>
  sql`${column} = any (array(${familyOf(id)}))`;
