import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { QuoteProduct } from '#contract/callcenter/quotes/quoteShapes.ts';
import type { Context } from '../../context.ts';
import { orderItems, productLinks, products } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { visibleCustomer } from '../../sac/customers/queries.ts';
import { type PurchaseColumns, purchases } from '../../sac/invoices/queries.ts';
import { branchScope } from '../../session/scope.ts';
import {
  priceTableOf,
  type SaleSetting,
  saleSetting,
  settingOfOrder,
  viewsOf,
  visibleOrder,
} from '../productCore/queries.ts';

/** The sale setting for the requested branch, or else for the user's first branch. */
async function settingOf(ctx: Context, branchId: number | undefined): Promise<SaleSetting> {
  const own = branchId ?? ctx.user.branchIds[0];
  if (own === undefined) throw refused('FILIAL_EXIGIDA', 'Diga de que filial são os preços e o estoque.');
  return saleSetting(ctx.db, ctx, { branchId: own, priceTableId: null });
}

async function requireProduct({ db }: Context, id: number): Promise<void> {
  const rows = await db.select({ id: products.id }).from(products).where(eq(products.id, id));
  if (rows.length === 0) throw notFound();
}

type Kind = 'SIMILAR' | 'AGREGADO';

async function linksOf({ db }: Context, id: number, kind: Kind) {
  return db
    .select({ id: productLinks.otherId, quantity: productLinks.quantity })
    .from(productLinks)
    .innerJoin(products, eq(products.id, productLinks.otherId))
    .where(and(eq(productLinks.productId, id), eq(productLinks.kind, kind), eq(products.inactive, false)))
    .orderBy(asc(productLinks.otherId))
    .limit(50);
}

const withQuantity = (
  views: readonly QuoteProduct[],
  links: readonly { id: number; quantity: string }[],
): QuoteProduct[] => {
  const quantities = new Map(links.map(({ id, quantity }) => [id, quantity]));
  return views.map((view) => ({ ...view, qtdAgregada: quantities.get(view.id) ?? '1' }));
};

/** Products that can be sold instead of a product or together with it. */
export async function linkedProducts(ctx: Context, id: number, kind: Kind, branchId?: number) {
  await requireProduct(ctx, id);
  const setting = await settingOf(ctx, branchId);
  const links = await linksOf(ctx, id, kind);
  const views = await viewsOf(
    ctx.db,
    setting,
    links.map((link) => link.id),
  );
  return kind === 'AGREGADO' ? withQuantity(views, links) : views;
}

/** Products that go with a product and are not in the quote yet, at the quote's prices. */
export async function aggregatedOfQuote(ctx: Context, id: number, orderId: number) {
  const order = await visibleOrder(ctx.db, ctx, orderId);
  await requireProduct(ctx, id);
  const lines = await ctx.db
    .select({ id: orderItems.productId })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), isNull(orderItems.removedAt)));
  const has = new Set(lines.map((row) => row.id));
  const links = (await linksOf(ctx, id, 'AGREGADO')).filter((link) => !has.has(link.id));
  const setting = await settingOfOrder(ctx.db, ctx, order);
  const views = await viewsOf(
    ctx.db,
    setting,
    links.map((link) => link.id),
    order,
  );
  return withQuantity(views, links);
}

/** Products of one model, which differ in a single property. */
export async function productsOfModel(ctx: Context, modelId: number, branchId?: number) {
  const rows = await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.modelId, modelId), eq(products.inactive, false)))
    .orderBy(asc(products.id))
    .limit(100);
  if (rows.length === 0) throw notFound();
  return viewsOf(
    ctx.db,
    await settingOf(ctx, branchId),
    rows.map(({ id }) => id),
  );
}

/** The sale setting for a customer and a branch that the user may see. */
export async function customerSetting(ctx: Context, customerId: number, branchId: number) {
  const customer = await visibleCustomer(ctx.db, ctx.user, customerId);
  if (!customer) throw notFound();
  const priceTableId = await priceTableOf(ctx.db, customerId);
  return { customer, setting: await saleSetting(ctx.db, ctx, { branchId, priceTableId }) };
}

/** Purchases of the last year. */
export const withinAYear = ({ boughtOn }: PurchaseColumns) => sql`${boughtOn} >= current_date - 365`;

/** The products that the customer bought most often within a year. */
export async function suggestedProducts(ctx: Context, customerId: number, branchId: number) {
  const { setting } = await customerSetting(ctx, customerId, branchId);
  const lines = purchases(ctx.db, (line) =>
    and(eq(line.customerId, customerId), branchScope(ctx.user, line.branchId), withinAYear(line)),
  );
  const rows = await ctx.db
    .select({ id: lines.productId })
    .from(lines)
    .innerJoin(products, eq(products.id, lines.productId))
    .where(eq(products.inactive, false))
    .groupBy(lines.productId)
    .orderBy(desc(sql`count(*)`), asc(lines.productId))
    .limit(24);
  return viewsOf(
    ctx.db,
    setting,
    rows.map(({ id }) => id),
  );
}
