import { eq } from 'drizzle-orm';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  isPositive,
  subtractDecimals,
  sumDecimals,
} from '#contract/rules/decimal.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { priceText } from '#contract/rules/negotiations/negotiatedPrice.ts';
import { priceMoveText } from '#contract/rules/orders/offerChanges.ts';
import { flexOf, packQuantityProblem } from '#contract/rules/orders/packaging.ts';
import { availableStock, isUnlimited, stockText } from '#contract/rules/orders/shownStock.ts';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { customers } from '../../db/tables/index.ts';
import { invalid, notFound, Refusal, refused } from '../../errors.ts';
import { lockFlex } from '../customerCore/commands.ts';
import type { OrderRecord } from '../orderCore/commands.ts';
import { flexTakenElsewhere } from '../orderCore/queries.ts';
import type { SaleSetting } from '../productCore/queries.ts';
import { stockFactsOf } from '../productCore/rules.ts';
import { endedAuthorization, isNegotiated, type Negotiations, negotiationsOf } from './lineNegotiations.ts';
import { activeLines, type PricedLine, type PricingTerms } from './quoteLines.ts';

/** The limits that a quote's prices are checked against. */
export interface Bounds {
  negotiates: boolean;
  /** What the customer's flex still gives this quote: less what other open quotes and orders take. */
  flex: Decimal;
  /** What those take. */
  flexElsewhere: Decimal;
  negotiations: Negotiations;
  zone: TimeZone;
}

interface PriceCheck extends Bounds {
  lines: readonly PricedLine[];
  /** The lines before the change, at the terms that applied then. */
  before: readonly PricedLine[];
  /** Maps a line number to its index in the request. */
  touched: ReadonlyMap<number, number>;
  /** Numbers of lines that were given a price. */
  typed: ReadonlySet<number>;
  terms: PricingTerms;
}

export async function priceBounds(
  db: Executor,
  setting: SaleSetting,
  order: Pick<OrderRecord, 'id' | 'customerId'>,
): Promise<Bounds> {
  const [customer] = await db
    .select({ flex: customers.flex })
    .from(customers)
    .where(eq(customers.id, order.customerId));
  const flexElsewhere = await flexTakenElsewhere(db, order, setting.today);
  return {
    negotiates: setting.parameters.exibeNegociarPreco,
    flex: subtractDecimals(customer?.flex ?? '0', flexElsewhere),
    flexElsewhere,
    negotiations: await negotiationsOf(db, order.id, setting),
    zone: setting.branch.zone,
  };
}

/**
 * As above, for a change: where lines take flex, the customer's is locked first, so that two quotes never give away the same
 * amount.
 */
export async function lockedBounds(
  tx: Tx,
  setting: SaleSetting,
  order: Pick<OrderRecord, 'id' | 'customerId'>,
  lines: readonly PricedLine[],
): Promise<Bounds> {
  if (activeLines(lines).some((line) => compareDecimals(charged(line), line.lowest) < 0))
    await lockFlex(tx, order.customerId);
  return priceBounds(tx, setting, order);
}

/**
 * Prices below the seller's lowest must be covered by the customer's flex or by an authorised negotiation. Untouched lines
 * keep what was allowed, unless the change gives away more in total, through a campaign or another line. A price whose
 * authorisation was ended by a dearer plan can still be saved and waits to be requested again.
 */
export function requirePrices(check: PriceCheck): void {
  const { touched, negotiations } = check;
  const [lines, before] = [activeLines(check.lines), activeLines(check.before)];
  const used = flexUsed(lines, negotiations, check.typed);
  if (!isPositive(used) || compareDecimals(used, check.flex) <= 0) return;
  const below = lines.filter((line) => usesFlex(line, negotiations, check.typed));
  const requested = below.filter(({ line }) => touched.has(line));
  if (requested.length > 0) throw tooLow(requested, check);
  if (compareDecimals(used, flexUsed(before, negotiations)) > 0) throw tooLow(below, check);
}

function tooLow(lines: readonly PricedLine[], check: PriceCheck) {
  const { touched } = check;
  return refused(
    'NEGOCIACAO_EXIGIDA',
    tooLowText(lines, check),
    Object.fromEntries(
      lines.flatMap(({ line, lowest, bonus }) => {
        const place = touched.get(line);
        if (place === undefined) return [];
        return bonus
          ? [[`itens.${place}.bonificado`, 'O flex do cliente não basta.']]
          : [[`itens.${place}.preco`, `Menor preço sem negociar: ${priceText(lowest)}.`]];
      }),
    ),
  );
}

/** Says which floors are missed, what moved since the offer, and what to do. */
function tooLowText(
  lines: readonly PricedLine[],
  {
    negotiates,
    terms,
    zone,
    flexElsewhere,
  }: Pick<PriceCheck, 'negotiates' | 'terms' | 'zone' | 'flexElsewhere'>,
): string {
  const raise = 'Peça a quem lidera que aumente o flex do cliente.';
  const elsewhere = isPositive(flexElsewhere)
    ? ` Outros orçamentos e pedidos dele já usam ${formatMoney(flexElsewhere, 2)}.`
    : '';
  if (lines.every(({ bonus }) => bonus))
    return `O que se bonifica sai do flex do cliente, que não basta.${elsewhere} ${raise}`;
  const moved = [...new Set(lines.map((line) => movedText(line, terms, zone)))].filter(Boolean);
  // An older offer's price is not negotiated: an authorisation is for the table of the day.
  const beyond =
    moved.length > 0 ? 'Use o preço de hoje, ou negocie a partir dele.' : 'Negocie o preço para ir além.';
  return [...moved, `${floorsText(lines)}${elsewhere}`, negotiates ? beyond : raise].join(' ');
}

const movedText = ({ facts, ...line }: PricedLine, terms: PricingTerms, zone: TimeZone): string =>
  priceMoveText({ ...line, facts: line.priceFacts, product: facts.product.description }, { terms, zone });

/** Every line of a quote that is about to become an order: why its prices may not be sold at; '' when they may. */
export function uncoveredText(all: readonly PricedLine[], bounds: Bounds & { terms: PricingTerms }): string {
  const lines = activeLines(all);
  const used = flexUsed(lines, bounds.negotiations);
  if (!isPositive(used) || compareDecimals(used, bounds.flex) <= 0) return '';
  return tooLowText(
    lines.filter((line) => usesFlex(line, bounds.negotiations)),
    bounds,
  );
}

/** Names each product with its own lowest price. */
const floorsText = (lines: readonly PricedLine[]): string =>
  `O menor preço que você pode dar é ${lines
    .filter(({ bonus }) => !bonus)
    .map(({ lowest, facts }) => `${priceText(lowest)} em ${facts.product.description}`)
    .join(', ')}.`;

/** A bonus item costs nothing, whatever price is shown beside it. */
const charged = ({ bonus, price }: PricedLine): Decimal => (bonus ? '0' : price);

const NO_LINES: ReadonlySet<number> = new Set();

export const usesFlex = (
  line: PricedLine,
  negotiations: Negotiations,
  typed: ReadonlySet<number> = NO_LINES,
): boolean =>
  compareDecimals(charged(line), line.lowest) < 0 &&
  (line.bonus || !(isNegotiated(line, negotiations) || needsApproval(line, negotiations, typed)));

/** Whether a line is waiting for a new approval of its price; a price typed now is not. */
const needsApproval = (line: PricedLine, negotiations: Negotiations, typed: ReadonlySet<number>): boolean =>
  !typed.has(line.line) && endedAuthorization(line, negotiations) !== null;

/** What one line takes of the customer's flex. */
export const lineFlex = (
  line: PricedLine,
  negotiations: Negotiations,
  typed: ReadonlySet<number> = NO_LINES,
): Decimal => (usesFlex(line, negotiations, typed) ? flexOf(line.lowest, charged(line), line.quantity) : '0');

/** The amount that the lines give away below their lowest prices. */
export const flexUsed = (
  lines: readonly PricedLine[],
  negotiations: Negotiations,
  typed: ReadonlySet<number> = NO_LINES,
): Decimal => sumDecimals(lines.map((line) => lineFlex(line, negotiations, typed)));

interface LineLimits {
  digits: number;
  mostLines: number;
  sellsWithoutStock: boolean;
}

interface SoundLine extends LineLimits {
  lines: readonly PricedLine[];
  /** Maps a line number to its index in the request; only lines the user touched are validated again. */
  touched: ReadonlyMap<number, number>;
}

export const lineLimits = ({ parameters }: Pick<SaleSetting, 'parameters'>): LineLimits => ({
  digits: parameters.tamanhoMaximoQuantidade,
  mostLines: parameters.maximoItensOrcamento,
  sellsWithoutStock: parameters.vendaSemEstoque,
});

/** Refuses invalid lines; messages are keyed by the place of each change (`itens.0.qtde`). */
export function requireValidLines(check: SoundLine): void {
  const { lines, touched, mostLines } = check;
  const remaining = activeLines(lines);
  if (remaining.length > mostLines && touched.size > 0)
    throw refused('ITENS_DEMAIS', `O orçamento pode ter no máximo ${mostLines} itens.`);
  const problems: Record<string, string> = {};
  for (const line of remaining) {
    const index = touched.get(line.line);
    if (index === undefined) continue;
    requireSellable(line);
    const found = quantityText(line, check) ?? lackText(line, remaining, check);
    if (found) problems[`itens.${index}.qtde`] = found;
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  requireBounds(remaining, touched);
}

/** The lines that could not be added today, each judged after the sound ones before it. */
export function refusedInTurn(
  lines: readonly PricedLine[],
  setting: Pick<SaleSetting, 'parameters'>,
): { line: PricedLine; refusal: Refusal }[] {
  const sound: PricedLine[] = [];
  return lines.flatMap((line) => {
    try {
      requireValidLines({
        lines: [...sound, line],
        touched: new Map([[line.line, 0]]),
        ...lineLimits(setting),
      });
      sound.push(line);
      return [];
    } catch (refusal) {
      if (refusal instanceof Refusal) return [{ line, refusal }];
      throw refusal;
    }
  });
}

/** Limits of the columns for lines and totals, with room for taxes and freight. */
const MIN_DISCOUNT_PERCENT = '-1000000';
const MAX_SUM = '9999999999';

/** A typing error or abuse: no price list comes close to this. */
function requireBounds(lines: readonly PricedLine[], touched: SoundLine['touched']): void {
  const high = lines.filter(
    ({ line, discountPercent }) =>
      touched.has(line) && compareDecimals(discountPercent, MIN_DISCOUNT_PERCENT) < 0,
  );
  if (high.length > 0)
    throw invalid(
      Object.fromEntries(
        high.map(({ line }) => [`itens.${touched.get(line)}.preco`, 'O preço é alto demais.']),
      ),
    );
  const sum = lines.reduce((all, { total }) => addDecimals(all, total), '0');
  if (touched.size > 0 && compareDecimals(sum, MAX_SUM) > 0)
    throw refused('VALOR_ALTO_DEMAIS', 'O total do orçamento é alto demais. Confira quantidades e preços.');
}

function requireSellable(line: PricedLine): void {
  const { product } = line.facts;
  // An existing line may be changed after its product was discontinued, but a new one may not be added.
  if (product.inactive && (line.stored === null || line.stored.removedAt !== null))
    throw refused('PRODUTO_INATIVO', `${product.description} saiu de linha e não pode ser incluído.`);
  if (line.packagingId !== null && line.pack.id !== line.packagingId) throw notFound();
  if (line.tint && !product.tintBase)
    throw refused('SEM_COR', `${product.description} não é uma base tintométrica.`);
}

function quantityText({ quantity, pack }: PricedLine, { digits }: SoundLine): string | undefined {
  const limits = {
    unit: pack.unidade,
    divides: pack.fracionavel,
    multiple: pack.multiplo,
    max: '-1',
    digits,
  };
  return packQuantityProblem(quantity, limits)?.message;
}

/** Checks the stock over all lines of the same product and branch. */
function lackText(
  line: PricedLine,
  lines: readonly PricedLine[],
  { sellsWithoutStock }: SoundLine,
): string | undefined {
  const stock = stockFactsOf(line.facts.stock.get(line.branchId));
  const wanted = lines
    .filter((each) => each.productId === line.productId && each.branchId === line.branchId)
    .reduce((sum, { units }) => addDecimals(sum, units), '0');
  if (!isUnlimited(stock.max) && compareDecimals(wanted, stock.max) > 0)
    return `A quantidade máxima por pedido é ${stockText(stock.max, '-1', line.pack, line.unit)}.`;
  const available = availableStock(stock);
  if (!sellsWithoutStock && compareDecimals(wanted, available) > 0)
    return compareDecimals(available, '0') === 0
      ? 'INDISPONÍVEL NO MOMENTO'
      : `Há só ${stockText(available, '-1', line.pack, line.unit)} em estoque.`;
  return undefined;
}
