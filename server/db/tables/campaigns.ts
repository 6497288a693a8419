import { boolean, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { identity, instant, money, percent, quantity, updatedAt, version } from './columns.ts';
import { products } from './customers.ts';
import { orders } from './orders.ts';
import { people } from './people.ts';

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
  active: boolean('active').notNull().default(true),
  updatedAt: updatedAt(),
  version: version(),
});

/** Campaigns: a discount or points for products during a period (DOMAIN section 10). */
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
