import { and, asc, eq, gte, inArray, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Banner, Showcase, ShowcaseProduct } from '#contract/callcenter/home.ts';
import { NEVER_BOUGHT } from '#contract/rules/orders/orderActions.ts';
import { SHOWCASE_SIZE, type ShowcaseRule } from '#contract/rules/sales/showcase.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import {
  banners,
  campaignProducts,
  orderItems,
  orders,
  productPrices,
  productStock,
  products,
  showcases,
} from '../../db/tables/index.ts';
import { branchScope } from '../../session/scope.ts';

export {
  type ExpiringQuote,
  expiringQuotes,
  MOST_CALLS,
  type OpenLink,
  type OwnCall,
  openLinks,
  ownCalls,
} from './day.ts';
export { salesFigures } from './figures.ts';

export async function showcasesOf(ctx: Context): Promise<Showcase[]> {
  const { db, user } = ctx;
  const rows = await db
    .select()
    .from(showcases)
    .where(and(eq(showcases.active, true), ofBranches(user, showcases.branchId)))
    .orderBy(asc(showcases.position), asc(showcases.id));
  const filled = await Promise.all(
    rows.map(async ({ id, title, subtitle, rule, opens }) => ({
      id,
      titulo: title,
      subtitulo: subtitle,
      abre: opens.tipo ? opens : { tipo: 'NADA' as const },
      produtos: await productsOf(ctx, rule as ShowcaseRule),
    })),
  );
  // Empty showcases are not shown.
  return filled.filter(({ produtos }) => produtos.length > 0);
}

async function productsOf({ db, user }: Context, rule: ShowcaseRule): Promise<ShowcaseProduct[]> {
  const counted = rule.tipo === 'MAIS_VENDIDOS' ? (rule.produtos ?? []) : null;
  if (counted?.length === 0) return [];
  const available = db
    .select({
      productId: productStock.productId,
      free: sql<string>`sum(${productStock.quantity} - ${productStock.reserved})`.as('free'),
      low: sql<string>`sum(${productStock.low})`.as('low'),
    })
    .from(productStock)
    .where(branchScope(user, productStock.branchId))
    .groupBy(productStock.productId)
    .as('available');
  return db
    .select({
      id: products.id,
      idExibicao: products.code,
      descricao: products.description,
      marca: products.brand,
      unidade: products.unit,
      preco: products.price,
      idImagem: products.imageId,
      estoque: sql<string>`case when coalesce(${available.free}, 0) <= 0 then '3'
        when ${available.free} <= ${available.low} then '2' else '1' end`,
    })
    .from(products)
    .leftJoin(available, eq(available.productId, products.id))
    .where(and(eq(products.inactive, false), chosenBy(db, rule)))
    .orderBy(
      ...(counted
        ? [sql`array_position(${sql.param(counted)}::int[], ${products.id})`]
        : [sql`${products.description} collate pt_br`]),
      asc(products.id),
    )
    .limit(SHOWCASE_SIZE);
}

function chosenBy(db: Executor, { tipo, valor = '', produtos = [] }: ShowcaseRule): SQL {
  if (tipo === 'MAIS_VENDIDOS') return inArray(products.id, produtos);
  if (tipo === 'MARCA') return eq(products.brand, valor);
  if (tipo === 'CLASSE') return eq(products.salesClass, valor);
  const named =
    tipo === 'PROMOCAO'
      ? db
          .select({ id: productPrices.productId })
          .from(productPrices)
          .where(eq(productPrices.promotion, true))
      : db
          .select({ id: campaignProducts.productId })
          .from(campaignProducts)
          .where(eq(campaignProducts.campaignId, Number(valor) || 0));
  return inArray(products.id, named);
}

const COUNTED_DAYS = 30;

/** Recounts the best sellers of the last days for every showcase that shows them. */
export async function countShowcases(db: Executor, now: Date): Promise<void> {
  const sold = db
    .select({ id: orderItems.productId, times: sql<number>`count(*)`.as('times') })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        eq(orders.stage, 'PEDIDO'),
        notInArray(orders.status, [...NEVER_BOUGHT]),
        sql`${orders.createdAt} >= ${new Date(now.getTime() - COUNTED_DAYS * 86_400_000)}`,
        sql`${orderItems.removedAt} is null`,
      ),
    )
    .groupBy(orderItems.productId)
    .orderBy(sql`times desc`, asc(orderItems.productId))
    .limit(50);
  const ids = (await sold).map(({ id }) => id);
  await db
    .update(showcases)
    .set({ rule: sql`${showcases.rule} || ${JSON.stringify({ produtos: ids })}::jsonb` })
    .where(sql`${showcases.rule} ->> 'tipo' = 'MAIS_VENDIDOS'`);
}

/** Which of the two there may be anything of. */
export async function homeContent(db: Executor, user: Context['user']): Promise<string[]> {
  const today = sql`current_date`;
  const { rows } = await db.execute<{ name: string }>(sql`
    select 'banners' as name where exists (select from ${banners} where ${and(
      eq(banners.active, true),
      sql`${banners.startsOn} <= ${today} + 1 and ${banners.endsOn} >= ${today} - 1`,
      ofBranches(user, banners.branchId),
    )})
    union all
    select 'vitrines' where exists (select from ${showcases} where ${and(
      eq(showcases.active, true),
      ofBranches(user, showcases.branchId),
    )})`);
  return rows.map(({ name }) => name);
}

/** Current banners for all branches and for the user's own. */
export async function bannersOf({ db, user, now }: Context): Promise<Banner[]> {
  const today = localDate(now(), DEFAULT_TIME_ZONE);
  const rows = await db
    .select()
    .from(banners)
    .where(
      and(
        eq(banners.active, true),
        lte(banners.startsOn, today),
        gte(banners.endsOn, today),
        ofBranches(user, banners.branchId),
      ),
    )
    .orderBy(asc(banners.position), asc(banners.id));
  return rows.map(({ id, title, text, imageId, opens }) => ({
    id,
    titulo: title,
    texto: text,
    idImagem: imageId,
    abre: opens.tipo ? opens : { tipo: 'NADA' },
  }));
}

/** Branch 0 means every branch. */
export const ofBranches = (user: Context['user'], column: AnyPgColumn): SQL | undefined => {
  const scope = branchScope(user, column);
  return scope && or(eq(column, 0), scope);
};
