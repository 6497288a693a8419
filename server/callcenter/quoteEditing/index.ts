import { quoteEditingRoutes } from '../../../contract/callcenter/quoteEditing.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { withIdempotency } from '../../idempotency.ts';
import { implement } from '../../implement.ts';
import { changeQuote, lockEditable } from './changeQuote.ts';
import { changeCoupon } from './coupon.ts';
import { editedQuote } from './editedQuote.ts';
import { mixChanges, mixToOrder } from './mixItems.ts';
import { openQuote } from './openQuote.ts';
import { acceptCampaigns, campaignsOfQuote } from './quoteCampaigns.ts';
import { quoteChoices } from './quoteChoices.ts';
import { judgeLights, readLights, releaseLights } from './quoteLights.ts';
import { taxesOfQuote } from './quoteTaxes.ts';

export const quoteEditingImplementation = implement(quoteEditingRoutes, {
  create: ({ body }, ctx) =>
    withIdempotency(ctx, 'quoteEditing.create', { body }, async (tx) => ({
      data: { id: await openQuote(tx, ctx, body), message: 'Orçamento aberto.' },
    })),
  update: ({ params, body }, ctx) =>
    withIdempotency(ctx, 'quoteEditing.update', { params, body }, async (tx) => ({
      data: await changeQuote(tx, ctx, params.id, body, { autosave: false }),
    })),
  autosave: ({ params, body }, ctx) =>
    withIdempotency(ctx, 'quoteEditing.autosave', { params, body }, async (tx) => ({
      data: await changeQuote(tx, ctx, params.id, body, { autosave: true }),
    })),
  cart: async ({ params }, ctx) => ({ data: await editedQuote(ctx.db, ctx, params.id) }),
  coupon: ({ params, body }, ctx) =>
    withIdempotency(ctx, 'quoteEditing.coupon', { params, body }, async (tx) => ({
      data: await changeCoupon(tx, ctx, { id: params.idPedido, ...body }),
    })),
  campaigns: ({ params }, ctx) => campaignsOfQuote(ctx.db, ctx, params.idPedido),
  acceptCampaigns: ({ params, body }, ctx) =>
    withIdempotency(ctx, 'quoteEditing.acceptCampaigns', { params, body }, async (tx) => ({
      data: await acceptCampaigns(tx, ctx, { id: params.idPedido, ...body }),
    })),
  lights: async ({ params }, ctx) => ({ data: await readLights(ctx.db, ctx, params.id) }),
  judgeLights: ({ params, body }, ctx) =>
    withIdempotency(ctx, 'quoteEditing.judgeLights', { params, body }, async (tx) => ({
      data: await judgeLights(tx, ctx, { id: params.id, ...body }),
    })),
  releaseLights: ({ params, body }, ctx) =>
    withIdempotency(ctx, 'quoteEditing.releaseLights', { params, body }, async (tx) => ({
      data: await releaseLights(tx, ctx, { id: params.id, ...body }),
    })),
  taxes: async ({ params }, ctx) => ({ data: await taxesOfQuote(ctx.db, ctx, params.pedidoId) }),
  mixToQuote: ({ params, body }, ctx) =>
    withIdempotency(ctx, 'quoteEditing.mixToQuote', { params, body }, async (tx) => {
      const order = await lockEditable(tx, ctx, params.id, body.versao);
      const itens = await mixChanges(tx, ctx, order, body.produtos);
      return { data: await changeQuote(tx, ctx, params.id, { itens }, { autosave: false }) };
    }),
  mixToOrder: ({ params, body }, ctx) =>
    withIdempotency(ctx, 'quoteEditing.mixToOrder', { params, body }, async (tx) => {
      const count = await mixToOrder(tx, ctx, { id: params.id, ...body });
      return {
        data: {
          id: params.id,
          message: formatCount(count, 'produto incluído.', 'produtos incluídos.'),
        },
      };
    }),
  choices: async ({ params }, ctx) => ({ data: await quoteChoices(ctx.db, ctx, params.id) }),
});
