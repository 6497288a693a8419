import {
  compareDecimals,
  type Decimal,
  divideDecimals,
  isPositive,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
} from '../decimal.ts';
import { type SaleTax, taxOnTop } from './lineTaxes.ts';

/** Money is rounded to cents when it enters a sum; intermediate values are exact to eight places (document 002 section 9). */
export const MONEY_PLACES = 2;

const CALCULATION_PLACES = 8;

/** Limit of the column; an item sold for a cent at an enormous cost would exceed it. */
const PROFIT_BOUND = '999999';

export interface TotalledLine {
  /** In packagings. */
  quantity: Decimal;
  /** Per packaging. */
  price: Decimal;
  /** Per packaging. */
  cost: Decimal;
  /** For the whole line (lineTaxes.ts says which of them are added to the price). */
  taxes: Partial<Record<SaleTax, { valor: Decimal }>>;
  bonus: boolean;
  removed: boolean;
}

interface TotalledOrder {
  lines: readonly TotalledLine[];
  freight: Decimal;
  /** Fixed fee of the payment method (`taxaFixa`). */
  fixedFee: Decimal;
  coupon: CouponTerms | null;
}

export interface OrderTotals {
  itemCount: number;
  subtotal: Decimal;
  total: Decimal;
  bonus: Decimal;
  taxTotal: Decimal;
  cost: Decimal;
  couponDiscount: Decimal;
  profitPercent: Decimal;
}

/** Total of a line, without taxes. */
export const lineTotal = (quantity: Decimal, price: Decimal): Decimal =>
  roundDecimal(multiplyDecimals(quantity, price), MONEY_PLACES);

/**
 * Sums of a quote or order over the lines that are not removed.
 *
 * subtotal = Σ quantity × price of sold lines; bonus = the same for lines given away; taxTotal = Σ taxes on top of sold lines; total = subtotal + taxTotal + freight + fixed fee, *before* the coupon: the totals strip shows total − discount
 * (document 001 section 2). cost includes bonus lines; profit = (subtotal − discount − cost) ÷ (subtotal − discount), in
 * percent, 0 when nothing is sold.
 */
export function orderTotals({ lines, freight, fixedFee, coupon }: TotalledOrder): OrderTotals {
  const remaining = lines.filter((line) => !line.removed);
  const sold = remaining.filter((line) => !line.bonus);
  const subtotal = sumOfLines(sold);
  const taxTotal = sumDecimals(sold.map(({ taxes }) => taxOnTop(taxes)));
  const cost = sumDecimals(remaining.map((line) => lineTotal(line.quantity, line.cost)));
  const discount = coupon ? couponDiscount(coupon, subtotal) : '0';
  return {
    itemCount: remaining.length,
    subtotal,
    total: sumDecimals([subtotal, taxTotal, freight, sold.length > 0 ? fixedFee : '0']),
    bonus: sumOfLines(remaining.filter((line) => line.bonus)),
    taxTotal,
    cost,
    couponDiscount: discount,
    profitPercent: profitPercent(subtractDecimals(subtotal, discount), cost),
  };
}

const sumOfLines = (lines: readonly TotalledLine[]): Decimal =>
  sumDecimals(lines.map((line) => lineTotal(line.quantity, line.price)));

/** Margin on the amount received, in percent, to eight places. */
function profitPercent(received: Decimal, cost: Decimal): Decimal {
  if (!isPositive(received)) return '0';
  const share = divideDecimals(
    multiplyDecimals(subtractDecimals(received, cost), '100'),
    received,
    CALCULATION_PLACES,
  );
  return compareDecimals(share, `-${PROFIT_BOUND}`) < 0 ? `-${PROFIT_BOUND}` : share;
}

/** Either `percent` or `amount`; `minimum` is the minimum subtotal. */
export interface CouponTerms {
  percent: Decimal | null;
  amount: Decimal | null;
  minimum: Decimal;
}

/** The discount of a coupon: never more than the subtotal, and nothing below its minimum. */
export function couponDiscount({ percent, amount, minimum }: CouponTerms, subtotal: Decimal): Decimal {
  if (compareDecimals(subtotal, minimum) < 0) return '0';
  const wanted = percent
    ? roundDecimal(divideDecimals(multiplyDecimals(subtotal, percent), '100', 8), 2)
    : roundDecimal(amount ?? '0', 2);
  return compareDecimals(wanted, subtotal) > 0 ? subtotal : wanted;
}

/** The sums of a quote or order shown in the totals strip. */
export interface StripSums {
  qtdeIt: number;
  vlSubTot: Decimal;
  vlTot: Decimal;
  vlBoni: Decimal;
  /** Added to the prices: IPI and ST. */
  vlImpostos: Decimal;
  vlFrete: Decimal;
  cupom: { codigo: string; desconto: Decimal } | null;
  percLucro: Decimal | null;
  /** The parameter of the same name. */
  exibeMargemLucro: boolean;
  cobranca: { descTaxaFixa: string } | null;
}

type StripKey =
  | 'itens'
  | 'subtotal'
  | 'impostos'
  | 'taxaFixa'
  | 'bonificado'
  | 'cupom'
  | 'frete'
  | 'total'
  | 'lucro';

export interface StripEntry {
  key: StripKey;
  label: string;
  value: Decimal;
  kind: 'count' | 'money' | 'percent';
}

/** The items that add up to TOTAL. Goods given away (BONIFICADO) are free and not included. */
export const SUMMANDS: readonly StripKey[] = ['subtotal', 'impostos', 'taxaFixa', 'cupom', 'frete'];

/**
 * The totals strip (document 001 section 2) of quotes, orders and their PDF, with every summand of the total. SUBTOTAL
 * appears only if it differs from the total. The fixed fee, under its own name, is calculated as the rest of the total, so
 * that a fee that was changed later is shown as it was charged. LUCRO appears only if it is neither zero nor a hundred or
 * more, the parameter is on, and the caller shows it.
 */
export function totalsStrip(sums: StripSums, showsProfit: boolean): StripEntry[] {
  const { cobranca, cupom } = sums;
  const total = cupom ? subtractDecimals(sums.vlTot, cupom.desconto) : sums.vlTot;
  const fee = subtractDecimals(sums.vlTot, sumDecimals([sums.vlSubTot, sums.vlImpostos, sums.vlFrete]));
  const entries: (StripEntry | false | null)[] = [
    { key: 'itens', label: 'ITENS', value: String(sums.qtdeIt), kind: 'count' },
    (differ(sums.vlSubTot, total) || differ(fee, '0') || hasMore(sums)) &&
      money('subtotal', 'SUBTOTAL', sums.vlSubTot),
    isPositive(sums.vlImpostos) && money('impostos', 'IMPOSTOS', sums.vlImpostos),
    differ(fee, '0') && money('taxaFixa', (cobranca?.descTaxaFixa || 'Taxa fixa').toUpperCase(), fee),
    isPositive(sums.vlBoni) && money('bonificado', 'BONIFICADO', sums.vlBoni),
    cupom && money('cupom', `CUPOM ${cupom.codigo}`, subtractDecimals('0', cupom.desconto)),
    isPositive(sums.vlFrete) && money('frete', 'FRETE', sums.vlFrete),
    money('total', 'TOTAL', total),
    profitEntry(sums, showsProfit),
  ];
  return entries.filter((entry): entry is StripEntry => Boolean(entry));
}

/** Checked individually, since these summands may cancel each other out. */
const hasMore = ({ vlImpostos, vlFrete, cupom }: StripSums): boolean =>
  [vlImpostos, vlFrete, cupom?.desconto ?? '0'].some(isPositive);

function profitEntry({ percLucro, exibeMargemLucro }: StripSums, shows: boolean): StripEntry | null {
  if (!shows || !exibeMargemLucro || percLucro === null) return null;
  if (!differ(percLucro, '0') || compareDecimals(percLucro, '100') >= 0) return null;
  return { key: 'lucro', label: 'LUCRO', value: percLucro, kind: 'percent' };
}

const differ = (a: Decimal, b: Decimal) => compareDecimals(a, b) !== 0;

const money = (key: StripKey, label: string, value: Decimal): StripEntry => ({
  key,
  label,
  value,
  kind: 'money',
});

interface GroupedItem {
  idFil: number;
  vlTot: Decimal;
  bonificado: boolean;
  filial: { razSoc: string };
}

export interface BranchGroup<T> {
  idFil: number;
  razSoc: string;
  itens: T[];
  /** Total of the lines sold; lines given away are not included. */
  total: Decimal;
}

/** Lines grouped by the branch that serves them, ordered by branch number, each group with its total. */
export function branchGroups<T extends GroupedItem>(items: readonly T[]): BranchGroup<T>[] {
  const groups = new Map<number, T[]>();
  for (const item of items) groups.set(item.idFil, [...(groups.get(item.idFil) ?? []), item]);
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([idFil, itens]) => ({
      idFil,
      razSoc: itens[0]?.filial.razSoc ?? '',
      itens,
      total: sumDecimals(itens.filter((item) => !item.bonificado).map((item) => item.vlTot)),
    }));
}
