import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ItemChange } from '../../../contract/callcenter/quoteEditing.ts';
import type { EndedBy } from '../../../contract/rules/negotiations/negotiatedPrice.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { priceNegotiations } from '../../db/tables/index.ts';
import type { OrderRecord } from '../orderCore/commands.ts';
import { settingOfOrder } from '../productCore/queries.ts';
import { changedLines, writeLine } from './itemChanges.ts';
import {
  endedAuthorization,
  isBelowLowest,
  isNegotiated,
  type Negotiations,
  negotiationsOf,
  unauthorizedText,
} from './lineNegotiations.ts';
import {
  activeLines,
  lineOf,
  type PricedLine,
  pricedLines,
  pricingTerms,
  storedLines,
} from './quoteLines.ts';

/**
 * Touched lines whose authorised price no longer fits them and that were not given another price. A line that only needs
 * approval for its new payment plan or price table keeps its price meanwhile.
 */
export const linesLosingPrice = (
  lines: readonly PricedLine[],
  touched: ReadonlyMap<number, number>,
  changes: readonly ItemChange[],
  negotiations: Negotiations,
): PricedLine[] =>
  activeLines(lines).filter((line) => {
    const change = changes[touched.get(line.line) ?? -1];
    return (
      change?.preco === undefined &&
      change?.id !== undefined &&
      negotiations.get(change.id)?.authorized != null &&
      isBelowLowest(line) &&
      !isNegotiated(line, negotiations) &&
      (change.idEmb !== undefined || !ON_CONDITION.includes(endedAuthorization(line, negotiations)))
    );
  });

const ON_CONDITION: readonly (EndedBy | null)[] = ['PLANO', 'TABELA'];

/** Lines of a quote for which a price was authorised, whether or not it still holds. */
export async function authorizedItems(db: Executor, orderId: number): Promise<Set<number>> {
  const rows = await db
    .select({ itemId: priceNegotiations.itemId })
    .from(priceNegotiations)
    .where(and(eq(priceNegotiations.orderId, orderId), eq(priceNegotiations.status, 'A')));
  return new Set(rows.map(({ itemId }) => itemId));
}

/** For turning a quote into an order: a text about lines sold at a price that is no longer authorised. */
export async function unauthorizedPricesText(
  db: Executor,
  ctx: Context,
  order: OrderRecord,
): Promise<string> {
  if ((await authorizedItems(db, order.id)).size === 0) return '';
  const setting = await settingOfOrder(db, ctx, order);
  const stored = (await storedLines(db, order.id)).map(lineOf);
  const lines = await pricedLines(db, await pricingTerms(db, setting, order, stored), stored);
  return unauthorizedText(lines, await negotiationsOf(db, order.id, setting));
}

/** Lines with an authorised price that has to be requested again. */
export async function linesToRenew(db: Executor, ctx: Context, order: OrderRecord): Promise<Set<number>> {
  if ((await authorizedItems(db, order.id)).size === 0) return new Set();
  const setting = await settingOfOrder(db, ctx, order);
  const stored = (await storedLines(db, order.id)).map(lineOf);
  const lines = await pricedLines(db, await pricingTerms(db, setting, order, stored), stored);
  const negotiations = await negotiationsOf(db, order.id, setting);
  return new Set(
    lines.flatMap((line) => (line.id !== null && endedAuthorization(line, negotiations) ? [line.id] : [])),
  );
}

/**
 * An authorised price belongs to one line of one quote of one customer. A line that continues without it is priced by the
 * rules, unless the seller may give that price on their own. Returns the products whose price was reset.
 */
export async function resetPrices(
  tx: Tx,
  ctx: Context,
  order: OrderRecord,
  isAuthorized: (line: PricedLine) => boolean,
): Promise<string[]> {
  const setting = await settingOfOrder(tx, ctx, order);
  const stored = (await storedLines(tx, order.id)).map(lineOf);
  const terms = await pricingTerms(tx, setting, order, stored);
  const before = await pricedLines(tx, terms, stored);
  const back = before.filter((line) => isAuthorized(line) && isBelowLowest(line));
  if (back.length === 0) return [];
  const numbers = new Set(back.map(({ line }) => line));
  const { lines } = await changedLines(tx, before, [], order.branchId);
  const again = lines.filter(({ line }) => numbers.has(line)).map((line) => ({ ...line, typed: null }));
  for (const line of await pricedLines(tx, terms, again)) await writeLine(tx, ctx, order.id, line);
  return activeLines(back).map(({ facts }) => facts.product.description);
}

/** Ends the negotiations of a quote, requested and authorised, because it passes to someone they were not meant for. */
export async function endNegotiations(tx: Tx, ctx: Context, orderId: number, note: string): Promise<void> {
  const ended = await tx
    .update(priceNegotiations)
    .set({
      status: 'C',
      decidedAt: ctx.now(),
      decisionNote: note,
      version: sql`${priceNegotiations.version} + 1`,
    })
    .where(and(eq(priceNegotiations.orderId, orderId), inArray(priceNegotiations.status, ['P', 'A'])))
    .returning({ id: priceNegotiations.id });
  if (ended.length === 0) return;
  await audit(tx, ctx, {
    action: 'CANCELAR_PRECO',
    entity: 'price_negotiations',
    entityId: orderId,
    after: { precos: ended.map(({ id }) => id), motivo: note },
  });
}

/** Text for the response and the log; '' when no price was reset. */
export const resetPricesText = (products: readonly string[]): string =>
  products.length === 0
    ? ''
    : `${products.length === 1 ? 'O preço negociado não vale mais e voltou ao da tabela em' : 'Os preços negociados não valem mais e voltaram aos da tabela em'}: ${products.join(', ')}.`;
