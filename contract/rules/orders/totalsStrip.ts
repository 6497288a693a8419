import { compareDecimals, type Decimal, isPositive, subtractDecimals } from '../decimal.ts';

/** What the totals strip reads of a quote or order. */
export interface StripSums {
  qtdeIt: number;
  vlSubTot: Decimal;
  vlTot: Decimal;
  vlBoni: Decimal;
  vlFrete: Decimal;
  cupom: { codigo: string; desconto: Decimal } | null;
  percLucro: Decimal | null;
  /** The parameter of the same name. */
  exibeMargemLucro: boolean;
  cobranca: { taxaFixa: Decimal; descTaxaFixa: string } | null;
}

export interface StripEntry {
  key: 'itens' | 'subtotal' | 'taxaFixa' | 'bonificado' | 'cupom' | 'frete' | 'total' | 'lucro';
  label: string;
  value: Decimal;
  kind: 'count' | 'money' | 'percent';
}

/**
 * The totals strip (document 001 section 2). SUBTOTAL only where it differs from the total, the fixed fee under its own
 * name, LUCRO only where it is neither zero nor a hundred or more, the parameter is on, and the caller shows it.
 */
export function totalsStrip(sums: StripSums, showsProfit: boolean): StripEntry[] {
  const { cobranca, cupom } = sums;
  const total = cupom ? subtractDecimals(sums.vlTot, cupom.desconto) : sums.vlTot;
  const entries: (StripEntry | false | null)[] = [
    { key: 'itens', label: 'ITENS', value: String(sums.qtdeIt), kind: 'count' },
    differ(sums.vlSubTot, sums.vlTot) && money('subtotal', 'SUBTOTAL', sums.vlSubTot),
    cobranca &&
      isPositive(cobranca.taxaFixa) &&
      money('taxaFixa', (cobranca.descTaxaFixa || 'Taxa fixa').toUpperCase(), cobranca.taxaFixa),
    isPositive(sums.vlBoni) && money('bonificado', 'BONIFICADO', sums.vlBoni),
    cupom && money('cupom', `CUPOM ${cupom.codigo}`, subtractDecimals('0', cupom.desconto)),
    isPositive(sums.vlFrete) && money('frete', 'FRETE', sums.vlFrete),
    money('total', 'TOTAL', total),
    profitEntry(sums, showsProfit),
  ];
  return entries.filter((entry): entry is StripEntry => Boolean(entry));
}

function profitEntry({ percLucro, exibeMargemLucro }: StripSums, shows: boolean): StripEntry | null {
  if (!shows || !exibeMargemLucro || percLucro === null) return null;
  if (!differ(percLucro, '0') || compareDecimals(percLucro, '100') >= 0) return null;
  return { key: 'lucro', label: 'LUCRO', value: percLucro, kind: 'percent' };
}

const differ = (a: Decimal, b: Decimal) => compareDecimals(a, b) !== 0;

const money = (key: StripEntry['key'], label: string, value: Decimal): StripEntry => ({
  key,
  label,
  value,
  kind: 'money',
});
