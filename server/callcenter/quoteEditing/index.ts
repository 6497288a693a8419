import { eq, sql } from 'drizzle-orm';
import { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import type { QuoteTaxes } from '#contract/callcenter/quotes/quoteTaxes.ts';
import { type Decimal, sumDecimals } from '#contract/rules/decimal.ts';
import { formatCount } from '#contract/rules/format.ts';
import { type SaleTax, saleTaxes, taxOnTop } from '#contract/rules/orders/lineTaxes.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { orders, paymentMethods } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { carriersOfCustomer } from '../../sac/customers/queries.ts';
import { plainText } from '../../text/plainText.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import type { OrderRecord } from '../orderCore/commands.ts';
import { judgeCode, redeemCoupon, returnCouponUses, writeTotals } from '../orderCore/commands.ts';
import { impedimentsOf } from '../orders/queries.ts';
import { settingOfOrder, visibleOrder } from '../productCore/queries.ts';
import { activeFreightTypes, activePlans } from '../products/queries.ts';
import { changeQuote, lockEditable } from './changeQuote.ts';
import { chooseOffer } from './chooseOffer.ts';
import { openedQuote } from './commands.ts';
import { editedQuote } from './editedQuote.ts';
import { enterLines } from './entries/enterLines.ts';
import { pasteLines } from './entries/pasteLines.ts';
import { loadedQuote } from './loadedQuote.ts';
import { mixChanges, mixToOrder } from './mixItems.ts';
import { tablesFor } from './priceTableChoice.ts';
import { acceptCampaigns, campaignsOfQuote } from './quoteCampaigns.ts';
import { offerChangesOf } from './quoteChanges.ts';
import { evaluateLights, readLights, releaseLights } from './quoteLights.ts';
import { activeLines, type PricedLine } from './quoteLines.ts';
import { simulatedLine } from './simulate.ts';

export const quoteEditingImplementation = implement(quoteEditingRoutes, {
  create: command(quoteEditingRoutes.create, async (tx, ctx, { body }) => ({
    data: { ...(await openedQuote(tx, ctx, body)), message: 'Orçamento aberto.' },
  })),
  update: command(quoteEditingRoutes.update, async (tx, ctx, { params, body }) => ({
    data: await changeQuote(tx, ctx, params.id, body, { autosave: false }),
  })),
  autosave: command(quoteEditingRoutes.autosave, async (tx, ctx, { params, body }) => ({
    data: await changeQuote(tx, ctx, params.id, body, { autosave: true }),
  })),
  enter: command(quoteEditingRoutes.enter, {
    // The version of a repeat is a newer one.
    request: ({ params, body: { versao: _, ...asked } }) => ({ params, ...asked }),
    work: async (tx, ctx, { params, body }) => ({
      data: await enterLines(tx, ctx, { id: params.id, ...body }),
    }),
  }),
  paste: command(quoteEditingRoutes.paste, {
    request: ({ params, body: { versao: _, ...asked } }) => ({ params, ...asked }),
    work: async (tx, ctx, { params, body }) => ({
      data: await pasteLines(tx, ctx, { id: params.id, ...body }),
    }),
  }),
  cart: async ({ params }, ctx) => ({ data: await editedQuote(ctx.db, ctx, params.id) }),
  coupon: command(quoteEditingRoutes.coupon, async (tx, ctx, { params, body }) => ({
    data: await changeCoupon(tx, ctx, { id: params.idPedido, ...body }),
  })),
  campaigns: ({ params }, ctx) => campaignsOfQuote(ctx.db, ctx, params.idPedido),
  acceptCampaigns: command(quoteEditingRoutes.acceptCampaigns, async (tx, ctx, { params, body }) => ({
    data: await acceptCampaigns(tx, ctx, { id: params.idPedido, ...body }),
  })),
  lights: async ({ params }, ctx) => ({ data: await readLights(ctx.db, ctx, params.id) }),
  evaluateLights: command(quoteEditingRoutes.evaluateLights, async (tx, ctx, { params, body }) => ({
    data: await evaluateLights(tx, ctx, { id: params.id, ...body }),
  })),
  releaseLights: command(quoteEditingRoutes.releaseLights, async (tx, ctx, { params, body }) => ({
    data: await releaseLights(tx, ctx, { id: params.id, ...body }),
  })),
  offer: command(quoteEditingRoutes.offer, async (tx, ctx, { params, body }) => ({
    data: await chooseOffer(tx, ctx, { id: params.id, ...body }),
  })),
  offerChanges: async ({ params: { id } }, ctx) => ({
    data: {
      ...(await offerChangesOf(ctx.db, ctx, id)),
      impedimentos: (await impedimentsOf(ctx.db, ctx, id)).map(({ code, message }) => ({
        codigo: code,
        mensagem: message,
      })),
    },
  }),
  simulate: async (input, ctx) => ({ data: await simulatedLine(input, ctx) }),
  taxes: async ({ params }, ctx) => ({ data: await taxesOfQuote(ctx.db, ctx, params.pedidoId) }),
  mixToQuote: command(quoteEditingRoutes.mixToQuote, async (tx, ctx, { params, body }) => {
    const order = await lockEditable(tx, ctx, params.id, body.versao);
    const itens = await mixChanges(tx, ctx, order, body.produtos);
    return { data: await changeQuote(tx, ctx, params.id, { itens }, { autosave: false }) };
  }),
  mixToOrder: command(quoteEditingRoutes.mixToOrder, async (tx, ctx, { params, body }) => {
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

/** Taxes of each line: an open quote's by its products' current percentages, an order's as it was placed. */
async function taxesOfQuote(db: Executor, ctx: Context, id: number): Promise<QuoteTaxes> {
  const order = await visibleOrder(db, ctx, id);
  const lines = activeLines((await loadedQuote(db, ctx, order)).lines);
  const sold = lines.filter(({ bonus }) => !bonus);
  return {
    itens: lines.map((line) => ({
      id: line.id ?? 0,
      descricao: line.facts.product.description,
      base: line.total,
      ...amountsOf([line]),
    })),
    ...amountsOf(sold),
    total: sumDecimals(sold.map(({ taxes }) => taxOnTop(taxes))),
  };
}

/** The amount of each kind of tax over the lines. */
const amountsOf = (lines: readonly PricedLine[]) =>
  Object.fromEntries(
    saleTaxes.map((name) => [name, sumDecimals(lines.map(({ taxes }) => taxes[name]?.valor ?? '0'))]),
  ) as Record<SaleTax, Decimal>;

/** The options for the fields of a quote's header. */
async function quoteChoices(db: Executor, ctx: Context, id: number) {
  const order = await visibleOrder(db, ctx, id);
  const [cobrancas, planos, tabelas, tiposFrete, carriers] = await Promise.all([
    activeMethods(db),
    activePlans(db),
    tablesFor(db, ctx, order),
    activeFreightTypes(db),
    carriersOfCustomer(db, order.customerId),
  ]);
  return {
    cobrancas,
    planos,
    tabelas,
    tiposFrete,
    transportadoras: carriers.map(({ id: carrierId, razSoc }) => ({ id: carrierId, desc: razSoc })),
  };
}

const activeMethods = (db: Executor) =>
  db
    .select({ id: paymentMethods.id, desc: paymentMethods.name })
    .from(paymentMethods)
    .where(eq(paymentMethods.active, true))
    .orderBy(sql`${paymentMethods.name} collate pt_br`);

interface Wanted {
  id: number;
  codigo: string;
  versao?: number | undefined;
}

/**
 * Applies or removes a quote's single coupon. A use is taken when it is applied and returned when it is removed, on the
 * coupon's locked row, so that only one of two quotes gets the last use.
 */
async function changeCoupon(tx: Tx, ctx: Context, { id, codigo, versao }: Wanted): Promise<EditedQuote> {
  const order = await lockEditable(tx, ctx, id, versao);
  const { parameters, today } = await settingOfOrder(tx, ctx, order);
  if (!parameters.usaCupom) throw refused('SEM_CUPONS', 'Esta filial não aceita cupons.');
  const code = plainText(codigo).trim().toUpperCase();
  if (code === '') await removeCoupon(tx, order);
  else await applyCoupon(tx, order, { code, today });
  await writeTotals(tx, id);
  const text = code ? `Cupom ${code} usado` : `Cupom ${order.couponCode} retirado`;
  await logCustomer(tx, ctx, { customerId: order.customerId, type: 'ORCAMENTO', itemId: id, text });
  await audit(tx, ctx, { action: 'ALTERAR', entity: 'orders', entityId: id, after: { cupom: code } });
  return editedQuote(tx, ctx, id);
}

async function removeCoupon(tx: Tx, order: OrderRecord): Promise<void> {
  if (order.couponId === null) throw refused('SEM_CUPOM', 'Este orçamento não tem cupom.');
  await returnCouponUses(tx, [order]);
  await tx.update(orders).set({ couponId: null, couponCode: '' }).where(eq(orders.id, order.id));
}

async function applyCoupon(tx: Tx, order: OrderRecord, { code, today }: { code: string; today: string }) {
  if (order.couponId !== null)
    throw refused('CUPOM_JA_USADO', `Este orçamento já usa o cupom ${order.couponCode}. Retire-o antes.`);
  const { coupon, refusal } = await judgeCode(tx, order, code, today);
  if (refusal) throw refused(refusal.code, refusal.message, { codigo: refusal.message });
  if (!coupon) throw notFound();
  await redeemCoupon(tx, coupon.id);
  await tx
    .update(orders)
    .set({ couponId: coupon.id, couponCode: coupon.code })
    .where(eq(orders.id, order.id));
}
