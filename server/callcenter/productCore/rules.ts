import type { Static } from '@sinclair/typebox';
import type { Packaging, ProductPrice, QuoteProduct } from '#contract/callcenter/quotes/quoteShapes.ts';
import { multiplyDecimals } from '#contract/rules/decimal.ts';
import { type PriceRule, packPrice } from '#contract/rules/orders/packaging.ts';
import { availableStock, stockStatusOf } from '#contract/rules/orders/shownStock.ts';
import { unitDivides } from '#contract/rules/quantity.ts';
import type { PackagingRecord, ProductFacts, StockRecord } from './queries.ts';

/** A product without packagings is sold by its unit. */
export const UNIT_PACKAGING = 0;

/** Default for a branch without a stock row: nothing in stock, and no purchase limit. */
const NO_STOCK = { quantity: '0', reserved: '0', low: '0', max: '-1' } as const;

export const stockFactsOf = (row: StockRecord | undefined) =>
  row ? { quantity: row.quantity, reserved: row.reserved, low: row.low, max: row.maxPerOrder } : NO_STOCK;

/** A product's packagings; `standardOf` finds the standard one. */
export const packagingsOf = ({ product, packagings }: ProductFacts, defaultUnit: string): Packaging[] =>
  packagings.length > 0
    ? packagings.map((row) => packagingOf(row, product))
    : [
        {
          id: UNIT_PACKAGING,
          emb: product.unit || defaultUnit,
          unidade: product.unit || defaultUnit,
          fracionavel: unitDivides({ unit: product.unit || defaultUnit, fractional: product.fractional }),
          fator_conversao: '1',
          fator_preco: '1',
          divisor_unidade: '1',
          multiplo: '0',
          padrao: true,
        },
      ];

export const standardOf = (packs: readonly Packaging[]): Packaging =>
  packs.find(({ padrao }) => padrao) ?? (packs[0] as Packaging);

const packagingOf = (row: PackagingRecord, product: ProductFacts['product']): Packaging => ({
  id: row.id,
  emb: row.name,
  unidade: row.unit,
  fracionavel: unitDivides({ unit: row.unit, ownUnit: product.unit, fractional: product.fractional }),
  fator_conversao: row.conversionFactor,
  fator_preco: row.priceFactor,
  divisor_unidade: row.unitDivisor,
  multiplo: row.multiple,
  padrao: row.standard,
});

/** The quantity rules of a product as they are shown and applied. */
export const priceRulesOf = ({ rules }: ProductFacts): PriceRule[] =>
  rules.map((rule) => ({
    qtdMin: rule.minQuantity,
    qtdMax: rule.maxQuantity,
    perc: rule.percent,
    multiplo: rule.multiple,
  }));

/** Additional context for showing a product: quantities in the quote and earlier price requests. */
interface ProductSetting {
  branches: readonly { id: number; name: string }[];
  defaultUnit: string;
  /** By product and branch, as `${productId}:${branchId}`. */
  inCart?: ReadonlyMap<string, { qtde: string; idEmb: number; units: string }>;
  /** Units the customer asked a price for, by product. */
  quoted?: ReadonlyMap<number, string>;
}

export function productView(facts: ProductFacts, setting: ProductSetting): QuoteProduct {
  const { product } = facts;
  const packs = packagingsOf(facts, setting.defaultUnit);
  return {
    id: product.id,
    idExibicao: product.code,
    descricao: product.description,
    marca: product.brand,
    classe: product.salesClass,
    codigoBarras: product.barcode,
    und: product.unit || setting.defaultUnit,
    idImagem: product.imageId,
    idModelo: product.modelId,
    baseTintometrica: product.tintBase,
    pesoLiquido: product.netWeight,
    pesoBruto: product.grossWeight,
    altura: product.height,
    largura: product.width,
    comprimento: product.length,
    embalagens: Object.fromEntries(packs.map((pack) => [String(pack.id), pack])),
    regras: priceRulesOf(facts),
    precos: setting.branches.map((branch) => priceView(facts, branch, setting)),
  };
}

function priceView(
  { product, tablePrice, stock }: ProductFacts,
  branch: { id: number; name: string },
  { inCart, quoted }: ProductSetting,
): Static<typeof ProductPrice> {
  const row = stock.get(branch.id);
  const facts = stockFactsOf(row);
  const quantityInCart = inCart?.get(`${product.id}:${branch.id}`);
  return {
    idFil: branch.id,
    filial: branch.name,
    preco: tablePrice?.price ?? product.price,
    promocao: tablePrice?.promotion ?? false,
    carrinho: quantityInCart ? { qtde: quantityInCart.qtde, idEmb: quantityInCart.idEmb } : null,
    qtdCotada: quoted?.get(product.id) ?? '0',
    qtdAdicionada: quantityInCart?.units ?? '0',
    qtEst: availableStock(facts),
    qtdMax: facts.max,
    situacaoEstoque: stockStatusOf(facts),
    previsao: row?.arrivesOn ?? null,
  };
}

/** The terms for pricing a packaging. */
interface PackTerms {
  pack: Packaging;
  planPercent: string;
  /** Number of packagings. */
  quantity: string;
  /** Surcharge per unit. */
  tintAmount: string;
  /** `casasPreco`. */
  places: number;
}

/** The price of one packaging, shared by price lookups and quote lines. */
export const packPriceOf = (
  facts: ProductFacts,
  { pack, planPercent, quantity, tintAmount, places }: PackTerms,
) =>
  packPrice({
    unitPrice: facts.tablePrice?.price ?? facts.product.price,
    priceFactor: pack.fator_preco,
    planPercent,
    tintAmount,
    rules: priceRulesOf(facts),
    units: multiplyDecimals(quantity, pack.fator_conversao),
    places,
  });
