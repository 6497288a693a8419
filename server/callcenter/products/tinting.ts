import { and, asc, eq } from 'drizzle-orm';
import type { Color } from '../../../contract/callcenter/products.ts';
import { compareDecimals, subtractDecimals } from '../../../contract/rules/decimal.ts';
import { localDate } from '../../../contract/rules/zonedTime.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { products, tintColors, tintPrices } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { packPriceOf } from '../packPriceOf.ts';
import { productFacts } from '../productFacts.ts';
import { packagingsOf, standardOf } from '../productView.ts';
import { planPercentOf } from './askedPrices.ts';

async function baseOf(db: Executor, ean: string) {
  const [base] = await db
    .select()
    .from(products)
    .where(and(eq(products.barcode, ean), eq(products.tintBase, true)));
  if (!base) throw notFound();
  return base;
}

/** Colours that the machine can make on a base. */
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

interface AskedColor {
  ean: string;
  colorId: number;
  idTabelaPreco?: number | null;
  idPlano?: number | null;
  qtde?: string;
  idEmb?: number;
}

/** What a base costs in a colour, as its line in a quote would: `preco` is `base` and what the colour adds. */
export async function colorPrice(ctx: Context, { ean, colorId, ...asked }: AskedColor) {
  const { db, user } = ctx;
  const base = await baseOf(db, ean);
  const color = (await colorsOf(db, ean)).find(({ id }) => id === colorId);
  if (!color) throw notFound();
  const [zone, parameters, planPercent] = await Promise.all([
    zoneOf(db, user),
    serviceParameters(db),
    planPercentOf(ctx, asked.idPlano ?? null),
  ]);
  const facts = await productFacts(db, {
    ids: [base.id],
    branchIds: [],
    priceTableId: asked.idTabelaPreco ?? null,
    today: localDate(ctx.now(), zone),
    byQuantity: parameters.usaPrecoAtacado,
  });
  const one = facts.get(base.id);
  if (!one) throw notFound();
  const packs = packagingsOf(one, parameters.unidadePadrao);
  const pack =
    asked.idEmb === undefined
      ? (packs.find(({ fator_conversao }) => compareDecimals(fator_conversao, '1') === 0) ??
        standardOf(packs))
      : packs.find(({ id }) => id === asked.idEmb);
  if (!pack) throw notFound();
  const terms = { pack, planPercent, quantity: asked.qtde ?? '1' };
  const plain = packPriceOf(one, { ...terms, tintAmount: '0' }).price;
  const tinted = packPriceOf(one, { ...terms, tintAmount: color.acrescimo }).price;
  return { idProd: base.id, base: plain, cor: subtractDecimals(tinted, plain), preco: tinted };
}
