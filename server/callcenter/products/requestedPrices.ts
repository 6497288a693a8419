import { and, asc, eq } from 'drizzle-orm';
import type { Color } from '#contract/callcenter/products.ts';
import { compareDecimals, subtractDecimals } from '#contract/rules/decimal.ts';
import { discountOf, lowestPrice } from '#contract/rules/orders/packaging.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { paymentPlans, products, tintColors, tintPrices } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { type ProductFacts, productFacts, type SaleSetting, saleSetting } from '../productCore/queries.ts';
import { packagingsOf, packPriceOf, standardOf } from '../productCore/rules.ts';

interface Requested {
  idFil: number;
  produtos: readonly number[];
  idTabelaPreco?: number | null;
  idPlano?: number | null;
  qtde?: string;
  idEmb?: number;
}

/** The price of one packaging of each product for a quantity, a price table and a plan. */
export async function requestedPrices(ctx: Context, requested: Requested) {
  const setting = await saleSetting(ctx.db, ctx, {
    branchId: requested.idFil,
    priceTableId: requested.idTabelaPreco ?? null,
  });
  const planPercent = await planPercentOf(ctx, requested.idPlano ?? null);
  const facts = await productFacts(ctx.db, {
    ids: requested.produtos,
    branchIds: [requested.idFil],
    priceTableId: setting.priceTableId,
    today: setting.today,
    byQuantity: setting.parameters.usaPrecoAtacado,
  });
  return requested.produtos.map((id) => {
    const one = facts.get(id);
    if (!one) throw notFound();
    return priceOf(one, requested, { setting, planPercent });
  });
}

function priceOf(
  facts: ProductFacts,
  { idFil, idEmb, qtde = '1' }: Requested,
  { setting, planPercent }: { setting: SaleSetting; planPercent: string },
) {
  const { parameters } = setting;
  const packs = packagingsOf(facts, parameters.unidadePadrao);
  const pack = idEmb === undefined ? standardOf(packs) : packs.find(({ id }) => id === idEmb);
  if (!pack) throw notFound();
  const places = parameters.casasPreco;
  const packPrice = packPriceOf(facts, { pack, planPercent, quantity: qtde, tintAmount: '0', places });
  return {
    idProd: facts.product.id,
    idFil,
    idEmb: pack.id,
    precoTabela: packPrice.list,
    preco: packPrice.price,
    precoMinimo: lowestPrice(packPrice, {
      maxDiscount: parameters.descontoMaximoVendedor,
      check: parameters.tipoValidacaoPreco,
      places,
    }),
    percDesc: discountOf(packPrice.list, packPrice.price),
  };
}

/** A plan's percentage on prices; '0' without one. */
async function planPercentOf({ db }: Context, id: number | null): Promise<string> {
  if (id === null) return '0';
  const [plan] = await db.select().from(paymentPlans).where(eq(paymentPlans.id, id));
  if (!plan) throw notFound();
  return plan.percent;
}

async function baseOf(db: Executor, ean: string) {
  const [base] = await db
    .select()
    .from(products)
    .where(and(eq(products.barcode, ean), eq(products.tintBase, true)));
  if (!base) throw notFound();
  return base;
}

/** Colours that the machine can mix from a base. */
export async function colorsOf(db: Executor, ean: string): Promise<Color[]> {
  await baseOf(db, ean);
  return db
    .select({
      id: tintColors.id,
      codigo: tintColors.code,
      nome: tintColors.name,
      hex: tintColors.hex,
      acrescimo: tintPrices.amount,
    })
    .from(tintPrices)
    .innerJoin(tintColors, eq(tintColors.id, tintPrices.colorId))
    .where(eq(tintPrices.baseBarcode, ean))
    .orderBy(asc(tintColors.name));
}

interface RequestedColor {
  ean: string;
  colorId: number;
  idTabelaPreco?: number | null;
  idPlano?: number | null;
  qtde?: string;
  idEmb?: number;
}

/** The price of a base in a colour, calculated as for a line of a quote: `preco` is `base` plus the colour's surcharge. */
export async function colorPrice(ctx: Context, { ean, colorId, ...requested }: RequestedColor) {
  const { db, user } = ctx;
  const base = await baseOf(db, ean);
  const color = (await colorsOf(db, ean)).find(({ id }) => id === colorId);
  if (!color) throw notFound();
  const [zone, parameters, planPercent] = await Promise.all([
    zoneOf(db, user),
    serviceParameters(db),
    planPercentOf(ctx, requested.idPlano ?? null),
  ]);
  const facts = await productFacts(db, {
    ids: [base.id],
    branchIds: [],
    priceTableId: requested.idTabelaPreco ?? null,
    today: localDate(ctx.now(), zone),
    byQuantity: parameters.usaPrecoAtacado,
  });
  const one = facts.get(base.id);
  if (!one) throw notFound();
  const packs = packagingsOf(one, parameters.unidadePadrao);
  const pack =
    requested.idEmb === undefined
      ? (packs.find(({ fator_conversao }) => compareDecimals(fator_conversao, '1') === 0) ??
        standardOf(packs))
      : packs.find(({ id }) => id === requested.idEmb);
  if (!pack) throw notFound();
  const terms = { pack, planPercent, quantity: requested.qtde ?? '1', places: parameters.casasPreco };
  const plain = packPriceOf(one, { ...terms, tintAmount: '0' }).price;
  const tinted = packPriceOf(one, { ...terms, tintAmount: color.acrescimo }).price;
  return { idProd: base.id, base: plain, cor: subtractDecimals(tinted, plain), preco: tinted };
}
