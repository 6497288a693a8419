import { and, isNotNull, lt } from 'drizzle-orm';
import { undoableSince } from '#contract/rules/tickets/ticketMerge.ts';
import type { Deps } from '../../context.ts';
import { customerMerges } from '../../db/tables/index.ts';

/** Forgets what was kept of merged customers once their merge cannot be taken back any more. Runs every hour. */
export async function forgetMerged({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const expiredMerges = await db
    .update(customerMerges)
    .set({ kept: null })
    .where(and(isNotNull(customerMerges.kept), lt(customerMerges.at, undoableSince(now()))))
    .returning({ id: customerMerges.id });
  return expiredMerges.length;
}
