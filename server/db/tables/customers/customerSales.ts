import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  createdAt,
  emptyObject,
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
import { branches } from '../people/organization.ts';
import { people } from '../people/people.ts';
import { customers, products } from './customers.ts';

const customerId = () =>
  integer('customer_id')
    .notNull()
    .references(() => customers.id, { onDelete: 'cascade' });

/** A customer's sellers (`operadores`). */
export const customerSellers = pgTable(
  'customer_sellers',
  {
    id: rowNumber(),
    customerId: customerId(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.personId] }),
    index('customer_sellers_person_idx').on(t.personId),
  ],
);

/** A customer's credit limits, by payment method and plan (Limites de Crédito). Available is total minus used. */
export const customerCreditLimits = pgTable(
  'customer_credit_limits',
  {
    id: identity(),
    customerId: customerId(),
    paymentMethodId: integer('payment_method_id').references(() => paymentMethods.id),
    paymentPlanId: integer('payment_plan_id').references(() => paymentPlans.id),
    total: money('total').notNull(),
    used: money('used').notNull().default('0'),
    dueOn: date('due_on'),
    code: recordCode(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [index('customer_credit_limits_customer_idx').on(t.customerId)],
);

/** Credit a customer has with the company: returns, overpaid titles. `balance` is what is left. */
export const customerCredits = pgTable(
  'customer_credits',
  {
    id: identity(),
    customerId: customerId(),
    description: text('description').notNull(),
    amount: money('amount').notNull(),
    balance: money('balance').notNull(),
    createdOn: date('created_on').notNull(),
    code: recordCode(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [index('customer_credits_customer_idx').on(t.customerId)],
);

/** Restrictions on selling to a customer. */
export const customerRestrictions = pgTable(
  'customer_restrictions',
  {
    id: identity(),
    customerId: customerId(),
    description: text('description').notNull(),
    /** Blocks orders; otherwise it is only a warning. */
    blocking: boolean('blocking').notNull().default(false),
    active: boolean('active').notNull().default(true),
    createdAt: createdAt(),
    code: recordCode(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [index('customer_restrictions_customer_idx').on(t.customerId)],
);

/** Delivery addresses (document 002 sections 2 and 3). Removed ones are kept for the orders that refer to them. */
export const deliveryAddresses = pgTable(
  'delivery_addresses',
  {
    id: identity(),
    customerId: customerId(),
    cep: text('cep').notNull(),
    street: text('street').notNull(),
    number: text('number').notNull(),
    complement: text('complement').notNull().default(''),
    district: text('district').notNull(),
    city: text('city').notNull(),
    state: text('state').notNull(),
    ibge: text('ibge').notNull().default(''),
    note: text('note').notNull().default(''),
    active: boolean('active').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [index('delivery_addresses_customer_idx').on(t.customerId)],
);

/** Segments of the additional information (`dimensoes`). */
export const dimensions = namedList('dimensions');

/** The options within a segment: the second selector. */
export const dimensionOptions = pgTable(
  'dimension_options',
  {
    id: identity(),
    dimensionId: integer('dimension_id')
      .notNull()
      .references(() => dimensions.id),
    description: text('description').notNull(),
    active: boolean('active').notNull().default(true),
  },
  (t) => [uniqueIndex('dimension_options_name_key').on(t.dimensionId, t.description)],
);

/** A line of additional information of a customer. */
export const customerDimensions = pgTable(
  'customer_dimensions',
  {
    id: identity(),
    customerId: customerId(),
    dimensionId: integer('dimension_id')
      .notNull()
      .references(() => dimensions.id),
    optionId: integer('option_id').references(() => dimensionOptions.id),
    /** The option's text when it was chosen, or as edited since. */
    description: text('description').notNull().default(''),
    note: text('note').notNull().default(''),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [index('customer_dimensions_customer_idx').on(t.customerId, t.dimensionId)],
);

export type CustomerLogType = 'ORCAMENTO' | 'PEDIDO' | 'AGENDA' | 'TICKET' | 'ATENDIMENTO' | 'CADASTRO';

/**
 * The activity log of customers (registro de atividade): one entry per accepted event, written in its transaction. The
 * histories of quotes, orders and agendas are the same rows, selected by `type` and `itemId`. Append-only.
 */
export const customerLog = pgTable(
  'customer_log',
  {
    id: identity(),
    customerId: customerId(),
    type: text('type').$type<CustomerLogType>().notNull(),
    /** The quote, order, agenda, ticket or service record that the entry is about. */
    itemId: integer('item_id'),
    text: text('text').notNull(),
    /** The values behind the text: from, to, reason. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default(emptyObject),
    personId: integer('person_id').references(() => people.id),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    index('customer_log_customer_idx').on(t.customerId, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('customer_log_item_idx').on(t.type, t.itemId, t.id).where(sql`item_id is not null`),
  ],
);

/** How a customer pays (cobrança), possibly with a fixed fee (`taxaFixa`). */
export const paymentMethods = pgTable('payment_methods', {
  id: identity(),
  code: recordCode(),
  name: text('name').notNull(),
  fixedFee: money('fixed_fee').notNull().default('0'),
  feeDescription: text('fee_description').notNull().default(''),
  /** Paid through a link to the public page. */
  online: boolean('online').notNull().default(false),
  active: boolean('active').notNull().default(true),
  updatedAt: updatedAt(),
  version: version(),
});

/** When a customer pays (plano): days after the invoice for each instalment. */
export const paymentPlans = pgTable('payment_plans', {
  id: identity(),
  code: recordCode(),
  name: text('name').notNull(),
  days: jsonb('days').$type<number[]>().notNull().default(sql`'[0]'::jsonb`),
  /** Percentage added to the price; negative for a discount. */
  percent: quantity('percent').notNull().default('0'),
  minimum: money('minimum').notNull().default('0'),
  active: boolean('active').notNull().default(true),
  updatedAt: updatedAt(),
  version: version(),
});

/** Where an order came from (origens de tráfego). */
export const trafficSources = namedList('traffic_sources');

/** Products for which a customer asked a price without buying (itens cotados). */
export const quotedProducts = pgTable(
  'quoted_products',
  {
    id: identity(),
    customerId: customerId(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
    orderId: integer('order_id'),
    quantity: quantity('quantity').notNull(),
    price: money('price').notNull(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    index('quoted_products_customer_idx').on(t.customerId, t.productId, t.at.desc().nullsFirst()),
    uniqueIndex('quoted_products_order_key')
      .on(t.orderId, t.productId, t.branchId)
      .where(sql`order_id is not null`),
  ],
);
