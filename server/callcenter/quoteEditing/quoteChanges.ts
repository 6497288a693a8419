import type { OfferChange, OfferChanges } from '#contract/callcenter/quotes/offerShapes.ts';
import { addDecimals, compareDecimals, type Decimal, subtractDecimals } from '#contract/rules/decimal.ts';
import { offerTotals } from '#contract/rules/orders/offer.ts';
import { type ComparedLine, lineChanges, quoteChanges } from '#contract/rules/orders/offerChanges.ts';
import { creditRefusal } from '#contract/rules/orders/trafficLights.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import type { OrderRecord } from '../orderCore/commands.ts';
import { chargesOf, creditFacts, customerBlocks, payable, shownOrder } from '../orderCore/queries.ts';
import { visibleOrder } from '../productCore/queries.ts';
import { endedAuthorization } from './lineNegotiations.ts';
import { flexUsed, usesFlex } from './linePrices.ts';
import { type LoadedQuote, loadedQuote } from './loadedQuote.ts';
import { activeLines, lineIn, pricedLines } from './quoteLines.ts';
import { repackedOf } from './repackedLines.ts';

/** What moved about an open quote since its lines were offered; `order` with its sums as of now. */
export async function changesOf(
  db: Executor,
  order: OrderRecord,
  { lines, terms, bounds }: LoadedQuote,
): Promise<OfferChange[]> {
  const { parameters, today } = terms.setting;
  const [credit, blocks] = await Promise.all([
    creditFacts(db, order, parameters),
    customerBlocks(db, order.customerId),
  ]);
  const where = { terms, zone: bounds.zone };
  return [
    ...quoteChanges({
      validUntil: order.validUntil,
      today,
      credit: creditRefusal(credit)?.message ?? null,
      blocks: blocks.map(({ message }) => message),
    }),
    ...comparedLines({ lines, terms, bounds }).flatMap((line) => lineChanges(line, where)),
  ];
}

function comparedLines({ lines, terms, bounds }: LoadedQuote): ComparedLine[] {
  const stand = activeLines(lines);
  const needs = new Map<string, Decimal>();
  for (const { productId, branchId, units } of stand) {
    const key = `${productId}:${branchId}`;
    needs.set(key, addDecimals(needs.get(key) ?? '0', units));
  }
  const exceeds = compareDecimals(flexUsed(stand, bounds.negotiations), bounds.flex) > 0;
  return stand.map((line) => ({
    ...line,
    product: line.facts.product.description,
    facts: line.priceFacts,
    needed: needs.get(`${line.productId}:${line.branchId}`) ?? '0',
    sellsWithoutStock: terms.setting.parameters.vendaSemEstoque,
    isRefused:
      (exceeds && usesFlex(line, bounds.negotiations)) ||
      endedAuthorization(line, bounds.negotiations) !== null,
  }));
}

/**
 * What a copy, a renewal or the way back to a quote would change, and both totals after the coupon. An order is compared as
 * if it were a quote; the stock that it has reserved is not missing.
 */
export async function offerChangesOf(
  db: Executor,
  ctx: Context,
  id: number,
): Promise<Omit<OfferChanges, 'impedimentos'>> {
  const order = await visibleOrder(db, ctx, id);
  const asQuote = { ...order, stage: 'ORCAMENTO' as const, status: 'ATIVO' as const };
  const loaded = await loadedQuote(db, ctx, asQuote);
  const { order: shown } = await shownOrder(db, order, repackedOf(loaded.lines));
  const quote: OrderRecord = { ...shown, stage: asQuote.stage, status: asQuote.status };
  const changes = await changesOf(db, quote, loaded);
  const anew = activeLines(loaded.lines).map((line) => ({ ...lineIn(line), typed: null, released: true }));
  const totals = offerTotals(await pricedLines(db, loaded.terms, anew), {
    freight: shown.freight,
    ...(await chargesOf(db, order)),
  });
  return {
    mudancas: order.stage === 'PEDIDO' ? changes.filter(({ tipo }) => tipo !== 'ESTOQUE') : changes,
    totalProposto: payable(shown),
    totalHoje: subtractDecimals(totals.total, totals.couponDiscount),
  };
}
