import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import type { OrderRecord } from '../orderLock.ts';
import { settingOfOrder } from '../quoteSetting.ts';
import { changedLines } from './itemChanges.ts';
import { priceBounds, requirePrices } from './linePrices.ts';
import { lineOf, pricedLines, pricingTerms, storedLines } from './quoteLines.ts';
import { writeLine } from './writeLine.ts';

/**
 * Does something that prices depend on; then what nobody typed costs what the rules say now, and what somebody typed
 * must still be allowed.
 */
export async function repriceLines(
  tx: Tx,
  ctx: Context,
  order: OrderRecord,
  change: () => Promise<void>,
): Promise<void> {
  const setting = await settingOfOrder(tx, ctx, order);
  const stored = (await storedLines(tx, order.id)).map(lineOf);
  const before = await pricedLines(tx, await pricingTerms(tx, setting, order, stored), stored);
  const { lines } = await changedLines(tx, before, [], order.branchId);
  await change();
  const after = await pricedLines(tx, await pricingTerms(tx, setting, order, lines), lines);
  requirePrices({
    lines: after,
    before,
    touched: new Map(),
    typed: new Set(),
    ...(await priceBounds(tx, setting, order)),
  });
  for (const line of after) await writeLine(tx, ctx, order.id, line);
}
