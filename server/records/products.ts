import { sql } from 'drizzle-orm';
import { productPriceType, productType, stockType } from '../../contract/records/products.ts';
import { countMomentText, readCountMoment } from '../../contract/rules/orders/shownStock.ts';
import { containing } from '../db/likePattern.ts';
import {
  competitorPrices,
  orderItems,
  packagings,
  productPrices,
  productStock,
  products,
} from '../db/tables/index.ts';
import { branchScope } from '../session/scope.ts';
import { mapRecords } from './mapping.ts';
import { completeCount, followCounts, stockRules } from './stockCounts.ts';

export const productRecords = mapRecords(productType, {
  table: products,
  entity: 'products',
  columns: {
    codigo: products.code,
    descricao: products.description,
    marca: products.brand,
    codigoBarras: products.barcode,
    unidade: products.unit,
    fracionavel: {
      column: products.fractional,
      read: (fractional) => (fractional === true ? 'SIM' : 'NAO'),
      write: (answer) => answer === 'SIM',
    },
    preco: products.price,
    custo: products.cost,
    ncm: products.ncm,
    cest: products.cest,
    classeVenda: products.salesClass,
    modelo: products.modelId,
    pesoLiquido: products.netWeight,
    pesoBruto: products.grossWeight,
    altura: products.height,
    largura: products.width,
    comprimento: products.length,
    // The table says what is out of use.
    ativo: { column: products.inactive, read: (inactive) => inactive !== true, write: (active) => !active },
    baseTinta: products.tintBase,
    exigeFoto: products.photoRequired,
    semDevolucao: products.unavailable,
    impostos: products.taxPercents,
    embalagens: {
      table: packagings,
      parent: packagings.productId,
      columns: {
        nome: packagings.name,
        unidade: packagings.unit,
        fator: packagings.conversionFactor,
        fatorPreco: packagings.priceFactor,
        divisor: packagings.unitDivisor,
        multiplo: packagings.multiple,
        padrao: packagings.standard,
      },
      referrers: [{ table: orderItems, column: orderItems.packagingId }],
    },
  },
  // The very words of the index `products_search_idx`; a barcode is looked for whole.
  search: (
    text,
  ) => sql`(fold_text(${products.code} || ' ' || ${products.description}) like ${containing(text)}
    or ${products.barcode} = ${text})`,
  rules(rows) {
    for (const row of rows) {
      const packs = (row.after.embalagens ?? []) as readonly { padrao?: boolean }[];
      if (packs.filter(({ padrao }) => padrao).length > 1)
        row.refuse('embalagens', 'Só uma embalagem é oferecida primeiro.');
    }
  },
  // What goes with a product when it is deleted is part of it; these are not.
  referrers: [{ table: competitorPrices, column: competitorPrices.productId }],
});

export const productPriceRecords = mapRecords(productPriceType, {
  table: productPrices,
  entity: 'product_prices',
  columns: {
    produto: productPrices.productId,
    tabela: productPrices.priceTableId,
    preco: productPrices.price,
    promocao: productPrices.promotion,
  },
});

export const stockRecords = mapRecords(stockType, {
  table: productStock,
  entity: 'product_stock',
  columns: {
    produto: productStock.productId,
    filial: productStock.branchId,
    quantidade: productStock.quantity,
    contadoEm: {
      column: productStock.countedAt,
      read: (instant) => countMomentText(new Date(instant as string)),
      write: (text) => readCountMoment(String(text))?.toISOString() ?? null,
    },
    minimo: productStock.low,
    maximoPorPedido: productStock.maxPerOrder,
    chegada: productStock.arrivesOn,
  },
  scope: (user) => branchScope(user, productStock.branchId),
  complete: completeCount,
  rules: stockRules,
  effects: followCounts,
});
