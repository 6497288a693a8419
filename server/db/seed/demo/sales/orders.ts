import { compareDecimals, type Decimal, subtractDecimals } from '#contract/rules/decimal.ts';
import { orderTotals } from '#contract/rules/orders/orderTotals.ts';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import * as tables from '#server/db/tables/index.ts';
import { newToken } from '#server/session/secrets.ts';
import type { Chance } from '../chance.ts';
import type { DemoCustomer } from '../customers.ts';
import type { ProductRow } from '../products.ts';
import { OWN_FLEET_STATES } from './freightRates.ts';
import { type Planned, planOrders } from './orderPlan.ts';
import { loosePackagings } from './products/products.ts';
import { type SalePrices, salePrices } from './salePrices.ts';
import type { SalesContext } from './salesContext.ts';
import { earlierToday } from './salesContext.ts';

type Order = typeof tables.orders.$inferInsert & { id: number };
type Item = typeof tables.orderItems.$inferInsert;
type Link = typeof tables.paymentLinks.$inferInsert;

/** Ids from every company's initial migration. */
const METHOD = { BOLETO: 1, DEPOSITO: 2, LINK: 4 } as const;
const FEES: Readonly<Record<number, string>> = { [METHOD.BOLETO]: '3.5' };

/** Twelve months of quotes and orders in every status, with totals calculated by the server's own rule. */
export async function seedOrders(context: SalesContext): Promise<void> {
  await context.write(tables.coupons, couponRows(context));
  const demoOrders = { orders: [] as Order[], items: [] as Item[], links: [] as Link[] };
  const loose = loosePackagings(context);
  const price = await salePrices(context);
  for (const [index, plan] of planOrders(context.chance).entries()) {
    const { order, items } = oneOrder(context, price, plan, index + 1);
    demoOrders.orders.push(order);
    demoOrders.items.push(
      ...items.map((item) => ({ ...item, packagingId: loose.get(item.productId) ?? null })),
    );
    demoOrders.links.push(...linksOf(context, order));
  }
  await context.write(tables.orders, demoOrders.orders);
  await context.write(tables.orderItems, demoOrders.items);
  await context.write(tables.paymentLinks, demoOrders.links);
  await reserveOpen(context);
}

/** The conditions are those that their texts promise. */
const COUPONS = [
  ['BEMVINDO10', '10% na primeira compra', '10', null, '0', { firstPurchase: true }],
  ['VOLTE5', '5% para quem volta depois de 90 dias', '5', null, '150', { returningDays: 90 }],
  ['FIMDEANO50', 'R$ 50 acima de R$ 800', null, '50', '800', {}],
  ['PRIMAVERA15', '15% acima de R$ 300, na primavera', '15', null, '300', {}],
] as const;

/** Days since the last coupon expired. */
const COUPON_ENDED = 20;

const couponRows = ({ today }: SalesContext): (typeof tables.coupons.$inferInsert)[] =>
  COUPONS.map(([code, description, percent, amount, minimum, conditions], index) => ({
    id: index + 1,
    code,
    description,
    percent,
    amount,
    minimum,
    startsOn: addDays(today, -360),
    // The last one has expired.
    endsOn: addDays(today, index === 3 ? -COUPON_ENDED : 120),
    firstPurchase: false,
    returningDays: null,
    ...conditions,
  }));

function oneOrder(
  context: SalesContext,
  price: SalePrices,
  plan: Planned,
  id: number,
): { order: Order; items: Item[] } {
  const { chance, company, today } = context;
  const customer = id % 45 === 0 ? (company.customers[1] as DemoCustomer) : chance.pick(company.customers);
  const branchId = customer.branchIds[0] ?? 1;
  const day = addDays(today, -plan.age);
  const at =
    plan.age === 0
      ? earlierToday(today, chance.int(100, 599) / 600)
      : new Date(`${day}T${chance.int(11, 20)}:${chance.int(10, 59)}:00Z`);
  const wishes = wishesOf(context, id, branchId);
  const methodId = methodFor(chance, plan);
  const hasCoupon = chance.happens(7);
  const freight = chance.happens(40) ? `${chance.int(18, 160)}.${chance.int(10, 99)}` : '0';
  const draft: Order = {
    id,
    stage: plan.stage,
    status: plan.status,
    customerId: customer.row.id,
    branchId,
    representativeId: customer.row.representativeId ?? null,
    sellerId: sellerAt(context, branchId, id),
    groupId: id > 30 && id % 23 === 0 ? id - chance.int(1, 20) : null,
    channel: chance.weighted([
      ['CALLCENTER', 72],
      ['B2B', 12],
      ['FV', 12],
      ['ERP', 4],
    ] as const),
    ...releaseOf(plan, id, at),
    trafficSourceId: chance.int(1, 5),
    paymentMethodId: methodId,
    paymentPlanId: methodId === METHOD.BOLETO ? chance.int(2, 3) : 1,
    priceTableId: customer.row.priceTableId ?? null,
    freightTypeId: freightTypeFor(chance, customer),
    carrierId: customer.carrierIds[0] ?? null,
    pickup: freight === '0' && chance.happens(12),
    freight,
    freightOriginal: freight,
    freightPaid: freight,
    purchaseOrder: chance.happens(25) ? `OC-${chance.digits(5)}` : '',
    deliveryNote: chance.happens(20) ? 'Entregar pela manhã, portão lateral' : '',
    orderNote: chance.happens(12) ? 'Conferir lote antes de separar' : '',
    customerNote: chance.happens(10) ? 'Ligar antes de entregar' : '',
    validUntil: validityOf(plan, day, today),
    scheduledOn: plan.stage === 'PEDIDO' && chance.happens(30) ? addDays(day, chance.int(1, 9)) : null,
    lossReasonId: plan.status === 'PERDIDO' ? chance.int(1, 6) : null,
    ...lossOf(plan, sellerAt(context, branchId, id), at),
    orderedAt: plan.stage === 'PEDIDO' ? at : null,
    invoicedOn: INVOICED.includes(plan.status) ? addDays(day, Math.min(plan.age, 2)) : null,
    createdAt: at,
    updatedAt: at,
  };
  const items = wishes.map((wish, index) => itemOf(context, price, { draft, wish, index, at, day }));
  return { order: { ...draft, ...sumsOf(items, draft, hasCoupon ? plan.age : null) }, items };
}

const FREIGHT = { CIF: 1, OWN: 3 };

/** Any, as long as the company's own lorries go there: every quote has an offer for its freight. */
function freightTypeFor(chance: Chance, { row: { address, deliveryAddress } }: DemoCustomer): number {
  const type = chance.int(FREIGHT.CIF, FREIGHT.OWN);
  const state = (deliveryAddress ?? address)?.uf ?? '';
  return type === FREIGHT.OWN && !OWN_FLEET_STATES.includes(state) ? FREIGHT.CIF : type;
}

/** The sums of an order by its lines; `age` in days of one that may have a coupon. */
function sumsOf(items: readonly Item[], { freight = '0', paymentMethodId }: Order, age: number | null) {
  const sums = {
    lines: items.map(({ removedAt, bonus, ...item }) => ({
      ...item,
      cost: item.cost ?? '0',
      taxes: item.taxes ?? {},
      bonus: bonus ?? false,
      removed: removedAt != null,
    })),
    freight,
    fixedFee: FEES[paymentMethodId ?? 0] ?? '0',
  };
  const { subtotal } = orderTotals({ ...sums, coupon: null });
  const couponId = age === null ? null : couponFor(subtotal, age);
  const terms = couponId === null ? null : COUPONS[couponId - 1];
  const coupon = terms ? { percent: terms[2], amount: terms[3], minimum: terms[4] } : null;
  return { ...orderTotals({ ...sums, coupon }), couponId, couponCode: terms?.[0] ?? '' };
}

/** A coupon whose conditions such a quote fulfils: those of the others depend on what the customer bought before. */
function couponFor(subtotal: Decimal, age: number): number | null {
  if (compareDecimals(subtotal, COUPONS[2][4]) >= 0) return 3;
  return age > COUPON_ENDED && compareDecimals(subtotal, COUPONS[3][4]) >= 0 ? 4 : null;
}

const INVOICED: readonly string[] = ['FATURADO', 'TRANSPORTE', 'ENTREGUE', 'DEVOLUCAO'];

function methodFor(chance: SalesContext['chance'], { status }: Planned): number {
  if (status.startsWith('PAGAMENTO_')) return METHOD.LINK;
  if (status === 'DEPOSITO') return METHOD.DEPOSITO;
  return chance.weighted([
    [METHOD.BOLETO, 70],
    [METHOD.DEPOSITO, 15],
    [3, 10],
    [METHOD.LINK, 5],
  ] as const);
}

/** The demonstration's own operator and seller have their share at the first branch. */
function sellerAt({ company }: SalesContext, branchId: number, id: number): number {
  const here = company.people.filter(({ branchIds }) => branchIds.includes(branchId));
  return here[id % Math.max(1, here.length)]?.row.id ?? 3;
}

const lossOf = ({ status }: Planned, sellerId: number, at: Date) =>
  status === 'PERDIDO'
    ? { lostAt: at, lostById: sellerId, lostFrom: 'ATIVO' as const }
    : { lostAt: null, lostById: null, lostFrom: null };

const releaseOf = ({ status }: Planned, id: number, at: Date) =>
  status === 'ATIVO' && id % 11 === 0
    ? { releasedTo: id % 2 === 0 ? ('B2B' as const) : ('FV' as const), releasedAt: at }
    : { releasedTo: null, releasedAt: null };

function validityOf({ stage, status, age }: Planned, day: string, today: string): string {
  if (stage === 'ORCAMENTO' && status !== 'VENCIDO' && status !== 'PERDIDO' && age > 6)
    return addDays(today, 10);
  return addDays(day, 7);
}

interface Wish {
  productId: number;
  branchId: number;
  quantity: string;
  /** In percent, within what a seller may give. */
  discount: string;
  bonus: boolean;
  removed: boolean;
}

function wishesOf({ chance, company }: SalesContext, orderId: number, branchId: number): Wish[] {
  const count = chance.int(1, 6);
  return Array.from({ length: count }, (_, index): Wish => {
    const product = chance.pick(company.products) as ProductRow;
    return {
      productId: product.id,
      // Some lines are supplied by another branch.
      branchId: index > 0 && orderId % 4 === 0 ? (branchId % 3) + 1 : branchId,
      quantity: String(chance.int(1, 40)),
      discount: chance.happens(35) ? String(chance.int(1, 5)) : '0',
      bonus: index > 1 && chance.happens(6),
      removed: index > 0 && chance.happens(5),
    };
  });
}

interface Placed {
  draft: Order;
  wish: Wish;
  index: number;
  at: Date;
  day: CalendarDate;
}

function itemOf({ today }: SalesContext, price: SalePrices, { draft, wish, index, at, day }: Placed): Item {
  const { bonus, removed, ...wanted } = wish;
  const line = price({
    ...wanted,
    // What an open quote gives away would be taken from its customer's flex.
    bonus: bonus && draft.stage === 'PEDIDO',
    removed,
    customerId: draft.customerId,
    planId: draft.paymentPlanId ?? 1,
    at,
    today: day,
  });
  return {
    orderId: draft.id,
    line: index + 1,
    branchId: wish.branchId,
    productId: wish.productId,
    quantity: wish.quantity,
    listPrice: line.list,
    price: line.price,
    discountPercent: line.discountPercent,
    total: line.total,
    cost: line.cost,
    taxes: line.taxes,
    bonus: bonus && draft.stage === 'PEDIDO',
    offer: line.offer,
    removedAt: removed ? earlierToday(today, 1) : null,
    note: '',
  };
}

/** An open, a paid or an expired link; some orders had an earlier one. */
function linksOf({ chance, today }: SalesContext, order: Order): Link[] {
  const status = LINKS[order.status ?? ''];
  if (!status || !order.createdAt) return [];
  const link = {
    orderId: order.id,
    amount: subtractDecimals(order.total ?? '0', order.couponDiscount ?? '0'),
    createdById: order.sellerId,
    createdAt: order.createdAt,
    // Set on every row, because all rows are written with the same columns.
    attempts: 0,
    providerReference: '',
    paidAt: null as Date | null,
  };
  const day = order.createdAt.toISOString().slice(0, 10);
  const at = (date: string) => new Date(`${date}T20:00:00Z`);
  return [
    ...(chance.happens(20)
      ? [{ ...link, hash: newToken(), status: 'CANCELADO' as const, expiresAt: at(addDays(day, 2)) }]
      : []),
    {
      ...link,
      hash: newToken(),
      status,
      expiresAt: at(status === 'AGUARDANDO' ? addDays(today, 2) : addDays(day, 2)),
      ...(status === 'PAGO' && {
        paidAt: order.createdAt,
        attempts: 1,
        providerReference: `teste-${chance.digits(8)}`,
      }),
    },
  ];
}

const LINKS: Readonly<Record<string, Link['status']>> = {
  PAGAMENTO_PENDENTE: 'AGUARDANDO',
  PAGAMENTO_REALIZADO: 'PAGO',
  PAGAMENTO_EXPIRADO: 'EXPIRADO',
};

/** Reserves the stock of open orders, with a movement for each like those of reserveStock; no order exceeds the stock. */
const reserveOpen = ({ client }: SalesContext) =>
  client.query(`
    with moved as (
      insert into stock_movements (order_id, product_id, branch_id, units, at)
      select o.id, i.product_id, i.branch_id, round(sum(i.quantity * coalesce(p.conversion_factor, 1)), 3),
        coalesce(o.ordered_at, o.created_at)
      from order_items i join orders o on o.id = i.order_id left join packagings p on p.id = i.packaging_id
      where o.stage = 'PEDIDO' and i.removed_at is null and o.status in ('AGUARDANDO', 'ANALISE', 'BLOQUEADO', 'DEPOSITO',
        'LIBERADO', 'SEPARACAO', 'PAGAMENTO_PENDENTE', 'PAGAMENTO_REALIZADO', 'PAGAMENTO_EXPIRADO')
      group by o.id, i.product_id, i.branch_id
      returning product_id, branch_id, units)
    update product_stock s set reserved = held.units, quantity = greatest(s.quantity, held.units)
    from (select product_id, branch_id, sum(units) units from moved group by 1, 2) held
    where s.product_id = held.product_id and s.branch_id = held.branch_id`);
