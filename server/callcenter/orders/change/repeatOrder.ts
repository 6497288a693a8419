import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { orderRoutes } from '#contract/callcenter/orders/orders.ts';
import type { RepeatedOrder } from '#contract/callcenter/orders/repeatedOrder.ts';
import type { ItemChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import {
  branches,
  orderItems,
  orders,
  pastOrderItems,
  pastOrders,
  products,
} from '#server/db/tables/index.ts';
import { notFound, refused } from '#server/errors.ts';
import { leadingVisible } from '#server/sac/customers/queries.ts';
import { branchScope } from '#server/session/scope.ts';
import { command } from '#server/writing/command.ts';
import { lockOrder, type OrderRecord, writeTotals } from '../../orderCore/commands.ts';
import { productFacts, settingOfOrder } from '../../productCore/queries.ts';
import { packagingsOf, standardOf } from '../../productCore/rules.ts';
import { openQuote, servingBranch, writeEachLine } from '../../quoteEditing/commands.ts';
import { activeLines, changesOf, loadedQuote } from '../../quoteEditing/queries.ts';
import { requireReadable } from '../detail/history.ts';
import { type LastOrder, lastOrder } from '../detail/lastOrder.ts';
import { copyOrder } from './copyOrder.ts';
import { allowedQuantity, followToday, movedText } from './followToday.ts';
import { type Missed, missedBefore, missingProducts, refusedMissed } from './missingProducts.ts';

type Source = RepeatedOrder['origem'] & Pick<LastOrder, 'kind' | 'key'>;

/** What a repetition made, before it is described. */
interface Made {
  quote: OrderRecord;
  missed: Missed[];
  /** Quantities that had to follow today's packagings, each as a sentence. */
  ajustes: string[];
  ended: string[];
}

/**
 * Makes a quote of the customer's newest order, wherever it was made, with today's prices, packagings and stock. Bonus lines are
 * not given again by themselves; coupon, freight and notes have to be chosen anew.
 */
export const repeatLastOrder = command(orderRoutes.repeatLast, async (tx, ctx, { params }) => {
  const customer = await leadingVisible(tx, ctx.user, params.idCli);
  if (!customer) throw notFound();
  const last = await lastOrder({ ...ctx, db: tx }, customer.id);
  if (!last) throw refused('SEM_PEDIDO', 'Este cliente ainda não tem pedido para repetir.');
  if (last.kind === 'OWN') await requireReadable({ ...ctx, db: tx }, last.key);
  const { kind, key, id, numero, at } = last;
  const source: Source = { kind, key, id, numero, em: at.toISOString() };
  const sourceLines =
    source.kind === 'OWN'
      ? await repeatOwn(tx, ctx, source, customer)
      : await repeatPast(tx, ctx, source, customer);
  await writeTotals(tx, sourceLines.quote.id);
  return { data: await described(tx, ctx, { source, made: sourceLines }) };
});

type Customer = NonNullable<Awaited<ReturnType<typeof leadingVisible>>>;

const MOVED_BRANCH = 'A filial do pedido não atende mais este cliente: o orçamento é de outra que atende.';

const OTHER_TABLE = 'Os preços são os da tabela de hoje do cliente.';

/** It is a sale of today: branch, representative and price table are those that a new quote of the customer has. */
async function repeatOwn(tx: Tx, ctx: Context, { key }: Source, customer: Customer): Promise<Made> {
  const source = await lockOrder(tx, ctx, { id: key });
  const { id: branchId } = await servingBranch(tx, ctx, { idCli: customer.id, antes: source.branchId });
  const lines = await tx
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.orderId, key), isNull(orderItems.removedAt)))
    .orderBy(asc(orderItems.line));
  const others = await openBranches(
    tx,
    ctx,
    lines.map((line) => line.branchId),
  );
  const branchOf = (id: number) => (id !== source.branchId && others.has(id) ? id : branchId);
  const missed = await missedBefore(
    tx,
    ctx,
    { ...source, branchId },
    lines.map((line) => ({ ...line, branchId: branchOf(line.branchId) })),
  );
  const { priceTableId, representativeId } = customer;
  const { copy, ended } = await copyOrder(tx, ctx, source, {
    kind: 'REPETICAO',
    text: `Orçamento criado do último pedido, ${source.id}`,
    without: new Set(missed.map(({ line }) => line)),
    today: { branchId, priceTableId, representativeId },
    branchOf,
  });
  const followed = await followToday(tx, ctx, copy);
  const isOtherTable = source.priceTableId !== null && source.priceTableId !== priceTableId;
  return {
    quote: copy,
    missed: [...missed, ...followed.missed],
    ajustes: [
      ...(branchId === source.branchId ? [] : [MOVED_BRANCH]),
      ...(isOtherTable ? [OTHER_TABLE] : []),
      ...followed.ajustes,
    ],
    ended,
  };
}

/** Those of these branches that the user may sell from. */
async function openBranches(tx: Tx, { user }: Context, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .select({ id: branches.id })
    .from(branches)
    .where(and(inArray(branches.id, [...new Set(ids)]), branchScope(user)));
  return new Set(rows.map(({ id }) => id));
}

/** Another system's order has only products and quantities: they are added as if they were typed. */
async function repeatPast(tx: Tx, ctx: Context, { key }: Source, customer: Customer): Promise<Made> {
  const [past] = await tx.select().from(pastOrders).where(eq(pastOrders.id, key));
  if (!past) throw notFound();
  const { id: idFil } = await servingBranch(tx, ctx, { idCli: customer.id, antes: past.branchId });
  const quote = await lockOrder(tx, ctx, { id: await openQuote(tx, ctx, { idCli: customer.id, idFil }) });
  const rows = await tx
    .select({ item: pastOrderItems, product: products })
    .from(pastOrderItems)
    .innerJoin(products, eq(products.id, pastOrderItems.productId))
    .where(eq(pastOrderItems.orderId, key))
    .orderBy(asc(pastOrderItems.line));
  const asked = await pastChanges(
    tx,
    ctx,
    quote,
    rows.map(({ item }) => item),
  );
  const refusals = await writeEachLine(
    tx,
    ctx,
    quote,
    asked.map(({ change }) => change),
  );
  const missed = rows.flatMap(({ item, product }, index) => {
    const refusal = refusals[index];
    return refusal ? [refusedMissed({ line: item.id, product, units: item.quantity }, refusal)] : [];
  });
  const ajustes = asked.flatMap(({ text }, index) => (text === '' || refusals[index] ? [] : [text]));
  return {
    quote,
    missed,
    ajustes: [...(idFil === past.branchId ? [] : [MOVED_BRANCH]), ...ajustes],
    ended: [],
  };
}

/** In the packaging whose unit the order names, or else the standard one. */
async function pastChanges(
  tx: Tx,
  ctx: Context,
  quote: OrderRecord,
  items: readonly (typeof pastOrderItems.$inferSelect)[],
): Promise<{ change: ItemChange; text: string }[]> {
  const { parameters, today } = await settingOfOrder(tx, ctx, quote);
  const facts = await productFacts(tx, {
    ids: items.map(({ productId }) => productId),
    branchIds: [],
    priceTableId: null,
    today,
    byQuantity: false,
  });
  return items.map(({ productId, unit, quantity }) => {
    const one = facts.get(productId);
    const packs = one ? packagingsOf(one, parameters.unidadePadrao) : [];
    const pack = packs.find(({ unidade }) => unidade === unit);
    const change = { idProd: productId, qtde: formatted(quantity), ...(pack && { idEmb: pack.id }) };
    if (!one) return { change, text: '' };
    const sold = { pack: pack ?? standardOf(packs), digits: parameters.tamanhoMaximoQuantidade };
    const to = allowedQuantity(change.qtde, sold);
    return {
      change: { ...change, qtde: to },
      text: movedText(one.product.description, change.qtde, to, sold.pack),
    };
  });
}

/** '10.0000' becomes '10', as a quantity is typed. */
const formatted = (quantity: string): string =>
  quantity.replace(/\.?0+$/, (end) => (end.startsWith('.') ? '' : end));

interface Repetition {
  source: Source;
  made: Made;
}

async function described(
  tx: Tx,
  ctx: Context,
  { source: { kind: _, key: __, ...origem }, made: { quote, missed, ended, ajustes } }: Repetition,
): Promise<RepeatedOrder> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, quote.id));
  if (!order) throw notFound();
  const loaded = await loadedQuote(tx, ctx, order);
  const mudancas = await changesOf(tx, order, loaded);
  const faltam = await missingProducts(tx, ctx, order, missed);
  const parts = [
    `Orçamento ${order.id} feito do pedido ${origem.numero}: ${formatCount(activeLines(loaded.lines).length, 'item', 'itens')}`,
    mudancas.length > 0 ? formatCount(mudancas.length, 'mudança', 'mudanças') : '',
    faltam.length > 0 ? formatCount(faltam.length, 'produto faltou', 'produtos faltaram') : '',
  ];
  return {
    id: order.id,
    message: `${parts.filter(Boolean).join(', ')}.`,
    origem,
    mudancas,
    ajustes,
    faltam,
    escolherDeNovo: ended,
  };
}
