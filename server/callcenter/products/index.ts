import { and, asc, eq, sql } from 'drizzle-orm';
import { type BranchStock, productRoutes } from '#contract/callcenter/products.ts';
import { isPositive } from '#contract/rules/decimal.ts';
import { formatCount } from '#contract/rules/format.ts';
import { availableStock, stockStatusOf } from '#contract/rules/orders/shownStock.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import {
  branches,
  carriers,
  competitors,
  productStock,
  products,
  quotedProducts,
} from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { branchScope } from '../../session/scope.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { lockOrder } from '../orderCore/commands.ts';
import { saleSetting, settingOfOrder, viewsOf, visibleBranch, visibleOrder } from '../productCore/queries.ts';
import { stockFactsOf } from '../productCore/rules.ts';
import { addCompetitorPrice, pricesOfCompetitors } from './competitors.ts';
import { activeFreightTypes, activePlans, chooseForMix, mixOfBranch, mixOfCustomer } from './queries.ts';
import { aggregatedOfQuote, linkedProducts, productsOfModel, suggestedProducts } from './related.ts';
import { colorPrice, colorsOf, requestedPrices } from './requestedPrices.ts';
import { discountsInForce, filterWords, plainProduct, plainProducts, productsOfQuote } from './search.ts';

export const productImplementation = implement(productRoutes, {
  ofQuote: ({ params, query }, ctx) => productsOfQuote(ctx, params.idPedido, query),
  oneOfQuote: async ({ params: { idPedido, idFil, idProd } }, ctx) => {
    const order = await visibleOrder(ctx.db, ctx, idPedido);
    const { priceTableId } = await settingOfOrder(ctx.db, ctx, order);
    const setting = await saleSetting(ctx.db, ctx, { branchId: idFil, priceTableId });
    const [view] = await viewsOf(ctx.db, setting, [idProd], order);
    if (!view) throw notFound();
    return { data: view };
  },
  prices: ({ body }, ctx) => requestedPrices(ctx, body),
  price: async ({ params, body }, ctx) => {
    const [price] = await requestedPrices(ctx, { idFil: params.idFil, produtos: [params.idProd], ...body });
    if (!price) throw notFound();
    return { data: price };
  },
  similar: ({ params, query }, ctx) => linkedProducts(ctx, params.idProduto, 'SIMILAR', query.filial_id),
  aggregated: ({ params, query }, ctx) => linkedProducts(ctx, params.idProduto, 'AGREGADO', query.filial_id),
  aggregatedOfQuote: ({ params }, ctx) => aggregatedOfQuote(ctx, params.produtoId, params.orcamentoId),
  models: ({ params, query }, ctx) => productsOfModel(ctx, params.idModelo, query.filial_id),
  discounts: ({ query }, ctx) => discountsInForce(ctx, query),
  terms: (_, { db }) => activePlans(db),
  carriers: (_, { db }) => activeCarriers(db),
  transports: (_, { db }) => activeFreightTypes(db),
  inactive: ({ query }, { db }) => plainProducts(db, { ...query, inactive: true }),
  one: async ({ params }, { db }) => ({ data: await plainProduct(db, params.idProd) }),
  search: ({ query }, { db }) => plainProducts(db, query),
  suggestion: ({ body }, ctx) => suggestedProducts(ctx, body.idCli, body.idFil),
  quoted: command(productRoutes.quoted, async (tx, ctx, { params, body }) => {
    const count = await registerQuoted(tx, ctx, { orderId: params.idPedido, products: body.produtos });
    return { data: { message: count === 1 ? 'Item cotado registrado.' : 'Itens cotados registrados.' } };
  }),
  stock: ({ params }, ctx) => stockOf(ctx, params.idProd, params.idFil),
  stockStatus: async ({ params }, ctx) => ({ data: await stockStatusIn(ctx, params.idProd, params.idFil) }),
  filters: async (_, { db }) => ({ data: await filterWords(db) }),
  mixOfCustomer: ({ params }, ctx) => mixOfCustomer(ctx, params.idCli, params.idFil),
  mixOfBranch: ({ params }, ctx) => mixOfBranch(ctx, params.idFil),
  chooseForMix: command(productRoutes.chooseForMix, async (tx, ctx, { params, body }) => {
    await chooseForMix(tx, ctx, { ...params, ...body });
    return {
      data: {
        id: params.idProd,
        message: body.noMix ? 'Produto incluído no mix do cliente.' : 'Produto removido do mix do cliente.',
      },
    };
  }),
  colors: ({ params }, { db }) => colorsOf(db, params.eanBase),
  colorPrice: async ({ params, body }, ctx) => ({
    data: await colorPrice(ctx, {
      ean: params.eanBase,
      colorId: params.idCor,
      ...body,
    }),
  }),
  competitorPrices: ({ query }, ctx) => pricesOfCompetitors(ctx, query),
  competitors: (_, { db }) => activeCompetitors(db),
  addCompetitorPrice: command(productRoutes.addCompetitorPrice, async (tx, ctx, { body }) => ({
    data: { id: await addCompetitorPrice(tx, ctx, body), message: 'Preço do concorrente registrado.' },
  })),
});

const activeCarriers = (db: Executor) =>
  db
    .select({ id: carriers.id, nome: carriers.tradeName })
    .from(carriers)
    .where(eq(carriers.active, true))
    .orderBy(sql`${carriers.tradeName} collate pt_br`, asc(carriers.id));

const activeCompetitors = (db: Executor) =>
  db
    .select({ id: competitors.id, desc: competitors.name })
    .from(competitors)
    .where(eq(competitors.active, true))
    .orderBy(sql`${competitors.name} collate pt_br`);

/** Stock at the branch first, then at the user's other branches, from which it could be supplied. */
async function stockOf(ctx: Context, productId: number, branchId: number): Promise<BranchStock[]> {
  await visibleBranch(ctx.db, ctx, branchId);
  const found = await ctx.db.select({ id: products.id }).from(products).where(eq(products.id, productId));
  if (found.length === 0) throw notFound();
  const rows = await ctx.db
    .select({ id: branches.id, name: branches.tradeName, stock: productStock })
    .from(branches)
    .leftJoin(
      productStock,
      and(eq(productStock.branchId, branches.id), eq(productStock.productId, productId)),
    )
    .where(branchScope(ctx.user))
    .orderBy(asc(branches.id));
  const own = (row: { id: number }) => (row.id === branchId ? 0 : 1);
  return rows
    .sort((a, b) => own(a) - own(b) || a.id - b.id)
    .map(({ id, name, stock }) => {
      const facts = stockFactsOf(stock ?? undefined);
      return {
        idFil: id,
        filial: name,
        qtEst: availableStock(facts),
        reservado: facts.reserved,
        qtdMax: facts.max,
        situacao: stockStatusOf(facts),
        previsao: stock?.arrivesOn ?? null,
      };
    });
}

async function stockStatusIn(ctx: Context, productId: number, branchId: number) {
  const [first] = await stockOf(ctx, productId, branchId);
  if (!first) throw notFound();
  return { situacao: first.situacao, qtEst: first.qtEst };
}

/**
 * Records products for which the customer only asked a price. Each product is kept once per quote, with the latest quantity.
 */
async function registerQuoted(
  tx: Tx,
  ctx: Context,
  { orderId, products }: { orderId: number; products: readonly { idProd: number; qtde: string }[] },
): Promise<number> {
  const order = await lockOrder(tx, ctx, { id: orderId, stage: 'ORCAMENTO' });
  const setting = await settingOfOrder(tx, ctx, order);
  if (!setting.parameters.registraItensCotados)
    throw refused('SEM_ITENS_COTADOS', 'Esta filial não registra itens cotados.');
  requireSound(products);
  const views = new Map(
    (
      await viewsOf(
        tx,
        setting,
        products.map(({ idProd }) => idProd),
      )
    ).map((view) => [view.id, view]),
  );
  const rows = products.map(({ idProd, qtde }) => {
    const price = views.get(idProd)?.precos[0]?.preco;
    if (price === undefined) throw notFound();
    return {
      customerId: order.customerId,
      productId: idProd,
      branchId: order.branchId,
      orderId,
      quantity: qtde,
      price,
      personId: ctx.user.id,
      at: ctx.now(),
    };
  });
  await tx
    .insert(quotedProducts)
    .values(rows)
    .onConflictDoUpdate({
      target: [quotedProducts.orderId, quotedProducts.productId, quotedProducts.branchId],
      targetWhere: sql`order_id is not null`,
      set: { quantity: sql`excluded.quantity`, price: sql`excluded.price`, at: sql`excluded.at` },
    });
  const text = formatCount(rows.length, 'item cotado', 'itens cotados');
  await logCustomer(tx, ctx, { customerId: order.customerId, type: 'ORCAMENTO', itemId: orderId, text });
  await audit(tx, ctx, {
    action: 'CRIAR',
    entity: 'quoted_products',
    entityId: orderId,
    after: { produtos: products.map(({ idProd }) => idProd) },
  });
  return rows.length;
}

function requireSound(products: readonly { idProd: number; qtde: string }[]): void {
  if (new Set(products.map(({ idProd }) => idProd)).size < products.length)
    throw invalid({ produtos: 'Cada produto pode aparecer uma vez.' });
  const zero = products.findIndex(({ qtde }) => !isPositive(qtde));
  if (zero >= 0) throw invalid({ [`produtos.${zero}.qtde`]: 'A quantidade precisa ser maior que zero.' });
}
