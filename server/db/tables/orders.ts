import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { OrderStatus } from '../../../contract/catalogs/orderStatus.ts';
import type { PaymentLinkStatus } from '../../../contract/catalogs/paymentLinkStatus.ts';
import {
  createdAt,
  emptyArray,
  emptyObject,
  identity,
  instant,
  money,
  quantity,
  updatedAt,
  version,
} from './columns.ts';
import { deliveryAddresses, paymentMethods, paymentPlans, trafficSources } from './customerSales.ts';
import type { LineTaxes } from './customers.ts';
import { customers, products } from './customers.ts';
import { freightTypes } from './freight.ts';
import { branches, carriers, representatives } from './organization.ts';
import { people } from './people.ts';
import { priceTables } from './registration.ts';

const percent = (name: string) => numeric(name, { precision: 15, scale: 8 });

/**
 * A quote (orçamento) or the order (pedido) that it became: one row, one number, `stage` says which (document 002:
 * every call names either by the same id). Going back to a quote turns the same row around.
 */
export const orders = pgTable(
  'orders',
  {
    id: identity(),
    stage: text('stage').$type<'ORCAMENTO' | 'PEDIDO'>().notNull().default('ORCAMENTO'),
    /** contract/catalogs/orderStatus.ts says what may follow. VENCIDO is written by the hourly job, and read from the day. */
    status: text('status').$type<OrderStatus>().notNull().default('COTACAO'),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    /** The branch that issues (`emitente`); lines may be served by others. */
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
    /** A copy of the customer's: scope reads it. */
    representativeId: integer('representative_id').references(() => representatives.id),
    /** Whose quote it is (`colaborador`). */
    sellerId: integer('seller_id')
      .notNull()
      .references(() => people.id),
    /** Joins what was duplicated or split from one quote (`grupo`): the number of the first. */
    groupId: integer('group_id'),
    channel: text('channel').$type<'CALLCENTER' | 'B2B' | 'FV' | 'ERP'>().notNull().default('CALLCENTER'),
    /** Released to the shop (B2B) or to the field sales app (FV): locked here until it is recovered. */
    releasedTo: text('released_to').$type<'B2B' | 'FV'>(),
    releasedAt: instant('released_at'),
    trafficSourceId: integer('traffic_source_id').references(() => trafficSources.id),
    paymentMethodId: integer('payment_method_id').references(() => paymentMethods.id),
    paymentPlanId: integer('payment_plan_id').references(() => paymentPlans.id),
    priceTableId: integer('price_table_id').references(() => priceTables.id),
    freightTypeId: integer('freight_type_id').references(() => freightTypes.id),
    carrierId: integer('carrier_id').references(() => carriers.id),
    redispatchCarrierId: integer('redispatch_carrier_id').references(() => carriers.id),
    /** The customer fetches it. */
    pickup: boolean('pickup').notNull().default(false),
    deliveryAddressId: integer('delivery_address_id').references(() => deliveryAddresses.id),
    /** What the customer pays of the freight, and what the carrier asked (document 002 section 9). */
    freight: money('freight').notNull().default('0'),
    freightOriginal: money('freight_original').notNull().default('0'),
    freightPaid: money('freight_paid').notNull().default('0'),
    /** The quote of the carrier as it was chosen. */
    freightQuote: jsonb('freight_quote').$type<Record<string, unknown>>(),
    purchaseOrder: text('purchase_order').notNull().default(''),
    deliveryNote: text('delivery_note').notNull().default(''),
    orderNote: text('order_note').notNull().default(''),
    customerNote: text('customer_note').notNull().default(''),
    validUntil: date('valid_until'),
    scheduledOn: date('scheduled_on'),
    /** Sums over the lines that stand, written with every change of a line (contract/rules/orders/orderTotals.ts). */
    itemCount: integer('item_count').notNull().default(0),
    subtotal: money('subtotal').notNull().default('0'),
    total: money('total').notNull().default('0'),
    bonus: money('bonus').notNull().default('0'),
    taxTotal: money('tax_total').notNull().default('0'),
    cost: money('cost').notNull().default('0'),
    profitPercent: percent('profit_percent').notNull().default('0'),
    couponId: integer('coupon_id'),
    couponCode: text('coupon_code').notNull().default(''),
    couponDiscount: money('coupon_discount').notNull().default('0'),
    lossReasonId: integer('loss_reason_id'),
    lossNote: text('loss_note').notNull().default(''),
    billingReleasedAt: instant('billing_released_at'),
    invoicedOn: date('invoiced_on'),
    /** Traffic lights as they were last judged, and why they were passed (`sinaleiras`). */
    lights: jsonb('lights').$type<Record<string, unknown>>(),
    orderedAt: instant('ordered_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => {
    // As with tickets: an index begins with what a list sorts or finds by and carries what it filters by.
    const filters = [t.status, t.branchId, t.representativeId, t.sellerId, t.customerId] as const;
    return [
      index('orders_created_idx').on(t.stage, t.createdAt, t.id, ...filters, t.validUntil, t.scheduledOn),
      index('orders_total_idx').on(t.stage, t.total, t.id, ...filters, t.createdAt),
      index('orders_valid_idx').on(t.stage, t.validUntil, t.id, ...filters, t.createdAt),
      index('orders_number_idx').on(t.stage, t.id, ...filters, t.createdAt),
      index('orders_branch_idx').on(
        t.branchId,
        t.stage,
        t.createdAt,
        t.id,
        t.status,
        t.sellerId,
        t.customerId,
        t.channel,
      ),
      index('orders_seller_idx').on(
        t.sellerId,
        t.stage,
        t.createdAt,
        t.id,
        t.status,
        t.branchId,
        t.customerId,
      ),
      index('orders_customer_idx').on(t.customerId, t.stage, t.createdAt, t.id, t.status, t.branchId),
      index('orders_purchase_order_idx').on(t.purchaseOrder).where(sql`purchase_order <> ''`),
      index('orders_representative_idx').on(t.representativeId, t.stage, t.createdAt, t.id),
      // Goals and the home page read a month of invoices.
      index('orders_invoiced_idx').on(t.invoicedOn, t.sellerId).where(sql`invoiced_on is not null`),
      index('orders_status_idx').on(t.stage, t.status, t.createdAt, t.id, t.branchId, t.sellerId),
    ];
  },
);

/** A line of a quote or order. Removed ones stay, apart (`itensRemovidos`). */
export const orderItems = pgTable(
  'order_items',
  {
    id: identity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    packagingId: integer('packaging_id'),
    /** In packagings; the stock counts `quantity` × the conversion factor. */
    quantity: quantity('quantity').notNull(),
    listPrice: money('list_price').notNull(),
    price: money('price').notNull(),
    /** Percent that rules, campaign or negotiation took off; negative raises. */
    discountPercent: percent('discount_percent').notNull().default('0'),
    total: money('total').notNull(),
    cost: money('cost').notNull().default('0'),
    taxes: jsonb('taxes').$type<LineTaxes>().notNull().default(emptyObject),
    bonus: boolean('bonus').notNull().default(false),
    /** Chosen colour of a tinted base. */
    tint: jsonb('tint').$type<{ idCor: number; nome: string }>(),
    note: text('note').notNull().default(''),
    removedAt: instant('removed_at'),
    removedById: integer('removed_by_id').references(() => people.id),
  },
  (t) => [
    uniqueIndex('order_items_line_key').on(t.orderId, t.line),
    index('order_items_product_idx').on(t.productId, t.orderId),
  ],
);

/** A link by which the customer pays on the public page. Card data is never here. */
export const paymentLinks = pgTable(
  'payment_links',
  {
    id: identity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** 256 bits: whoever holds it may see what is to be paid, and pay it. */
    hash: text('hash').notNull(),
    status: text('status').$type<PaymentLinkStatus>().notNull().default('AGUARDANDO'),
    amount: money('amount').notNull(),
    /** `validade` */
    expiresAt: instant('expires_at').notNull(),
    paidAt: instant('paid_at'),
    /** What the provider calls the payment. */
    providerReference: text('provider_reference').notNull().default(''),
    attempts: integer('attempts').notNull().default(0),
    createdById: integer('created_by_id').references(() => people.id),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('payment_links_hash_key').on(t.hash),
    uniqueIndex('payment_links_open_key').on(t.orderId).where(sql`status = 'AGUARDANDO'`),
    index('payment_links_order_idx').on(t.orderId),
  ],
);

/**
 * A charge that the payment provider is asked for. It is written before the question: one whose answer was lost is
 * found again, and settled before the order is charged anew.
 */
export const paymentCharges = pgTable(
  'payment_charges',
  {
    id: identity(),
    linkId: integer('link_id')
      .notNull()
      .references(() => paymentLinks.id, { onDelete: 'cascade' }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** By which the provider knows it. */
    key: text('key').notNull().unique(),
    status: text('status').$type<ChargeStatus>().notNull().default('PEDIDA'),
    askedAt: instant('asked_at').notNull(),
    answeredAt: instant('answered_at'),
  },
  (t) => [
    uniqueIndex('payment_charges_open_key').on(t.orderId).where(sql`status = 'PEDIDA'`),
    index('payment_charges_order_idx').on(t.orderId),
    index('payment_charges_link_idx').on(t.linkId),
  ],
);

/** `NAO_RECEBIDA`: the provider never heard of it. */
export type ChargeStatus = 'PEDIDA' | 'PAGA' | 'RECUSADA' | 'NAO_RECEBIDA';

export const coupons = pgTable('coupons', {
  id: identity(),
  code: text('code').notNull().unique(),
  description: text('description').notNull().default(''),
  /** One of both. */
  percent: percent('percent'),
  amount: money('amount'),
  minimum: money('minimum').notNull().default('0'),
  startsOn: date('starts_on').notNull(),
  endsOn: date('ends_on').notNull(),
  /** Orders that may use it; `null` any number. */
  maxUses: integer('max_uses'),
  uses: integer('uses').notNull().default(0),
  active: boolean('active').notNull().default(true),
});

/** Campaigns: discount or points for products of a period (DOMAIN section 10). */
export const campaigns = pgTable('campaigns', {
  id: identity(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  kind: text('kind').$type<'DESCONTO' | 'PONTOS'>().notNull(),
  /** Percent off, or points for each unit sold. */
  value: percent('value').notNull(),
  startsOn: date('starts_on').notNull(),
  endsOn: date('ends_on').notNull(),
  /** Least quantity of its products, over the whole quote. */
  minQuantity: quantity('min_quantity').notNull().default('0'),
  active: boolean('active').notNull().default(true),
  countedAt: instant('counted_at'),
  version: version(),
});

export const campaignProducts = pgTable(
  'campaign_products',
  {
    campaignId: integer('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
  },
  (t) => [
    primaryKey({ columns: [t.campaignId, t.productId] }),
    index('campaign_products_product_idx').on(t.productId),
  ],
);

/** What was counted for each seller (`apurar`). */
export const campaignResults = pgTable(
  'campaign_results',
  {
    campaignId: integer('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    orders: integer('orders').notNull(),
    quantity: quantity('quantity').notNull(),
    total: money('total').notNull(),
    points: quantity('points').notNull(),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.personId] })],
);

export const orderCampaigns = pgTable(
  'order_campaigns',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    campaignId: integer('campaign_id')
      .notNull()
      .references(() => campaigns.id),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.campaignId] }),
    index('order_campaigns_campaign_idx').on(t.campaignId),
  ],
);

/** Prices that a seller asked for (DOMAIN section 10). */
export const priceNegotiations = pgTable(
  'price_negotiations',
  {
    id: identity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    itemId: integer('item_id')
      .notNull()
      .references(() => orderItems.id, { onDelete: 'cascade' }),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
    requesterId: integer('requester_id')
      .notNull()
      .references(() => people.id),
    status: text('status').$type<'P' | 'A' | 'N' | 'C'>().notNull().default('P'),
    quantity: quantity('quantity').notNull(),
    listPrice: money('list_price').notNull(),
    requestedPrice: money('requested_price').notNull(),
    /** What was authorised: the requested one, or another that the decider set. */
    decidedPrice: money('decided_price'),
    cost: money('cost').notNull().default('0'),
    reasonId: integer('reason_id'),
    note: text('note').notNull().default(''),
    deciderId: integer('decider_id').references(() => people.id),
    decidedAt: instant('decided_at'),
    decisionNote: text('decision_note').notNull().default(''),
    /** The requester read the decision ('estou ciente'). */
    seenAt: instant('seen_at'),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('price_negotiations_pending_key').on(t.itemId).where(sql`status = 'P'`),
    index('price_negotiations_list_idx').on(t.status, t.createdAt, t.id, t.branchId, t.requesterId),
    index('price_negotiations_created_idx').on(t.createdAt, t.id),
    index('price_negotiations_order_idx').on(t.orderId),
    index('price_negotiations_customer_idx').on(t.customerId, t.productId, t.createdAt),
    index('price_negotiations_requester_idx').on(t.requesterId, t.status),
  ],
);

/** Why a price is negotiated; why a quote was lost. */
export const negotiationReasons = pgTable('negotiation_reasons', {
  id: identity(),
  name: text('name').notNull(),
  active: boolean('active').notNull().default(true),
});
export const lossReasons = pgTable('loss_reasons', {
  id: identity(),
  name: text('name').notNull(),
  active: boolean('active').notNull().default(true),
});

/** An uploaded sheet that was judged and not yet taken over: the two phases of an import. Swept after a day. */
export const importBatches = pgTable(
  'import_batches',
  {
    id: identity(),
    kind: text('kind').$type<'AGENDAS' | 'AGENDAS_SUPERVISOR' | 'OBJETIVOS' | 'SUGESTOES'>().notNull(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    /** Each line with what was read or why it fails; the shape belongs to the kind. */
    lines: jsonb('lines').$type<Record<string, unknown>[]>().notNull().default(emptyArray),
    takenAt: instant('taken_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('import_batches_person_idx').on(t.personId, t.kind),
    index('import_batches_created_idx').on(t.createdAt),
  ],
);
