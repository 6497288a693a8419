import { and, eq, inArray, sql } from 'drizzle-orm';
import { negotiationRoutes } from '#contract/callcenter/quotes/negotiations.ts';
import type { Input } from '#contract/route.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { formatCount } from '#contract/rules/format.ts';
import { readRequestedPrice, takesNegotiation } from '#contract/rules/negotiations/negotiatedPrice.ts';
import { type Problem, textsOf } from '#contract/rules/problem.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import {
  branches,
  negotiationReasons,
  orderItems,
  packagings,
  paymentPlans,
  priceNegotiations,
  products,
} from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { plainTexts } from '../../text/plainText.ts';
import { command } from '../../writing/command.ts';
import { lockOrder, type OrderRecord } from '../orderCore/commands.ts';
import { priceTableOf } from '../productCore/queries.ts';
import { followPackagings } from '../quoteEditing/commands.ts';
import { linesToRenew } from '../quoteEditing/queries.ts';
import { alreadyDecided, changedSince, type RecordedPrice, recordPrices } from './record.ts';
import { ASKED_PACK, type NegotiationRow, selectNegotiations } from './rows.ts';

type Request = typeof negotiationRoutes.request;
type Change = typeof negotiationRoutes.change;

/** Requests prices for lines of an open quote, all or none. */
export const requestPrices = command(negotiationRoutes.request, async (tx, ctx, { body }) => {
  const { idPedido, versao, itens } = plainTexts(body);
  const order = await lockOrder(tx, ctx, { id: idPedido, versao });
  await requireOpen(tx, ctx, order);
  await followPackagings(tx, ctx, order);
  const existing = {
    lines: await existingLines(
      tx,
      order.id,
      itens.map(({ idItem }) => idItem),
    ),
    reasons: await activeReasons(tx),
    renewed: await linesToRenew(tx, ctx, order),
    places: (await serviceParameters(tx, order.branchId)).casasPreco,
  };
  const validated = itens.map((item, index) => validatedItem(item, index, itens, existing));
  const condition = await wantedCondition(tx, order);
  const problems = validated.flatMap((each) => each.problems);
  if (problems.length > 0) throw invalid(textsOf(problems));
  const rows = validated.flatMap(({ values }) =>
    values ? [{ ...newNegotiation(order, ctx, values), ...condition }] : [],
  );
  const written = await tx.insert(priceNegotiations).values(rows).returning();
  await recordPrices(tx, ctx, order, {
    action: 'SOLICITAR_PRECO',
    words: ['Preço solicitado', 'preços solicitados'],
    prices: written.map(({ id, itemId, requestedPrice }) => ({
      id,
      product: existing.lines.get(itemId)?.description ?? '',
      price: requestedPrice,
    })),
  });
  const [first] = written;
  return {
    data: {
      ...(written.length === 1 && first && { id: first.id }),
      message: `${formatCount(written.length, 'preço enviado', 'preços enviados')} para aprovação.`,
    },
  };
});

type Item = Input<Request>['body']['itens'][number];
type Line = Awaited<ReturnType<typeof existingLines>> extends Map<number, infer L> ? L : never;
interface Known {
  lines: ReadonlyMap<number, Line>;
  reasons: ReadonlySet<number>;
  /** Lines whose authorised price no longer holds: the same price may be requested again. */
  renewed: ReadonlySet<number>;
  /** `casasPreco`. */
  places: number;
}
interface Requested {
  line: Line;
  item: Item;
  price: Decimal;
}

/** Returns the problems of one line of the request, or the price it asks for. */
function validatedItem(item: Item, index: number, all: readonly Item[], known: Known) {
  const { lines, reasons, renewed, places } = known;
  const line = lines.get(item.idItem);
  const read =
    line &&
    readRequestedPrice(
      item.preco,
      { listPrice: line.listPrice, price: renewed.has(line.id) ? null : line.price },
      places,
    );
  const checks: [boolean, string, string][] = [
    [!line, 'idItem', 'Este produto não está no orçamento.'],
    [line?.bonus === true, 'idItem', 'Uma bonificação não tem preço a negociar.'],
    [Boolean(line?.pendingOf), 'idItem', `${line?.pendingOf} já solicitou um preço para este produto.`],
    [
      all.findIndex(({ idItem }) => idItem === item.idItem) < index,
      'idItem',
      'O produto está duas vezes na solicitação.',
    ],
    [Boolean(item.idMotivo && !reasons.has(item.idMotivo)), 'idMotivo', 'Motivo não encontrado.'],
    [read?.ok === false, 'preco', read?.ok === false ? read.message : ''],
  ];
  const problems = checks.flatMap(([fails, field, message]): Problem[] =>
    fails ? [{ field: `itens.${index}.${field}`, message }] : [],
  );
  const values: Requested | null = line && read?.ok ? { line, item, price: read.value } : null;
  return { problems, values };
}

const newNegotiation = (
  order: OrderRecord,
  { user, now }: Context,
  { line, item, price }: Requested,
): typeof priceNegotiations.$inferInsert => ({
  orderId: order.id,
  itemId: line.id,
  customerId: order.customerId,
  productId: line.productId,
  branchId: order.branchId,
  requesterId: user.id,
  quantity: line.quantity,
  units: line.units,
  packagingId: line.packagingId,
  priceFactor: line.priceFactor,
  tintId: line.tint?.idCor ?? null,
  listPrice: line.listPrice,
  requestedPrice: price,
  cost: line.cost,
  reasonId: item.idMotivo ?? null,
  note: (item.obs ?? '').trim(),
  createdAt: now(),
});

/** Changes the user's own pending requests of a quote, all or none. */
export const changeRequests = command(negotiationRoutes.change, async (tx, ctx, { params, body }) => {
  const { itens } = plainTexts(body);
  const order = await lockOrder(tx, ctx, { id: params.idPedido });
  await requireOpen(tx, ctx, order);
  const ids = itens.map(({ id }) => id);
  const condition = and(eq(priceNegotiations.orderId, order.id), inArray(priceNegotiations.id, ids));
  const rows = await selectNegotiations(tx, condition);
  const reasons = await activeReasons(tx);
  const { casasPreco: places } = await serviceParameters(tx, order.branchId);
  const changed: RecordedPrice[] = [];
  for (const [index, item] of itens.entries()) {
    const row = rows.find(({ negotiation }) => negotiation.id === item.id);
    if (!row) throw notFound();
    mayChange(row, item, ctx);
    const price = changedPrice(row, item, { index, reasons, places });
    await writeChange(tx, item, price);
    changed.push({ id: item.id, product: row.product.descricao, price });
  }
  await recordPrices(tx, ctx, order, {
    action: 'ALTERAR_PRECO',
    words: ['Preço solicitado alterado', 'preços solicitados alterados'],
    prices: changed,
  });
  return { data: { message: `${formatCount(changed.length, 'preço alterado', 'preços alterados')}.` } };
});

type ChangedItem = Input<Change>['body']['itens'][number];

function mayChange(row: NegotiationRow, { versao }: ChangedItem, { user }: Context): void {
  if (row.negotiation.requesterId !== user.id)
    throw refused('DE_OUTRA_PESSOA', `A solicitação é de ${row.requester}: só quem pediu pode mudá-la.`);
  const refusal = alreadyDecided(row) ?? changedSince(row, versao);
  if (refusal) throw refusal;
}

function changedPrice(
  { negotiation, item }: NegotiationRow,
  { preco, idMotivo }: ChangedItem,
  { index, reasons, places }: { index: number; reasons: ReadonlySet<number>; places: number },
): Decimal {
  if (idMotivo && !reasons.has(idMotivo))
    throw invalid({ [`itens.${index}.idMotivo`]: 'Motivo não encontrado.' });
  const read = readRequestedPrice(preco, { listPrice: negotiation.listPrice, price: item.price }, places);
  if (!read.ok) throw invalid({ [`itens.${index}.preco`]: read.message });
  return read.value;
}

const writeChange = (tx: Tx, { id, idMotivo, obs }: ChangedItem, price: Decimal) =>
  tx
    .update(priceNegotiations)
    .set({
      requestedPrice: price,
      ...(idMotivo !== undefined && { reasonId: idMotivo }),
      ...(obs !== undefined && { note: obs.trim() }),
      version: sql`${priceNegotiations.version} + 1`,
    })
    .where(eq(priceNegotiations.id, id));

async function requireOpen(tx: Tx, { now }: Context, order: OrderRecord): Promise<void> {
  const [branch] = await tx
    .select({ timeZone: branches.timeZone })
    .from(branches)
    .where(eq(branches.id, order.branchId));
  if (!branch || !takesNegotiation(order, localDate(now(), branch.timeZone)))
    throw refused('ORCAMENTO_FECHADO', 'Só se negocia o preço de um orçamento em aberto.');
  if (!(await serviceParameters(tx, order.branchId)).exibeNegociarPreco)
    throw refused('NAO_NEGOCIA', 'Esta filial não negocia preços.');
}

/** The quote's current lines, each with the name of anyone already waiting for an answer about it. */
async function existingLines(tx: Tx, orderId: number, ids: readonly number[]) {
  const rows = await tx
    .select({
      id: orderItems.id,
      productId: orderItems.productId,
      description: products.description,
      quantity: orderItems.quantity,
      ...ASKED_PACK,
      listPrice: orderItems.listPrice,
      price: orderItems.price,
      cost: orderItems.cost,
      bonus: orderItems.bonus,
      pendingOf: sql<
        string | null
      >`(select p.name from price_negotiations n join people p on p.id = n.requester_id
        where n.item_id = ${orderItems.id} and n.status = 'P')`,
    })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .leftJoin(packagings, eq(packagings.id, orderItems.packagingId))
    .where(
      and(
        eq(orderItems.orderId, orderId),
        inArray(orderItems.id, [...ids]),
        sql`${orderItems.removedAt} is null`,
      ),
    );
  return new Map(rows.map((row) => [row.id, row]));
}

const activeReasons = async (tx: Tx): Promise<Set<number>> => {
  const rows = await tx
    .select({ id: negotiationReasons.id })
    .from(negotiationReasons)
    .where(eq(negotiationReasons.active, true));
  return new Set(rows.map(({ id }) => id));
};

type Condition = Pick<typeof priceNegotiations.$inferInsert, 'planId' | 'planPercent' | 'priceTableId'>;

/** The conditions of the quote under which a price is requested. */
async function wantedCondition(db: Executor, order: OrderRecord): Promise<Condition> {
  const { paymentPlanId, priceTableId, customerId } = order;
  const [plan] = paymentPlanId
    ? await db.select().from(paymentPlans).where(eq(paymentPlans.id, paymentPlanId))
    : [];
  return {
    planId: paymentPlanId,
    planPercent: plan?.percent ?? '0',
    priceTableId: priceTableId ?? (await priceTableOf(db, customerId)),
  };
}
