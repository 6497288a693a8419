import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { ItemChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import { compareDecimals } from '#contract/rules/decimal.ts';
import {
  type Authorization,
  type CoveredLine,
  covers,
  type EndedBy,
  endedBy,
  endedText,
} from '#contract/rules/negotiations/authorizedPrice.ts';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { orders, paymentPlans, priceNegotiations } from '../../db/tables/index.ts';
import { audit } from '../../writing/audit.ts';
import type { OrderRecord } from '../orderCore/commands.ts';
import { type SaleSetting, settingOfOrder } from '../productCore/queries.ts';
import { writeLine } from './itemChanges.ts';
import {
  activeLines,
  lineIn,
  lineOf,
  type PricedLine,
  pricedLines,
  pricingTerms,
  storedLines,
} from './quoteLines.ts';

/** The state of price negotiations for a line. */
interface LineNegotiation {
  /** Status of the latest negotiation. */
  status: 'P' | 'A' | 'N' | 'C';
  /** The latest authorisation, regardless of later requests. */
  authorized: Authorized | null;
}
interface Authorized extends Authorization {
  today: CalendarDate;
}
export type Negotiations = ReadonlyMap<number, LineNegotiation>;

/** Negotiations by line, limited to the quote's current customer. */
export async function negotiationsOf(
  db: Executor,
  orderId: number,
  { parameters, branch, today }: SaleSetting,
): Promise<Negotiations> {
  const rows = await db
    .select({ negotiation: priceNegotiations, plan: paymentPlans.name })
    .from(priceNegotiations)
    .innerJoin(
      orders,
      and(eq(orders.id, priceNegotiations.orderId), eq(orders.customerId, priceNegotiations.customerId)),
    )
    .leftJoin(paymentPlans, eq(paymentPlans.id, priceNegotiations.planId))
    .where(eq(priceNegotiations.orderId, orderId))
    .orderBy(asc(priceNegotiations.id));
  const found = new Map<number, LineNegotiation>();
  for (const { negotiation, plan } of rows) {
    const { itemId, status, decidedPrice: price, decidedAt } = negotiation;
    const { listPrice, quantity, units, packagingId, priceFactor, tintId, planPercent, productId } =
      negotiation;
    const leastPercent = parameters.quantidadeMinimaAutorizada;
    // It is valid for as long as a new quote would be, whatever validity its own quote gets later.
    const until = decidedAt && addDays(localDate(decidedAt, branch.zone), parameters.validadeOrcamento);
    const tableId = negotiation.priceTableId;
    found.set(itemId, {
      status,
      authorized:
        status === 'A' && price !== null
          ? {
              ...{
                productId,
                price,
                quantity,
                units,
                packagingId,
                priceFactor,
                tintId,
                leastPercent,
                listPrice,
              },
              ...{ plan, planPercent, tableId, until, today },
            }
          : (found.get(itemId)?.authorized ?? null),
    });
  }
  return found;
}

const authorizationOf = ({ id }: PricedLine, negotiations: Negotiations): Authorized | null =>
  (id === null ? undefined : negotiations.get(id))?.authorized ?? null;

/** The line in the terms of the rule. */
const coveredLine = (line: PricedLine, today: CalendarDate): CoveredLine => ({
  ...line.condition,
  productId: line.productId,
  price: line.price,
  quantity: line.quantity,
  units: line.pack.fator_conversao,
  priceFactor: line.pack.fator_preco,
  packagingId: line.pack.id || null,
  tintId: line.tint?.idCor ?? null,
  listPrice: line.list,
  today,
});

/** Whether somebody authorised the price of the line. */
export const isNegotiated = (line: PricedLine, negotiations: Negotiations): boolean => {
  const found = authorizationOf(line, negotiations);
  return found !== null && covers(found, coveredLine(line, found.today));
};

/** Whether the price is below what the seller may give on their own. */
const isBelowLowest = ({ bonus, price, lowest }: PricedLine): boolean =>
  !bonus && compareDecimals(price, lowest) < 0;

/** P, A or N of the latest negotiation; A only while the authorisation fits the line as it is. */
export function negotiationShown(line: PricedLine, negotiations: Negotiations): string | null {
  const found = line.id === null ? undefined : negotiations.get(line.id);
  if (found?.status !== 'A') return found?.status ?? null;
  return isNegotiated(line, negotiations) ? 'A' : null;
}

/**
 * Why a line's authorised price no longer holds, or null. Such a line needs approval again, and the quote cannot become an
 * order until then. Higher list prices alone do not end an agreement.
 */
export function endedAuthorization(line: PricedLine, negotiations: Negotiations): EndedBy | null {
  const found = authorizationOf(line, negotiations);
  if (!found || !isBelowLowest(line) || compareDecimals(line.price, found.price) < 0) return null;
  return endedBy(found, coveredLine(line, found.today));
}

/** Text that keeps a line with such a price from being sold; '' for any other. */
export function renewalText(line: PricedLine, negotiations: Negotiations): string {
  const found = authorizationOf(line, negotiations);
  const reason = endedAuthorization(line, negotiations);
  if (!found || !reason) return '';
  const product = line.facts.product.description;
  const { quantity, lowest, pack } = line;
  const named = { product, quantity, unit: pack.unidade, lowest, listPrice: line.list };
  return endedText(found, { ...line.condition, ...named }, reason);
}

/** One text per such line, with what to do about it; '' if there are none. */
export function unauthorizedText(lines: readonly PricedLine[], negotiations: Negotiations): string {
  const texts = activeLines(lines).flatMap((line) => renewalText(line, negotiations) || []);
  return texts.length === 0 ? '' : `${texts.join('\n')}\nPeça o preço de novo ou volte ao de tabela.`;
}

/**
 * Touched lines whose authorised price was for another packaging or colour, and that were not given another price. A line that only
 * needs approval for its quantity, plan or price table keeps its price meanwhile, and says so.
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
      isForSomethingElse(endedAuthorization(line, negotiations))
    );
  });

const SOMETHING_ELSE: readonly EndedBy[] = ['PRODUTO', 'EMBALAGEM', 'SEM_EMBALAGEM', 'COR'];
const isForSomethingElse = (reason: EndedBy | null) => reason === null || SOMETHING_ELSE.includes(reason);

/** Lines of a quote for which a price was authorised, whether or not it still holds. */
export async function authorizedItems(db: Executor, orderId: number): Promise<Set<number>> {
  const rows = await db
    .select({ itemId: priceNegotiations.itemId })
    .from(priceNegotiations)
    .where(and(eq(priceNegotiations.orderId, orderId), eq(priceNegotiations.status, 'A')));
  return new Set(rows.map(({ itemId }) => itemId));
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
  const recalculated = back.map((line) => ({ ...lineIn(line), typed: null, released: true }));
  for (const line of await pricedLines(tx, terms, recalculated))
    await writeLine(tx, ctx, order.id, line, { terms, flex: '0' });
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
