import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  createdAt,
  identity,
  instant,
  money,
  namedList,
  percent,
  quantity,
  updatedAt,
  version,
} from '../columns.ts';
import { paymentPlans } from '../customers/customerSales.ts';
import { customers, products } from '../customers/customers.ts';
import { priceTables } from '../customers/registration.ts';
import { branches } from '../people/organization.ts';
import { people } from '../people/people.ts';
import { orderItems, orders } from './orders.ts';

export const coupons = pgTable('coupons', {
  id: identity(),
  code: text('code').notNull().unique(),
  description: text('description').notNull().default(''),
  /** Exactly one of the two is set. */
  percent: percent('percent'),
  amount: money('amount'),
  minimum: money('minimum').notNull().default('0'),
  startsOn: date('starts_on').notNull(),
  endsOn: date('ends_on').notNull(),
  /** Number of orders that may use it; `null` for any number. */
  maxUses: integer('max_uses'),
  uses: integer('uses').notNull().default(0),
  /** Only for customers who never bought. */
  firstPurchase: boolean('first_purchase').notNull().default(false),
  /** Only for customers whose last purchase was at least this many days ago. */
  returningDays: integer('returning_days'),
  /** Each customer may use it in one quote or order. */
  oncePerCustomer: boolean('once_per_customer').notNull().default(false),
  active: boolean('active').notNull().default(true),
  updatedAt: updatedAt(),
  version: version(),
});

/** A coupon with products is for quotes that have at least one of them. */
export const couponProducts = pgTable(
  'coupon_products',
  {
    id: identity(),
    couponId: integer('coupon_id')
      .notNull()
      .references(() => coupons.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
  },
  (t) => [
    uniqueIndex('coupon_products_key').on(t.couponId, t.productId),
    index('coupon_products_product_idx').on(t.productId),
  ],
);

/** Campaigns: a discount or points for products during a period (docs/domain.md 10). */
export const campaigns = pgTable('campaigns', {
  id: identity(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  kind: text('kind').$type<'DESCONTO' | 'PONTOS'>().notNull(),
  /** Percentage discount, or points per unit sold. */
  value: percent('value').notNull(),
  startsOn: date('starts_on').notNull(),
  endsOn: date('ends_on').notNull(),
  /** Minimum quantity of its products over the whole quote. */
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

/** Results counted per seller (`apurar`). */
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

/** Prices requested by sellers (docs/domain.md 10). */
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
    /** Its packaging, with the units in it and the factor of its price, and its colour: the price is for these. */
    units: quantity('units'),
    packagingId: integer('packaging_id'),
    priceFactor: quantity('price_factor'),
    tintId: integer('tint_id'),
    listPrice: money('list_price').notNull(),
    requestedPrice: money('requested_price').notNull(),
    /** The conditions under which it was requested; they do not cover a more expensive plan or another price table. */
    planId: integer('plan_id').references(() => paymentPlans.id),
    planPercent: percent('plan_percent').notNull().default('0'),
    priceTableId: integer('price_table_id').references(() => priceTables.id),
    /** The authorised price: the requested one, or another set by the person who decided. */
    decidedPrice: money('decided_price'),
    cost: money('cost').notNull().default('0'),
    reasonId: integer('reason_id'),
    note: text('note').notNull().default(''),
    deciderId: integer('decider_id').references(() => people.id),
    decidedAt: instant('decided_at'),
    decisionNote: text('decision_note').notNull().default(''),
    /** When the requester read the decision ('estou ciente'). */
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

/** Reasons for negotiating a price. */
export const negotiationReasons = namedList('negotiation_reasons');
