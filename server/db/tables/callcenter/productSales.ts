import { boolean, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  identity,
  instant,
  money,
  namedList,
  quantity,
  recordCode,
  rowNumber,
  updatedAt,
  version,
} from '../columns.ts';
import { customers, products } from '../customers/customers.ts';
import { priceTables } from '../customers/registration.ts';
import { branches } from '../people/organization.ts';
import { people } from '../people/people.ts';

const productId = () =>
  integer('product_id')
    .notNull()
    .references(() => products.id, { onDelete: 'cascade' });

/** A packaging of a product (embalagem, document 002 section 3): one equals `conversionFactor` units. */
export const packagings = pgTable(
  'packagings',
  {
    id: identity(),
    productId: productId(),
    name: text('name').notNull(),
    unit: text('unit').notNull().default('UN'),
    conversionFactor: quantity('conversion_factor').notNull().default('1'),
    /** The price of one is the unit price × this. */
    priceFactor: quantity('price_factor').notNull().default('1'),
    unitDivisor: quantity('unit_divisor').notNull().default('1'),
    /** Sold in multiples of this number; 0 for any quantity. */
    multiple: quantity('multiple').notNull().default('0'),
    standard: boolean('standard').notNull().default(false),
  },
  (t) => [uniqueIndex('packagings_unit_key').on(t.productId, t.unit, t.conversionFactor)],
);

/** A branch's stock of a product, and the level at which it counts as low. In units. */
export const productStock = pgTable(
  'product_stock',
  {
    id: rowNumber(),
    productId: productId(),
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
    quantity: quantity('quantity').notNull(),
    reserved: quantity('reserved').notNull().default('0'),
    /** When `quantity` was counted; earlier orders are included in it. Without it, all open orders count in addition. */
    countedAt: instant('counted_at'),
    low: quantity('low').notNull().default('0'),
    /** Maximum per order (`qtdMax`); −1 for any number. */
    maxPerOrder: quantity('max_per_order').notNull().default('-1'),
    arrivesOn: date('arrives_on'),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.branchId] }),
    index('product_stock_branch_idx').on(t.branchId),
  ],
);

/** The unit price by table; without a row, the product's own price applies. */
export const productPrices = pgTable(
  'product_prices',
  {
    id: rowNumber(),
    productId: productId(),
    priceTableId: integer('price_table_id')
      .notNull()
      .references(() => priceTables.id),
    price: money('price').notNull(),
    /** Since when it costs this, written by a trigger. */
    priceSince: instant('price_since'),
    promotion: boolean('promotion').notNull().default(false),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.priceTableId] }),
    index('product_prices_table_idx').on(t.priceTableId, t.productId, t.id),
  ],
);

/** Price adjustment by quantity (`qtdMin`, `qtdMax`, `perc`, `multiplo`: document 002 sections 3 and 5). */
export const priceRules = pgTable(
  'price_rules',
  {
    id: identity(),
    productId: productId(),
    minQuantity: quantity('min_quantity').notNull(),
    /** 0 for no upper limit. */
    maxQuantity: quantity('max_quantity').notNull().default('0'),
    /** Negative for a discount. */
    percent: quantity('percent').notNull(),
    multiple: quantity('multiple').notNull().default('1'),
    startsOn: date('starts_on'),
    endsOn: date('ends_on'),
    code: recordCode(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [index('price_rules_product_idx').on(t.productId)],
);

/** SIMILAR: may be sold instead; AGREGADO: goes along with it. */
export const productLinks = pgTable(
  'product_links',
  {
    productId: productId(),
    otherId: integer('other_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'SIMILAR' | 'AGREGADO'>().notNull(),
    /** How many go along with one. */
    quantity: quantity('quantity').notNull().default('1'),
    id: rowNumber(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.otherId, t.kind] })],
);

/** Models: products that differ in a single property. */
export const productModels = namedList('product_models');

/** Colours of the tinting machine, and the price of each on a base with a given EAN. */
export const tintColors = pgTable('tint_colors', {
  id: identity(),
  code: text('code').notNull().unique(),
  name: text('name').notNull(),
  /** `#rrggbb` */
  hex: text('hex').notNull(),
  updatedAt: updatedAt(),
  version: version(),
});
export const tintPrices = pgTable(
  'tint_prices',
  {
    baseBarcode: text('base_barcode').notNull(),
    colorId: integer('color_id')
      .notNull()
      .references(() => tintColors.id),
    /** Added to the base's price. */
    amount: money('amount').notNull(),
    id: rowNumber(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.baseBarcode, t.colorId] })],
);

/** Products that sellers added to a customer's mix by hand, besides those calculated from other customers' purchases. */
export const customerMix = pgTable(
  'customer_mix',
  {
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    productId: productId(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.productId] })],
);

/** How a customer calls a product in the lists that they send, as it was chosen for them. `words` are folded (`foldedWords`). */
export const customerProductWords = pgTable(
  'customer_product_words',
  {
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    words: text('words').notNull(),
    productId: productId(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    /** The last time that it was chosen or taken as before. */
    at: instant('at').notNull().defaultNow(),
    /** How often it was this product since it became so. */
    times: integer('times').notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.words] })],
);

export const competitors = namedList('competitors');
export const competitorPrices = pgTable(
  'competitor_prices',
  {
    id: identity(),
    competitorId: integer('competitor_id')
      .notNull()
      .references(() => competitors.id),
    productId: productId(),
    customerId: integer('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    price: money('price').notNull(),
    note: text('note').notNull().default(''),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [index('competitor_prices_product_idx').on(t.productId, t.customerId, t.at)],
);
