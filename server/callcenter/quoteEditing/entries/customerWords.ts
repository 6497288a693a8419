import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { customerProductWords, products } from '#server/db/tables/index.ts';

/** As many as are kept of a customer; the ones that were not chosen for the longest time go. */
const MAX_WORDS = 2_000;

/** The products that were chosen before for what this customer wrote; only those that are still sold. */
export async function rememberedProducts(
  db: Executor,
  customerId: number,
  words: readonly string[],
): Promise<Map<string, number>> {
  if (words.length === 0) return new Map();
  const rows = await db
    .select({ words: customerProductWords.words, productId: customerProductWords.productId })
    .from(customerProductWords)
    .innerJoin(products, and(eq(products.id, customerProductWords.productId), eq(products.inactive, false)))
    .where(
      and(
        eq(customerProductWords.customerId, customerId),
        inArray(customerProductWords.words, [...new Set(words)]),
      ),
    );
  return new Map(rows.map((row) => [row.words, row.productId]));
}

interface Chosen {
  words: string;
  productId: number;
}

/** Remembers what was chosen for a customer's words; a later choice takes the place of an earlier one. */
export async function rememberWords(
  tx: Tx,
  ctx: Pick<Context, 'user' | 'now'>,
  customerId: number,
  chosen: readonly Chosen[],
): Promise<void> {
  // The last choice for the same words in one request is the one that stays.
  const rows = [...new Map(chosen.map((each) => [each.words, each])).values()];
  if (rows.length === 0) return;
  await tx
    .insert(customerProductWords)
    .values(rows.map((row) => ({ ...row, customerId, personId: ctx.user.id, at: ctx.now() })))
    .onConflictDoUpdate({
      target: [customerProductWords.customerId, customerProductWords.words],
      set: { productId: sql`excluded.product_id`, personId: ctx.user.id, at: ctx.now() },
    });
  const kept = tx
    .select({ words: customerProductWords.words })
    .from(customerProductWords)
    .where(eq(customerProductWords.customerId, customerId))
    .orderBy(desc(customerProductWords.at), customerProductWords.words)
    .limit(MAX_WORDS);
  await tx
    .delete(customerProductWords)
    .where(
      and(
        eq(customerProductWords.customerId, customerId),
        sql`${customerProductWords.words} not in (${kept})`,
      ),
    );
}
