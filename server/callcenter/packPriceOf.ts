import type { Packaging } from '../../contract/callcenter/quoteShapes.ts';
import { multiplyDecimals } from '../../contract/rules/decimal.ts';
import { packPrice } from '../../contract/rules/orders/packPrice.ts';
import type { ProductFacts } from './productFacts.ts';

/** Under which a packaging is priced. */
interface PackTerms {
  pack: Packaging;
  planPercent: string;
  /** In packagings. */
  quantity: string;
  /** On top of a unit. */
  tintAmount: string;
}

/** One price of a packaging, for a call and for the line of a quote alike. */
export const packPriceOf = (facts: ProductFacts, { pack, planPercent, quantity, tintAmount }: PackTerms) =>
  packPrice({
    unitPrice: facts.tablePrice?.price ?? facts.product.price,
    priceFactor: pack.fator_preco,
    planPercent,
    tintAmount,
    rules: facts.rules.map((rule) => ({
      qtdMin: rule.minQuantity,
      qtdMax: rule.maxQuantity,
      perc: rule.percent,
      multiplo: rule.multiple,
    })),
    units: multiplyDecimals(quantity, pack.fator_conversao),
  });
