import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { EnteredLine } from '#contract/callcenter/quotes/quoteEntry.ts';
import { areLearnable } from '#contract/rules/orders/pastedLines.ts';
import type { Context } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { amongTexts } from '#server/db/conditions.ts';
import { customerProductWords, products } from '#server/db/tables/index.ts';

/** As many as are kept of a customer; the ones that were not chosen for the longest time go. */
const MAX_WORDS = 2_000;

/** What was chosen the last time for words of a customer. */
export interface Remembered {
  words: string;
  productId: number;
  told: NonNullable<EnteredLine['lembrado']>;
}

/** What was chosen before for what this customer wrote, by the words; only products that are still sold. */
export async function rememberedProducts(
  db: Executor,
  customerId: number,
  words: readonly string[],
): Promise<Map<string, Remembered>> {
  const sought = [...new Set(words)].filter(areLearnable);
  if (sought.length === 0) return new Map();
  const rows = await db
    .select({
      words: customerProductWords.words,
      productId: customerProductWords.productId,
      times: customerProductWords.times,
      at: customerProductWords.at,
    })
    .from(customerProductWords)
    .innerJoin(products, and(eq(products.id, customerProductWords.productId), eq(products.inactive, false)))
    .where(and(eq(customerProductWords.customerId, customerId), inArray(customerProductWords.words, sought)));
  return new Map(
    rows.map(({ words, productId, times, at }) => [
      words,
      { words, productId, told: { vezes: times, em: at.toISOString() } },
    ]),
  );
}

interface Chosen {
  words: string;
  productId: number;
}

/** Sorted, so that two lists of one customer that are read at once lock the same rows in the same order. */
const inOrder = (chosen: readonly Chosen[]): Chosen[] =>
  [...new Map(chosen.map((each) => [each.words, each])).values()]
    .filter(({ words }) => areLearnable(words))
    .sort((one, two) => (one.words < two.words ? -1 : 1));

const { words, productId, times } = customerProductWords;
const KEY = [customerProductWords.customerId, words];

/**
 * Remembers what was chosen for a customer's words; a later choice takes the place of an earlier one, in one request and between
 * two sellers.
 */
export async function rememberWords(
  tx: Tx,
  ctx: Pick<Context, 'user' | 'now'>,
  customerId: number,
  chosen: readonly Chosen[],
): Promise<void> {
  const rows = inOrder(chosen);
  if (rows.length === 0) return;
  const [personId, at] = [ctx.user.id, ctx.now()];
  await tx
    .insert(customerProductWords)
    .values(rows.map((row) => ({ ...row, customerId, personId, at })))
    .onConflictDoUpdate({
      target: KEY,
      set: {
        productId: sql`excluded.product_id`,
        times: sql`case when ${productId} = excluded.product_id then ${times} + 1 else 1 end`,
        personId,
        at,
      },
    });
  const newestWords = tx
    .select({ words })
    .from(customerProductWords)
    .where(eq(customerProductWords.customerId, customerId))
    .orderBy(desc(customerProductWords.at), words)
    .limit(MAX_WORDS);
  await tx
    .delete(customerProductWords)
    .where(and(eq(customerProductWords.customerId, customerId), sql`${words} not in (${newestWords})`));
}

/** What was taken as the last time stays in use; what somebody chose otherwise meanwhile stays as it was chosen. */
export async function confirmWords(
  tx: Tx,
  ctx: Pick<Context, 'now'>,
  customerId: number,
  used: readonly Chosen[],
): Promise<void> {
  const rows = inOrder(used);
  if (rows.length === 0) return;
  const ours = eq(customerProductWords.customerId, customerId);
  const among = amongTexts(
    words,
    rows.map((row) => row.words),
  );
  // Locked in the order in which `rememberWords` writes.
  await tx
    .select({ words })
    .from(customerProductWords)
    .where(and(ours, among))
    .orderBy(sql`${words} collate "C"`)
    .for('update');
  await tx
    .update(customerProductWords)
    .set({ times: sql`${times} + 1`, at: ctx.now() })
    .where(
      and(
        ours,
        sql`(${words}, ${productId}) in (select * from unnest(
          ${sql.param(rows.map((row) => row.words))}::text[], ${sql.param(rows.map((row) => row.productId))}::int[]))`,
      ),
    );
}
