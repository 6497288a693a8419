import { createHash } from 'node:crypto';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { sumDecimals } from '../../../contract/rules/decimal.ts';
import { freightSize } from '../../../contract/rules/freight/freightSize.ts';
import type { FreightGoods } from '../../../contract/rules/freight/payableFreight.ts';
import { lineTotal } from '../../../contract/rules/orders/orderTotals.ts';
import type { Executor } from '../../db/client.ts';
import { orderItems, packagings, products } from '../../db/tables/index.ts';

export interface LoadedGoods extends FreightGoods {
  /** Of the lines: the same goods from the same branches have the same. */
  print: string;
  lines: number;
}

/** What a lorry would carry for a quote as it stands, and what it is worth. */
export async function goodsOf(db: Executor, orderId: number): Promise<LoadedGoods> {
  const rows = await db
    .select({
      productId: orderItems.productId,
      branchId: orderItems.branchId,
      quantity: orderItems.quantity,
      price: orderItems.price,
      bonus: orderItems.bonus,
      factor: sql<string>`coalesce(${packagings.conversionFactor}, 1)::text`,
      netWeight: products.netWeight,
      grossWeight: products.grossWeight,
      height: products.height,
      width: products.width,
      length: products.length,
    })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .leftJoin(packagings, eq(packagings.id, orderItems.packagingId))
    .where(and(eq(orderItems.orderId, orderId), isNull(orderItems.removedAt)))
    .orderBy(asc(orderItems.line));
  const carried = rows.map(({ productId, branchId, quantity, factor }) => [
    productId,
    branchId,
    quantity,
    factor,
  ]);
  return {
    weight: freightSize(rows).netWeight,
    total: sumDecimals(
      rows.filter(({ bonus }) => !bonus).map(({ quantity, price }) => lineTotal(quantity, price)),
    ),
    print: createHash('sha256').update(JSON.stringify(carried)).digest('base64url'),
    lines: rows.length,
  };
}
