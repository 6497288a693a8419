import {
  couponType,
  priceRuleType,
  productLinkType,
  representativeType,
  suggestionMenuType,
  tintColorType,
  tintPriceType,
} from '../../../contract/records/sales.ts';
import {
  coupons,
  priceRules,
  productLinks,
  representatives,
  suggestionMenus,
  tintColors,
  tintPrices,
} from '../../db/tables/index.ts';
import { mapRecords } from '../mapping.ts';
import type { PendingRow } from '../write/pendingRow.ts';

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
  rules: refuseBackwards,
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
    ativo: coupons.active,
  },
  rules(rows) {
    refuseBackwards(rows);
    for (const row of rows)
      if ((row.after.percentual === undefined) === (row.after.valor === undefined))
        row.refuse('percentual', 'Informe o desconto em % ou em valor, um dos dois.');
  },
});

/** A period must not end before it begins. */
function refuseBackwards(rows: readonly PendingRow[]): void {
  for (const row of rows) {
    const { inicio, fim } = row.after;
    if (typeof inicio === 'string' && typeof fim === 'string' && fim < inicio)
      row.refuse('fim', 'O período termina antes de começar.');
  }
}

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
