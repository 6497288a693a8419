import { and, asc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { OrderItem, OrderView } from '#contract/callcenter/orders/orderRow.ts';
import { allows } from '#contract/permissions.ts';
import { addressText } from '#contract/rules/contact.ts';
import { isPositive } from '#contract/rules/decimal.ts';
import { freightShare } from '#contract/rules/freight/payableFreight.ts';
import { taxOnTop } from '#contract/rules/orders/lineTaxes.ts';
import {
  actionsOf,
  lossFinalAt,
  type OrderFacts,
  statusBeforeLoss,
  statusOn,
} from '#contract/rules/orders/orderMoves.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { ServiceParameters } from '#server/config/parameters/rules.ts';
import type { Context, Reading } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import {
  branches,
  carriers,
  customers,
  deliveryAddresses,
  freightTypes,
  invoices,
  lossReasons,
  orderItems,
  orders,
  packagings,
  paymentLinks,
  paymentMethods,
  paymentPlans,
  people,
  products,
} from '#server/db/tables/index.ts';
import { notFound } from '#server/errors.ts';
import { orderScope } from '#server/session/scope.ts';
import { lossView, shownOrder } from '../../orderCore/queries.ts';
import { type PricedLine, repackedLines } from '../../quoteEditing/queries.ts';
import { decisiveLinkFirst, shownLink } from './paymentLink.ts';

/** The read-only view of a quote or order, with the actions this user may take. */
export async function orderView(
  ctx: Reading,
  id: number,
  stage?: 'ORCAMENTO' | 'PEDIDO',
): Promise<OrderView> {
  const loaded = await loadOrder(ctx, id, stage);
  return presentOrder(ctx, loaded, await serviceParameters(ctx.db, loaded.order.branchId));
}

/** The facts that decide on its actions, as of today at its branch. */
export const factsOf = (
  { order, branch, link }: Pick<LoadedOrder, 'order' | 'branch' | 'link'>,
  now: Date,
): OrderFacts => ({
  stage: order.stage,
  status: statusOn(order.status, order.validUntil, localDate(now, branch.timeZone)),
  releasedTo: order.releasedTo,
  channel: order.channel,
  link: link?.status ?? null,
  lostFrom: statusBeforeLoss(order, now),
  lossIsFinal: order.lostAt !== null && now >= lossFinalAt(order.lostAt),
});

type Shown = Pick<ServiceParameters, 'exibeMargemLucro' | 'percentualFreteEmbutido'>;

function presentOrder(ctx: Omit<Context, 'db'>, loaded: LoadedOrder, parameters: Shown): OrderView {
  const { order, customer, branch, lines } = loaded;
  const facts = { ...factsOf(loaded, ctx.now()), blocked: customer.blocked };
  return {
    id: order.id,
    isPedido: order.stage === 'PEDIDO',
    versao: order.version,
    st: facts.status,
    acoes: actionsOf(facts, (permission) => allows(ctx.user.grants, permission)),
    cliente: {
      id: customer.id,
      razSoc: customer.legalName,
      fant: customer.tradeName,
      documento: customer.document,
      email: customer.email,
      motivoBloqueio: customer.blocked ? customer.blockReason : null,
    },
    colaborador: { id: order.sellerId, nome: loaded.seller },
    emitente: { id: branch.id, desc: branch.tradeName },
    ...datesOf(order),
    ...termsOf(loaded),
    itens: lines.filter(({ item }) => item.removedAt === null).map(shownItem),
    itensRemovidos: lines.filter(({ item }) => item.removedAt !== null).map(shownItem),
    ...sumsOf(order, parameters.exibeMargemLucro),
    freteSobreProdutos: freightShare(
      order.freight,
      { total: order.subtotal, embeddedPercent: parameters.percentualFreteEmbutido },
      loaded.address?.state ?? (customer.deliveryAddress ?? customer.address).uf ?? '',
    ),
    grupo: order.groupId,
    canal: order.channel,
    liberadoPara: order.releasedTo,
    motivoPerda:
      loaded.lossReason === null ? null : [loaded.lossReason, order.lossNote].filter(Boolean).join(': '),
    perda: lossView(order, loaded.lostBy),
    linkPagamento: loaded.link ? shownLink(loaded.link, ctx) : null,
    notasFiscais: loaded.notes,
  };
}

type Order = LoadedOrder['order'];

const datesOf = (order: Order) => ({
  dtHorInc: order.createdAt.toISOString(),
  dtVal: order.validUntil,
  dtProgr: order.scheduledOn,
  dtPedido: order.orderedAt?.toISOString() ?? null,
});

/** Where it is delivered: the chosen address, or the customer's own; nowhere if the customer collects it. */
function deliveredTo({ order, customer, address }: LoadedOrder): string | null {
  if (order.pickup) return null;
  const own = customer.deliveryAddress ?? customer.address;
  const parts = address && {
    logradouro: address.street,
    numero: address.number,
    complemento: address.complement,
    bairro: address.district,
    cidade: address.city,
    uf: address.state,
    cep: address.cep,
  };
  return addressText(parts ?? own) || null;
}

const termsOf = (loaded: LoadedOrder) => {
  const { order, method, plan, freightType, carrier, redispatch } = loaded;
  return {
    ordComp: order.purchaseOrder,
    cobranca: method && {
      id: method.id,
      desc: method.name,
      taxaFixa: method.fixedFee,
      descTaxaFixa: method.feeDescription,
      online: method.online,
    },
    plano: described(order.paymentPlanId, plan),
    tipoFrete: described(order.freightTypeId, freightType),
    transportadora: named(order.carrierId, carrier),
    redespacho: named(order.redispatchCarrierId, redispatch),
    retira: order.pickup,
    enderecoEntrega: deliveredTo(loaded),
    obsEntrega: order.deliveryNote,
    obsPedido: order.orderNote,
    obsCliente: order.customerNote,
  };
};

const sumsOf = (order: Order, showsProfit: boolean) => ({
  qtdeIt: order.itemCount,
  vlSubTot: order.subtotal,
  vlTot: order.total,
  vlBoni: order.bonus,
  vlImpostos: order.taxTotal,
  vlFrete: order.freight,
  cupom:
    order.couponCode && isPositive(order.couponDiscount)
      ? { codigo: order.couponCode, desconto: order.couponDiscount }
      : null,
  percLucro: showsProfit ? order.profitPercent : null,
  exibeMargemLucro: showsProfit,
});

const named = (id: number | null, nome: string | null) =>
  id === null || nome === null ? null : { id, nome };

const described = (id: number | null, desc: string | null) =>
  id === null || desc === null ? null : { id, desc };

const shownItem = ({ item, code, description, unit, packaging, branch }: LoadedLine): OrderItem => ({
  id: item.id,
  linha: item.line,
  idFil: item.branchId,
  idProd: item.productId,
  idExibicao: code,
  descricao: description,
  embalagem: packaging ?? unit,
  qtd: item.quantity,
  vlTabela: item.listPrice,
  vlUnit: item.price,
  percDesc: item.discountPercent,
  vlImpostos: taxOnTop(item.taxes),
  vlTot: item.total,
  bonificado: item.bonus,
  cor: item.tint?.nome ?? null,
  obs: item.note,
  filial: { id: item.branchId, razSoc: branch },
});

/** A quote or order with everything its views show. 404 whether it is unknown or out of scope. */
async function loadOrder(ctx: Reading, id: number, stage?: 'ORCAMENTO' | 'PEDIDO') {
  const { db, user } = ctx;
  const [row] = await selectHead(db).where(
    and(eq(orders.id, id), stage ? eq(orders.stage, stage) : undefined, orderScope(user)),
  );
  if (!row) throw notFound();
  const [lines, links, notes] = await Promise.all([
    selectLines(db, id),
    db.select().from(paymentLinks).where(eq(paymentLinks.orderId, id)).orderBy(decisiveLinkFirst).limit(1),
    db
      .select({
        id: invoices.id,
        numNf: invoices.number,
        dtSai: invoices.issuedOn,
        rastreio: invoices.tracking,
      })
      .from(invoices)
      .where(eq(invoices.orderId, id))
      .orderBy(asc(invoices.id))
      .limit(20),
  ]);
  const repacked = await repackedLines(db, ctx, row.order);
  const { order, taxes } = await shownOrder(db, row.order, repacked);
  return {
    ...row,
    order,
    lines: lines.map(({ item, ...line }) => ({
      ...line,
      item: { ...item, ...todayOf(item.id, repacked), taxes: taxes.get(item.id) ?? item.taxes },
    })),
    link: links[0] ?? null,
    notes,
  };
}

/** What a line costs whose packaging holds something else than when it was offered. */
function todayOf(id: number, repacked: readonly PricedLine[]) {
  const line = repacked.find((each) => each.id === id);
  return (
    line && {
      listPrice: line.list,
      price: line.price,
      discountPercent: line.discountPercent,
      total: line.total,
    }
  );
}

type LoadedOrder = Awaited<ReturnType<typeof loadOrder>>;
type LoadedLine = LoadedOrder['lines'][number];

const redispatch = alias(carriers, 'redispatch');
const loser = alias(people, 'loser');

const selectHead = (db: Executor) =>
  db
    .select({
      order: orders,
      customer: customers,
      seller: people.name,
      branch: branches,
      method: paymentMethods,
      plan: paymentPlans.name,
      freightType: freightTypes.name,
      carrier: carriers.tradeName,
      redispatch: redispatch.tradeName,
      address: deliveryAddresses,
      lossReason: lossReasons.name,
      lostBy: loser.name,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .innerJoin(people, eq(people.id, orders.sellerId))
    .innerJoin(branches, eq(branches.id, orders.branchId))
    .leftJoin(paymentMethods, eq(paymentMethods.id, orders.paymentMethodId))
    .leftJoin(paymentPlans, eq(paymentPlans.id, orders.paymentPlanId))
    .leftJoin(freightTypes, eq(freightTypes.id, orders.freightTypeId))
    .leftJoin(carriers, eq(carriers.id, orders.carrierId))
    .leftJoin(redispatch, eq(redispatch.id, orders.redispatchCarrierId))
    .leftJoin(deliveryAddresses, eq(deliveryAddresses.id, orders.deliveryAddressId))
    .leftJoin(lossReasons, eq(lossReasons.id, orders.lossReasonId))
    .leftJoin(loser, eq(loser.id, orders.lostById))
    .$dynamic();

const selectLines = (db: Executor, orderId: number) =>
  db
    .select({
      item: orderItems,
      code: products.code,
      description: products.description,
      unit: products.unit,
      packaging: packagings.name,
      branch: branches.legalName,
    })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .innerJoin(branches, eq(branches.id, orderItems.branchId))
    .leftJoin(packagings, eq(packagings.id, orderItems.packagingId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.line));
