import { and, isNotNull, type SQL, sql } from 'drizzle-orm';
import { productPriceType, productType, stockType } from '#contract/records/products.ts';
import { countMomentText, readCountMoment } from '#contract/rules/orders/shownStock.ts';
import type { Tx } from '../../db/client.ts';
import { amongIds, amongTexts, containing } from '../../db/conditions.ts';
import {
  competitorPrices,
  orderItems,
  packagings,
  productPrices,
  productStock,
  products,
  stockMovements,
} from '../../db/tables/index.ts';
import { branchScope } from '../../session/scope.ts';
import { mapRecords, type WritingRecords } from '../mapping.ts';
import { followProducts } from '../recordEffects.ts';
import type { PendingRow } from '../write/pendingRow.ts';
import { refuseLongPrices } from './unitPrices.ts';

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
    // The table stores the inverse: whether the product is inactive.
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
  // Must match the expression of the index `products_search_idx`; a barcode has to match completely.
  search: (
    text,
  ) => sql`(fold_text(${products.code} || ' ' || ${products.description}) like ${containing(text)}
    or ${products.barcode} = ${text})`,
  async rules(rows, { tx }) {
    await refuseSharedBarcodes(rows, tx);
    await refuseLongPrices(rows, 'preco', { tx });
    for (const row of rows) {
      const packs = (row.after.embalagens ?? []) as readonly { padrao?: boolean }[];
      if (packs.filter(({ padrao }) => padrao).length > 1)
        row.refuse('embalagens', 'Só uma embalagem é oferecida primeiro.');
    }
  },
  effects: followProducts,
  // Rows deleted along with a product are part of it; these are not.
  referrers: [{ table: competitorPrices, column: competitorPrices.productId }],
});

/** A barcode leads to one product; a text such as 'SEM GTIN' is none. */
const BARCODE = /^\d{8,14}$/;

async function refuseSharedBarcodes(rows: readonly PendingRow[], tx: Tx): Promise<void> {
  const given = rows.filter(
    ({ changed, after }) => changed.has('codigoBarras') && BARCODE.test(String(after.codigoBarras)),
  );
  if (given.length === 0) return;
  const codes = [...new Set(given.map(({ after }) => String(after.codigoBarras)))];
  const holders = new Map(
    (
      await tx
        .select({ id: products.id, code: products.code, barcode: products.barcode })
        .from(products)
        .where(amongTexts(products.barcode, codes))
    ).map((one) => [one.barcode, one]),
  );
  for (const row of given) {
    const barcode = String(row.after.codigoBarras);
    const holder = holders.get(barcode);
    if (holder && holder.id !== row.id)
      row.refuse('codigoBarras', `Este código de barras já é do produto ${holder.code}.`);
    else holders.set(barcode, { id: row.id ?? 0, code: String(row.after.codigo), barcode });
  }
}

export const productPriceRecords = mapRecords(productPriceType, {
  table: productPrices,
  entity: 'product_prices',
  columns: {
    produto: productPrices.productId,
    tabela: productPrices.priceTableId,
    preco: productPrices.price,
    promocao: productPrices.promotion,
  },
  rules: (rows, writing) => refuseLongPrices(rows, 'preco', writing),
});

/** How far another machine's clock may be ahead. */
const CLOCK_TOLERANCE = 5 * 60_000;

/** Quantity ordered since the stock count, minus what was returned; at least zero. */
const sinceCount = sql`greatest(0, coalesce((select sum(m.units) from ${stockMovements} m
  where m.product_id = ${productStock.productId} and m.branch_id = ${productStock.branchId}
    and m.at > ${productStock.countedAt}), 0))`;

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

/**
 * Normalizes the time, so that the same moment compares as equal however it is written; invalid times are refused by the
 * rules.
 */
function completeCount({ after }: PendingRow): void {
  const moment = typeof after.contadoEm === 'string' ? readCountMoment(after.contadoEm) : null;
  if (moment) (after as Record<string, unknown>).contadoEm = countMomentText(moment);
}

function stockRules(rows: readonly PendingRow[], { ctx }: WritingRecords): void {
  for (const row of rows) {
    if (!row.changed.has('contadoEm') || row.after.contadoEm === undefined) continue;
    const moment = readCountMoment(String(row.after.contadoEm));
    const before = readCountMoment(String(row.before?.contadoEm ?? ''));
    if (!moment) row.refuse('contadoEm', 'Este dia e hora não existem.');
    else if (moment.getTime() > ctx.now().getTime() + CLOCK_TOLERANCE)
      row.refuse('contadoEm', 'A contagem não pode ser de depois de agora.');
    else if (before && moment < before)
      row.refuse('contadoEm', `O saldo gravado é mais novo: foi contado em ${row.before?.contadoEm}.`);
  }
}

/** Orders placed after the count are reserved against it; earlier ones are already included in the count. */
async function followCounts(rows: readonly PendingRow[], { tx }: WritingRecords): Promise<void> {
  const ids = rows.flatMap(({ id, changed }) => (id !== undefined && changed.has('contadoEm') ? [id] : []));
  if (ids.length > 0)
    await recount(tx, and(amongIds(productStock.id, ids), isNotNull(productStock.countedAt)));
}

/** The new reservation after `units` have just moved: without a count, every open order is reserved. */
export const reservedNow = (units: SQL): SQL =>
  sql`case when ${productStock.countedAt} is null then greatest(0, ${productStock.reserved} + ${units}) else ${sinceCount} end`;

/** Movements before the count are included in it and no longer needed. */
async function recount(tx: Tx, which: SQL | undefined): Promise<void> {
  await tx.execute(sql`update ${productStock} set reserved = ${sinceCount} where ${which}`);
  await tx.execute(sql`delete from ${stockMovements} m using ${productStock}
    where ${which} and m.product_id = ${productStock.productId} and m.branch_id = ${productStock.branchId}
      and m.at <= ${productStock.countedAt}`);
}
