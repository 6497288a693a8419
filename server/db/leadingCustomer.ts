import { and, eq, isNull } from 'drizzle-orm';
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
