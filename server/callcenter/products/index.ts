import { productRoutes } from '../../../contract/callcenter/products.ts';
import { notFound } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { implement } from '../../implement.ts';
import { saleSetting, settingOfOrder, viewsOf, visibleOrder } from '../quoteSetting.ts';
import { askedPrices } from './askedPrices.ts';
import { activeCarriers, activeCompetitors, activeFreightTypes, activePlans } from './choices.ts';
import { addCompetitorPrice, pricesOfCompetitors } from './competitors.ts';
import { chooseForMix, mixOfBranch, mixOfCustomer } from './mix.ts';
import { registerQuoted } from './quotedProducts.ts';
import { aggregatedOfQuote, linkedProducts, productsOfModel, suggestedProducts } from './related.ts';
import { discountsInForce, filterWords, plainProduct, plainProducts, productsOfQuote } from './search.ts';
import { stockOf, stockStatusIn } from './stockOf.ts';
import { colorPrice, colorsOf } from './tinting.ts';

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
  prices: ({ body }, ctx) => askedPrices(ctx, body),
  price: async ({ params, body }, ctx) => {
    const [price] = await askedPrices(ctx, { idFil: params.idFil, produtos: [params.idProd], ...body });
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
  quoted: ({ params, body }, ctx) =>
    withIdempotency(ctx, 'products.quoted', { params, body }, async (tx) => {
      const count = await registerQuoted(tx, ctx, { orderId: params.idPedido, products: body.produtos });
      return { data: { message: count === 1 ? 'Item cotado registrado.' : 'Itens cotados registrados.' } };
    }),
  stock: ({ params }, ctx) => stockOf(ctx, params.idProd, params.idFil),
  stockStatus: async ({ params }, ctx) => ({ data: await stockStatusIn(ctx, params.idProd, params.idFil) }),
  filters: async (_, { db }) => ({ data: await filterWords(db) }),
  mixOfCustomer: ({ params }, ctx) => mixOfCustomer(ctx, params.idCli, params.idFil),
  mixOfBranch: ({ params }, ctx) => mixOfBranch(ctx, params.idFil),
  chooseForMix: ({ params, body }, ctx) =>
    withIdempotency(ctx, 'products.chooseForMix', { params, body }, async (tx) => {
      await chooseForMix(tx, ctx, { ...params, ...body });
      return {
        data: {
          id: params.idProd,
          message: body.noMix ? 'Produto posto no mix do cliente.' : 'Produto tirado do mix do cliente.',
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
  addCompetitorPrice: ({ body }, ctx) =>
    withIdempotency(ctx, 'products.addCompetitorPrice', { body }, async (tx) => ({
      data: { id: await addCompetitorPrice(tx, ctx, body), message: 'Preço do concorrente registrado.' },
    })),
});
