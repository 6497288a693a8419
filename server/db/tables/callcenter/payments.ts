import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { PaymentLinkStatus } from '#contract/catalogs/orderStatus.ts';
import { createdAt, identity, instant, money, version } from '../columns.ts';
import { people } from '../people/people.ts';
import { orders } from './orders.ts';

/** A link through which the customer pays on the public page. Card data is never stored here. */
export const paymentLinks = pgTable(
  'payment_links',
  {
    id: identity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** 256 bits: anyone who has it can see the amount due and pay it. */
    hash: text('hash').notNull(),
    status: text('status').$type<PaymentLinkStatus>().notNull().default('AGUARDANDO'),
    amount: money('amount').notNull(),
    /** `validade` */
    expiresAt: instant('expires_at').notNull(),
    paidAt: instant('paid_at'),
    /** The provider's id for the payment. */
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
 * A charge requested from the payment provider. It is written before the call, so that one whose answer was lost is found and
 * settled before the order is charged again.
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
    /** The key by which the provider identifies it. */
    key: text('key').notNull().unique(),
    status: text('status').$type<ChargeStatus>().notNull().default('PEDIDA'),
    requestedAt: instant('asked_at').notNull(),
    answeredAt: instant('answered_at'),
  },
  (t) => [
    uniqueIndex('payment_charges_open_key').on(t.orderId).where(sql`status = 'PEDIDA'`),
    index('payment_charges_order_idx').on(t.orderId),
    index('payment_charges_link_idx').on(t.linkId),
  ],
);

/** `NAO_RECEBIDA`: the provider never received it. */
type ChargeStatus = 'PEDIDA' | 'PAGA' | 'RECUSADA' | 'NAO_RECEBIDA';
