import { compareDecimals, type Decimal, multiplyDecimals, roundDecimal } from '../decimal.ts';
import { addDays, type CalendarDate } from '../time/calendarDate.ts';
import { lineTaxes, type SaleTaxes, type TaxRates } from './lineTaxes.ts';
import { type CouponTerms, lineTotal, type OrderTotals, orderTotals } from './orderTotals.ts';
import {
  discountOf,
  type FloorTerms,
  lowestPrice,
  type PriceRule,
  packPrice,
  withPercent,
} from './packaging.ts';

/** What a line was offered at, and when; stored with the line beside its price. Money per packaging. */
export interface LineOffer {
  /** Instant of the offer. */
  at: string;
  /** Last day on which an untouched line may be ordered at it: the day of the offer + `validadeOrcamento`. */
  until: CalendarDate;
  /** By the price table, quantity rules and campaigns of that moment. */
  ruled: Decimal;
  /** The floor of the seller at that moment. */
  lowest: Decimal;
  /** Price of one unit in the table. */
  unitPrice: Decimal;
  tableId: number | null;
  planPercent: Decimal;
  taxRates: TaxRates;
  /** Units that could be sold. */
  stock: Decimal;
  /** Units in the packaging; absent from offers of before this was stored. */
  factor?: Decimal;
  /**
   * The price, moment and packaging of the offer that this one replaced, by a copy, a renewal or because the packaging holds
   * something else, until somebody decides about it.
   */
  replaced: { price: Decimal; at: string; factor?: Decimal } | null;
  /** Today's price at which somebody chose to keep what was offered. */
  keptAt: Decimal | null;
}

/** The facts of today that a line is priced by, before plan, quantity and campaign. */
export interface LineFacts {
  unitPrice: Decimal;
  /** Since when the unit costs this; `null` where that is not known. */
  priceSince: string | null;
  /** The price of the packaging is the unit price × this. */
  priceFactor: Decimal;
  /** Units in one packaging. */
  factor: Decimal;
  /** Surcharge of the colour per unit. */
  tintAmount: Decimal;
  rules: readonly PriceRule[];
  /** Discount of a running campaign that the quote accepted and whose minimum it reaches. */
  campaignPercent: Decimal | null;
  /** Cost of one unit. */
  cost: Decimal;
  taxRates: TaxRates;
  /** Units that can be sold. */
  stock: Decimal;
}

/** What all lines of a quote are priced by today. */
export interface OfferTerms extends FloorTerms {
  /** An order, or a quote that ended: its figures never move. */
  closed: boolean;
  today: CalendarDate;
  tableId: number | null;
  planPercent: Decimal;
}

/** The line as it is stored; `null` for one that is being added. */
export interface StoredLine {
  listPrice: Decimal;
  price: Decimal;
  discountPercent: Decimal;
  total: Decimal;
  cost: Decimal;
  taxes: SaleTaxes;
  offer: LineOffer | null;
}

export interface OfferedLine {
  quantity: Decimal;
  /** A price given by a person; `null` follows the rules. */
  typed: Decimal | null;
  /** Touched, or offered anew: priced and judged by today's facts. */
  released: boolean;
  bonus: boolean;
  removed: boolean;
  stored: StoredLine | null;
}

/**
 * FECHADO: part of an order or an ended quote, whose figures never move. PROPOSTO: untouched and within its validity, so that price and floor
 * are those of the offer. HOJE: everything by today's facts.
 */
export type Standing = 'FECHADO' | 'PROPOSTO' | 'HOJE';

export interface TodayPrices {
  list: Decimal;
  ruled: Decimal;
  lowest: Decimal;
}

export interface JudgedLine extends TodayPrices {
  standing: Standing;
  units: Decimal;
  price: Decimal;
  discountPercent: Decimal;
  total: Decimal;
  cost: Decimal;
  taxes: SaleTaxes;
  /** The terms under which its price applies. */
  planPercent: Decimal;
  tableId: number | null;
  /** What the same line would be offered at now. */
  now: TodayPrices;
}

/** Price, rule price and floor of one packaging by today's facts. */
export function todayPrices(
  line: Pick<OfferedLine, 'quantity'>,
  facts: LineFacts,
  terms: OfferTerms,
): TodayPrices {
  const { list, price: byRule } = packPrice({
    unitPrice: facts.unitPrice,
    priceFactor: facts.priceFactor,
    planPercent: terms.planPercent,
    tintAmount: facts.tintAmount,
    rules: facts.rules,
    units: multiplyDecimals(line.quantity, facts.factor),
    places: terms.places,
  });
  const ruled = facts.campaignPercent
    ? withPercent(byRule, `-${facts.campaignPercent}`, terms.places)
    : byRule;
  return { list, ruled, lowest: lowestPrice({ list, price: ruled }, terms) };
}

/** Whether the packaging holds something else than when it was offered, so that its price was for other goods. */
export const isRepacked = (
  offer: Pick<LineOffer, 'factor'> | null | undefined,
  { factor }: Pick<LineFacts, 'factor'>,
): boolean => offer?.factor !== undefined && compareDecimals(offer.factor, factor) !== 0;

/** Whether the stored offer of an untouched line still holds. */
export const offerHolds = (
  offer: LineOffer | null,
  facts: Pick<LineFacts, 'factor'>,
  today: CalendarDate,
): boolean => offer !== null && offer.until >= today && !isRepacked(offer, facts);

function standingOf(
  { stored, released }: OfferedLine,
  facts: LineFacts,
  { closed, today }: OfferTerms,
): Standing {
  if (stored === null || released) return 'HOJE';
  if (closed) return 'FECHADO';
  return offerHolds(stored.offer, facts, today) ? 'PROPOSTO' : 'HOJE';
}

/**
 * Price, floor, taxes and total of a line from its stored offer and today's facts: whoever shows, prints, changes, copies or
 * orders a line asks here (docs/domain.md 13). The taxes of a quote are always today's.
 */
export function judgedLine(line: OfferedLine, facts: LineFacts, terms: OfferTerms): JudgedLine {
  const now = todayPrices(line, facts, terms);
  const standing = standingOf(line, facts, terms);
  const { stored } = line;
  const units = multiplyDecimals(line.quantity, facts.factor);
  if (stored && standing === 'FECHADO')
    return {
      standing,
      units,
      list: stored.listPrice,
      ruled: stored.offer?.ruled ?? stored.listPrice,
      lowest: stored.offer?.lowest ?? lesser(now.lowest, stored.price),
      price: stored.price,
      discountPercent: stored.discountPercent,
      total: stored.total,
      cost: stored.cost,
      taxes: stored.taxes,
      planPercent: stored.offer?.planPercent ?? terms.planPercent,
      tableId: stored.offer ? stored.offer.tableId : terms.tableId,
      now,
    };
  const proposedOffer = standing === 'PROPOSTO' ? (stored?.offer ?? null) : null;
  const prices =
    proposedOffer && stored
      ? { list: stored.listPrice, ruled: proposedOffer.ruled, lowest: proposedOffer.lowest }
      : now;
  // The price of an untouched line was for what its packaging held then.
  const typed = !line.released && isRepacked(stored?.offer, facts) ? null : line.typed;
  const price = typed ?? prices.ruled;
  const total = lineTotal(line.quantity, price);
  return {
    standing,
    units,
    ...prices,
    price,
    discountPercent: discountOf(prices.list, price),
    total,
    cost: roundDecimal(multiplyDecimals(facts.cost, facts.factor), 4),
    taxes: lineTaxes(facts.taxRates, total),
    planPercent: proposedOffer?.planPercent ?? terms.planPercent,
    tableId: proposedOffer ? proposedOffer.tableId : terms.tableId,
    now,
  };
}

const lesser = (a: Decimal, b: Decimal): Decimal => (compareDecimals(a, b) < 0 ? a : b);

interface OfferMoment {
  at: Date;
  today: CalendarDate;
  /** `validadeOrcamento`. */
  days: number;
  replaced?: LineOffer['replaced'];
}

/** The offer to store with a line that was judged by today's facts. */
export const newOffer = (
  line: Pick<JudgedLine, 'now' | 'planPercent' | 'tableId'>,
  facts: Pick<LineFacts, 'unitPrice' | 'taxRates' | 'stock' | 'factor'>,
  { at, today, days, replaced = null }: OfferMoment,
): LineOffer => ({
  at: at.toISOString(),
  until: addDays(today, days),
  ruled: line.now.ruled,
  lowest: line.now.lowest,
  unitPrice: facts.unitPrice,
  tableId: line.tableId,
  planPercent: line.planPercent,
  taxRates: facts.taxRates,
  stock: facts.stock,
  factor: facts.factor,
  replaced,
  keptAt: null,
});

/**
 * The price that a person gave a line, which goes on when the line is priced anew; `null` where the rules gave it, or where it
 * was for another content of the packaging.
 */
export function ownPrice(
  { stored }: Pick<OfferedLine, 'stored'>,
  now: TodayPrices,
  facts: Pick<LineFacts, 'factor'>,
): Decimal | null {
  if (stored === null || isRepacked(stored.offer, facts)) return null;
  const byRules = [stored.offer?.ruled, now.ruled].some(
    (ruled) => ruled !== undefined && compareDecimals(ruled, stored.price) === 0,
  );
  return byRules ? null : stored.price;
}

interface Charges {
  freight: Decimal;
  fixedFee: Decimal;
  coupon: CouponTerms | null;
}

/** The totals of a quote or order over its judged lines. */
export const offerTotals = (
  lines: readonly (OfferedLine & JudgedLine)[],
  { freight, fixedFee, coupon }: Charges,
): OrderTotals => orderTotals({ lines, freight, fixedFee, coupon });
