import {
  couponType,
  priceRuleType,
  productLinkType,
  representativeType,
  suggestionMenuType,
  tintColorType,
  tintPriceType,
} from '#contract/records/sales.ts';
import { compareDecimals } from '#contract/rules/decimal.ts';
import { amongIds, amongTexts } from '../../db/conditions.ts';
import {
  couponProducts,
  coupons,
  priceRules,
  productLinks,
  representatives,
  suggestionMenus,
  tintColors,
  tintPrices,
} from '../../db/tables/index.ts';
import { mapRecords, type WritingRecords } from '../mapping.ts';
import type { PendingRow } from '../write/pendingRow.ts';
import { refuseLongPrices } from './unitPrices.ts';

export const priceRuleRecords = mapRecords(priceRuleType, {
  table: priceRules,
  entity: 'price_rules',
  columns: {
    codigo: priceRules.code,
    produto: priceRules.productId,
    quantidadeMinima: priceRules.minQuantity,
    quantidadeMaxima: priceRules.maxQuantity,
    percentual: priceRules.percent,
    multiplo: priceRules.multiple,
    inicio: priceRules.startsOn,
    fim: priceRules.endsOn,
  },
  rules: refuseOverlaps,
});

export const productLinkRecords = mapRecords(productLinkType, {
  table: productLinks,
  entity: 'product_links',
  columns: {
    produto: productLinks.productId,
    outro: productLinks.otherId,
    tipo: productLinks.kind,
    quantidade: productLinks.quantity,
  },
  rules(rows) {
    for (const row of rows)
      if (row.after.produto === row.after.outro)
        row.refuse('outro', 'Um produto não se relaciona consigo mesmo.');
  },
});

export const tintColorRecords = mapRecords(tintColorType, {
  table: tintColors,
  entity: 'tint_colors',
  columns: { codigo: tintColors.code, nome: tintColors.name, hex: tintColors.hex },
  rules(rows) {
    for (const row of rows)
      if (!/^#[0-9a-f]{6}$/i.test(String(row.after.hex))) row.refuse('hex', 'Informe o tom como #1a2b3c.');
  },
});

export const tintPriceRecords = mapRecords(tintPriceType, {
  table: tintPrices,
  entity: 'tint_prices',
  columns: { base: tintPrices.baseBarcode, cor: tintPrices.colorId, valor: tintPrices.amount },
  rules: (rows, writing) => refuseLongPrices(rows, 'valor', writing),
});

export const suggestionMenuRecords = mapRecords(suggestionMenuType, {
  table: suggestionMenus,
  entity: 'suggestion_menus',
  columns: {
    tipo: suggestionMenus.type,
    nome: suggestionMenus.name,
    ordem: suggestionMenus.position,
    ativo: suggestionMenus.active,
  },
});

export const couponRecords = mapRecords(couponType, {
  table: coupons,
  entity: 'coupons',
  columns: {
    codigo: coupons.code,
    descricao: coupons.description,
    percentual: coupons.percent,
    valor: coupons.amount,
    minimo: coupons.minimum,
    inicio: coupons.startsOn,
    fim: coupons.endsOn,
    usos: coupons.maxUses,
    primeiraCompra: coupons.firstPurchase,
    diasSemComprar: coupons.returningDays,
    umPorCliente: coupons.oncePerCustomer,
    produtos: {
      table: couponProducts,
      parent: couponProducts.couponId,
      columns: { produto: couponProducts.productId },
    },
    ativo: coupons.active,
  },
  rules(rows) {
    for (const row of rows) {
      const { percentual, valor, primeiraCompra, diasSemComprar } = row.after;
      if ((percentual === undefined) === (valor === undefined))
        row.refuse('percentual', 'Informe o desconto em % ou em valor, um dos dois.');
      if (primeiraCompra === true && diasSemComprar !== undefined)
        row.refuse('diasSemComprar', 'Quem nunca comprou não pode voltar. Deixe uma das duas condições.');
    }
  },
});

interface Band {
  code: string;
  productId: number;
  minQuantity: string;
  maxQuantity: string;
  startsOn: string | null;
  endsOn: string | null;
}

/**
 * Two rules of a product that hold on one day for one quantity would each give another price. The rules of the given rows
 * are compared as they will be, all others as they are stored.
 */
async function refuseOverlaps(rows: readonly PendingRow[], { tx }: WritingRecords): Promise<void> {
  const codes = rows.map(({ after }) => String(after.codigo));
  const changed = await tx.select().from(priceRules).where(amongTexts(priceRules.code, codes));
  const productOf = new Map(changed.map(({ code, productId }) => [code, productId]));
  // A row that leaves the product as it was has no reference to it.
  const given = rows.map((row) => ({ row, band: bandOf(row, productOf.get(String(row.after.codigo))) }));
  const own = new Set(codes);
  const products = [...new Set(given.map(({ band }) => band.productId))];
  const stored: Band[] = await tx.select().from(priceRules).where(amongIds(priceRules.productId, products));
  const others = stored.filter(({ code }) => !own.has(code));
  for (const { row, band } of given) {
    const other = others.find((each) => overlap(each, band));
    if (!reaches(band.maxQuantity, band.minQuantity))
      row.refuse('quantidadeMaxima', 'Nenhuma quantidade fica acima da primeira e até esta.');
    else if (other)
      row.refuse('quantidadeMinima', `Cruza com a regra ${other.code}, que vale para o mesmo produto.`);
    else others.push(band);
  }
}

function bandOf(row: PendingRow, storedProduct = 0): Band {
  const { codigo, quantidadeMinima, quantidadeMaxima, inicio, fim } = row.after;
  return {
    code: String(codigo),
    productId: row.referenceOf('produto') ?? storedProduct,
    minQuantity: String(quantidadeMinima),
    maxQuantity: String(quantidadeMaxima ?? '0'),
    startsOn: (inicio as string | undefined) ?? null,
    endsOn: (fim as string | undefined) ?? null,
  };
}

/** Whether there is a day and a quantity for which both hold. A band begins above its first quantity and includes its last. */
const overlap = (one: Band, other: Band): boolean =>
  one.productId === other.productId &&
  reaches(one.maxQuantity, other.minQuantity) &&
  reaches(other.maxQuantity, one.minQuantity) &&
  (one.endsOn === null || other.startsOn === null || other.startsOn <= one.endsOn) &&
  (other.endsOn === null || one.startsOn === null || one.startsOn <= other.endsOn);

const reaches = (end: string, quantity: string): boolean =>
  compareDecimals(end, '0') === 0 || compareDecimals(end, quantity) > 0;

export const representativeRecords = mapRecords(representativeType, {
  table: representatives,
  entity: 'representatives',
  columns: {
    codigo: representatives.code,
    nome: representatives.name,
    regiao: representatives.regionId,
    supervisor: representatives.supervisorId,
    email: representatives.email,
    telefone: representatives.phone,
    celular: representatives.mobile,
    ativo: representatives.active,
  },
});
