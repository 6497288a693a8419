import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import { containing } from '../../../db/likePattern.ts';
import { customers, orders } from '../../../db/tables/index.ts';

const MOST_ID = 2147483647;
/** Up to so many customers are named by their ids; what more have is judged row by row instead. */
const MANY = 2_000;

/**
 * What a search asks of an order; `undefined` asks nothing. A number is a quote's, an order's or a customer's, or a
 * purchase order; words are the customer's names, looked up to ids first by their trigram index.
 */
export async function textCondition(db: Executor, text = ''): Promise<SQL | undefined> {
  const term = text.trim().replace(/^#/, '');
  if (!term) return undefined;
  const bought = eq(orders.purchaseOrder, term);
  if (/^\d{1,10}$/.test(term) && Number(term) <= MOST_ID)
    return or(eq(orders.id, Number(term)), eq(orders.customerId, Number(term)), bought);
  const words = term.split(/\s+/).slice(0, 8);
  const found = db
    .select({ id: customers.id })
    .from(customers)
    .where(and(...words.map((word) => sql`${names} like ${containing(word)}`)));
  const rows = await found.limit(MANY + 1);
  if (rows.length > MANY) return or(bought, inArray(orders.customerId, found));
  return or(
    bought,
    inArray(
      orders.customerId,
      rows.map(({ id }) => id),
    ),
  );
}

/** As the trigram index has it. */
const names = sql`fold_text(${customers.legalName} || ' ' || ${customers.tradeName})`;
