import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { OrderStatus } from '#contract/catalogs/orderStatus.ts';
import type { WaitEnd } from '#contract/catalogs/productWait.ts';
import type { PastOrderStatus } from '#contract/records/pastOrders.ts';
import type { LineOffer } from '#contract/rules/orders/offer.ts';
import {
  createdAt,
  emptyObject,
  identity,
  instant,
  money,
  namedList,
  percent,
  quantity,
  updatedAt,
  version,
} from '../columns.ts';
import {
  deliveryAddresses,
  paymentMethods,
  paymentPlans,
  trafficSources,
} from '../customers/customerSales.ts';
import type { LineTaxes } from '../customers/customers.ts';
import { customers, products } from '../customers/customers.ts';
import { priceTables } from '../customers/registration.ts';
import { branches, carriers, representatives } from '../people/organization.ts';
import { people } from '../people/people.ts';
import { freightTypes } from './freight.ts';

/**
 * A quote (orçamento) or the order (pedido) it became: one row and one number, with `stage` telling them apart (document 002:
 * every call refers to either by the same id). Going back to a quote changes the same row.
 */
export const orders = pgTable(
  'orders',
  {
    id: identity(),
    stage: text('stage').$type<'ORCAMENTO' | 'PEDIDO'>().notNull().default('ORCAMENTO'),
    /**
     * contract/catalogs/orderStatus.ts defines the possible transitions. VENCIDO is written by the hourly job and also
     * derived from the date when read.
     */
    status: text('status').$type<OrderStatus>().notNull().default('COTACAO'),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    /** The issuing branch (`emitente`); lines may be supplied by others. */
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
    /** Copied from the customer for scope conditions. */
    representativeId: integer('representative_id').references(() => representatives.id),
    /** The quote's owner (`colaborador`). */
    sellerId: integer('seller_id')
      .notNull()
      .references(() => people.id),
    /** Groups quotes duplicated or split from one (`grupo`): the number of the first. */
    groupId: integer('group_id'),
    channel: text('channel').$type<'CALLCENTER' | 'B2B' | 'FV' | 'ERP'>().notNull().default('CALLCENTER'),
    /** Released to the shop (B2B) or the field sales app (FV), and locked here until it is recovered. */
    releasedTo: text('released_to').$type<'B2B' | 'FV'>(),
    releasedAt: instant('released_at'),
    trafficSourceId: integer('traffic_source_id').references(() => trafficSources.id),
    paymentMethodId: integer('payment_method_id').references(() => paymentMethods.id),
    paymentPlanId: integer('payment_plan_id').references(() => paymentPlans.id),
    priceTableId: integer('price_table_id').references(() => priceTables.id),
    freightTypeId: integer('freight_type_id').references(() => freightTypes.id),
    carrierId: integer('carrier_id').references(() => carriers.id),
    redispatchCarrierId: integer('redispatch_carrier_id').references(() => carriers.id),
    /** The customer picks up the goods. */
    pickup: boolean('pickup').notNull().default(false),
    deliveryAddressId: integer('delivery_address_id').references(() => deliveryAddresses.id),
    /** The freight charged to the customer, and the carrier's price (document 002 section 9). */
    freight: money('freight').notNull().default('0'),
    freightOriginal: money('freight_original').notNull().default('0'),
    freightPaid: money('freight_paid').notNull().default('0'),
    /** The carrier's offer as it was chosen. */
    freightQuote: jsonb('freight_quote').$type<Record<string, unknown>>(),
    purchaseOrder: text('purchase_order').notNull().default(''),
    deliveryNote: text('delivery_note').notNull().default(''),
    orderNote: text('order_note').notNull().default(''),
    customerNote: text('customer_note').notNull().default(''),
    validUntil: date('valid_until'),
    scheduledOn: date('scheduled_on'),
    /** Totals over the active lines, written with every change of a line (contract/rules/orders/orderTotals.ts). */
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
    /** When and by whom it was given up, and from which status; `null` unless its status is PERDIDO. */
    lostAt: instant('lost_at'),
    lostById: integer('lost_by_id').references(() => people.id),
    lostFrom: text('lost_from').$type<OrderStatus>(),
    billingReleasedAt: instant('billing_released_at'),
    invoicedOn: date('invoiced_on'),
    /** Traffic lights as last evaluated, and why they were overridden (`sinaleiras`). */
    lights: jsonb('lights').$type<Record<string, unknown>>(),
    orderedAt: instant('ordered_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => {
    // As for tickets: each index begins with a list's sort or search column and includes its filter columns.
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
      // Reports read a period of orders, and of lost quotes.
      index('orders_ordered_idx').on(t.orderedAt).where(sql`ordered_at is not null`),
      index('orders_lost_idx').on(
        sql`(case when status <> 'PERDIDO' then null when lost_at is null then updated_at else lost_at end)`,
      ),
    ];
  },
);

/** A line of a quote or order. Removed lines are kept separately (`itensRemovidos`). */
/** Customers who wait for a product that a branch did not have, until they are told, buy it or give up. */
export const productWaits = pgTable(
  'product_waits',
  {
    id: identity(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
    /** Who promised to tell them. */
    sellerId: integer('seller_id')
      .notNull()
      .references(() => people.id),
    /** The quote in which it was missing. */
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** When a rule told the seller that there is stock again; a trigger clears it when the stock runs out. */
    toldAt: instant('told_at'),
    closedAt: instant('closed_at'),
    closedReason: text('closed_reason').$type<WaitEnd>(),
    version: version(),
  },
  (t) => [
    uniqueIndex('product_waits_open_key')
      .on(t.productId, t.branchId, t.customerId)
      .where(sql`closed_at is null`),
    index('product_waits_customer_idx').on(t.customerId),
    index('product_waits_created_idx').on(t.createdAt, t.id),
  ],
);

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
    /** In packagings; stock is counted as `quantity` × the conversion factor. */
    quantity: quantity('quantity').notNull(),
    listPrice: money('list_price').notNull(),
    price: money('price').notNull(),
    /** Percentage discount by rules, campaign or negotiation; negative for a higher price. */
    discountPercent: percent('discount_percent').notNull().default('0'),
    total: money('total').notNull(),
    cost: money('cost').notNull().default('0'),
    taxes: jsonb('taxes').$type<LineTaxes>().notNull().default(emptyObject),
    /** The facts it was offered at; `null` where they are not known, so that today's decide. */
    offer: jsonb('offer').$type<LineOffer>(),
    /** What it takes of the customer's flex. */
    flex: money('flex').notNull().default('0'),
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

/** Orders from before or outside the console; for information only, not part of any sale. */
export const pastOrders = pgTable(
  'past_orders',
  {
    id: identity(),
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
    /** The number in the system of origin. */
    number: text('number').notNull(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    orderedOn: date('ordered_on').notNull(),
    status: text('status').$type<PastOrderStatus>().notNull().default('ENTREGUE'),
    sellerId: integer('seller_id').references(() => people.id),
    total: money('total').notNull(),
    note: text('note').notNull().default(''),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('past_orders_number_key').on(t.number, t.branchId),
    index('past_orders_day_idx').on(t.orderedOn, t.id, t.branchId),
    index('past_orders_customer_idx').on(t.customerId, t.orderedOn, t.id, t.branchId, t.status),
    index('past_orders_branch_idx').on(t.branchId, t.orderedOn, t.id),
    index('past_orders_status_idx').on(t.status, t.orderedOn, t.id),
  ],
);

export const pastOrderItems = pgTable(
  'past_order_items',
  {
    id: identity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => pastOrders.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    unit: text('unit').notNull().default(''),
    quantity: quantity('quantity').notNull(),
    price: money('price').notNull(),
  },
  (t) => [
    uniqueIndex('past_order_items_line_key').on(t.orderId, t.line),
    index('past_order_items_product_idx').on(t.productId),
  ],
);

/** Units of stock that orders reserved, or returned (negative), since the last stock count or ever. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: identity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
    units: quantity('units').notNull(),
    at: instant('at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    index('stock_movements_stock_idx').on(t.productId, t.branchId, t.at),
    index('stock_movements_order_idx').on(t.orderId),
  ],
);

/** Reasons for losing a quote. */
export const lossReasons = namedList('loss_reasons');
