import { and, asc, eq } from 'drizzle-orm';
import type { Color } from '../../../contract/callcenter/products.ts';
import { addDecimals } from '../../../contract/rules/decimal.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { productPrices, products, tintColors, tintPrices } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';

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

/** What a unit of a base costs in a colour. */
export async function colorPrice(
  { db }: Context,
  { ean, colorId, priceTableId }: { ean: string; colorId: number; priceTableId: number | null },
) {
  const base = await baseOf(db, ean);
  const color = (await colorsOf(db, ean)).find(({ id }) => id === colorId);
  if (!color) throw notFound();
  const [price] =
    priceTableId === null
      ? []
      : await db
          .select()
          .from(productPrices)
          .where(and(eq(productPrices.productId, base.id), eq(productPrices.priceTableId, priceTableId)));
  const unit = price?.price ?? base.price;
  return { idProd: base.id, base: unit, cor: color.acrescimo, preco: addDecimals(unit, color.acrescimo) };
}
