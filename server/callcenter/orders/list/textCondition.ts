import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { amongFound } from '../../../db/amongFound.ts';
import type { Executor } from '../../../db/client.ts';
import { containing } from '../../../db/likePattern.ts';
import { customers, orders } from '../../../db/tables/index.ts';

const MOST_ID = 2147483647;

/**
 * What a search asks of an order; `undefined` asks nothing. A number is a quote's, an order's or a customer's, or a
 * purchase order; words are the customer's names. Each is looked up to ids first, and what finds nothing is not asked:
 * a lone condition is answered from an index.
 */
export async function textCondition(db: Executor, text = ''): Promise<SQL | undefined> {
  const term = text.trim().replace(/^#/, '');
  if (!term) return undefined;
  const bought = () => db.select({ id: orders.id }).from(orders).where(eq(orders.purchaseOrder, term));
  if (/^\d{1,10}$/.test(term) && Number(term) <= MOST_ID)
    return or(
      eq(orders.id, Number(term)),
      eq(orders.customerId, Number(term)),
      (await amongFound(orders.id, bought)) ?? undefined,
    );
  const words = term.split(/\s+/).slice(0, 8);
  const named = () =>
    db
      .select({ id: customers.id })
      .from(customers)
      .where(and(...words.map((word) => sql`${customers.foldedNames} like ${containing(word)}`)));
  const [byPurchase, byCustomer] = await Promise.all([
    amongFound(orders.id, bought),
    amongFound(orders.customerId, named),
  ]);
  return or(byPurchase ?? undefined, byCustomer ?? undefined) ?? sql`false`;
}
