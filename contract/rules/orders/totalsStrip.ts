import { compareDecimals, type Decimal, isPositive, subtractDecimals, sumDecimals } from '../decimal.ts';

/** What the totals strip reads of a quote or order. */
export interface StripSums {
  qtdeIt: number;
  vlSubTot: Decimal;
  vlTot: Decimal;
  vlBoni: Decimal;
  /** On top of the prices: IPI and ST. */
  vlImpostos: Decimal;
  vlFrete: Decimal;
  cupom: { codigo: string; desconto: Decimal } | null;
  percLucro: Decimal | null;
  /** The parameter of the same name. */
  exibeMargemLucro: boolean;
  cobranca: { descTaxaFixa: string } | null;
}

export type StripKey =
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

/** What adds up to TOTAL; what is given (BONIFICADO) costs nothing and is none of it. */
export const SUMMANDS: readonly StripKey[] = ['subtotal', 'impostos', 'taxaFixa', 'cupom', 'frete'];

/**
 * The totals strip (document 001 section 2) of quote, order and their PDF, with every summand of the total. SUBTOTAL only
 * where it is not the total itself; the fixed fee, under its own name, is what the total holds beside the
 * others, so that a fee that changed since is told as it was charged. LUCRO only where it is neither zero nor a hundred
 * or more, the parameter is on, and the caller shows it.
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

/** Summands that may cancel each other out. */
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
