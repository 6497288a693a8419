import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { PickupStatus } from '#contract/catalogs/transport.ts';
import { createdAt, identity, instant, money, updatedAt, version } from '../columns.ts';
import { invoiceTitles } from '../customers/customers.ts';
import { carriers, representatives } from '../people/organization.ts';
import { people } from '../people/people.ts';
import { files } from '../platform/platform.ts';
import { tickets } from './tickets.ts';

/** The invoice with which the customer returns the goods: one per ticket, with a unique key (docs/domain.md 4.8). */
export const returnInvoices = pgTable(
  'return_invoices',
  {
    id: identity(),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    total: money('total').notNull(),
    /** The mirror's total when they were compared. */
    mirrorTotal: money('mirror_total').notNull(),
    fileId: uuid('file_id').references(() => files.id),
    /** The supervisor who accepted a difference beyond the tolerance, and why. */
    overriddenBy: integer('overridden_by').references(() => people.id),
    overrideReason: text('override_reason').notNull().default(''),
    createdBy: integer('created_by')
      .notNull()
      .references(() => people.id),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('return_invoices_ticket_key').on(t.ticketId),
    uniqueIndex('return_invoices_key_key').on(t.key),
  ],
);

/** Finance's decision on a title of an extension's invoice. */
export const extensionDecisions = pgTable(
  'extension_decisions',
  {
    id: identity(),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    titleId: integer('title_id')
      .notNull()
      .references(() => invoiceTitles.id),
    decision: text('decision').$type<'CONCEDIDA' | 'NEGADA'>().notNull(),
    oldDueOn: date('old_due_on').notNull(),
    /** `null` if it was denied. */
    newDueOn: date('new_due_on'),
    note: text('note').notNull().default(''),
    decidedBy: integer('decided_by')
      .notNull()
      .references(() => people.id),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('extension_decisions_title_key').on(t.ticketId, t.titleId),
    index('extension_decisions_title_idx').on(t.titleId),
  ],
);

/** What a ticket costs, and who is asked by e-mail to pay it (custos). */
export const ticketCosts = pgTable(
  'ticket_costs',
  {
    id: identity(),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    /** A value of contract/sac/tickets/ticketCosts.ts. */
    kind: text('kind').notNull(),
    description: text('description').notNull().default(''),
    amount: money('amount').notNull(),
    /** Who is asked to pay it; `null` for the company itself. */
    carrierId: integer('carrier_id').references(() => carriers.id),
    representativeId: integer('representative_id').references(() => representatives.id),
    createdBy: integer('created_by')
      .notNull()
      .references(() => people.id),
    createdAt: createdAt(),
    emailedAt: instant('emailed_at'),
    version: version(),
  },
  (t) => [index('ticket_costs_ticket_idx').on(t.ticketId)],
);

/** A pickup order (ordem de coleta) for one carrier or representative. */
export const pickups = pgTable(
  'pickups',
  {
    id: identity(),
    type: text('type').$type<'TRANSPORTADORA' | 'REPRESENTANTE'>().notNull(),
    carrierId: integer('carrier_id').references(() => carriers.id),
    representativeId: integer('representative_id').references(() => representatives.id),
    status: text('status').$type<PickupStatus>().notNull().default('GERADA'),
    note: text('note').notNull().default(''),
    scheduledFor: date('scheduled_for'),
    createdBy: integer('created_by')
      .notNull()
      .references(() => people.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    confirmedBy: integer('confirmed_by').references(() => people.id),
    confirmedAt: instant('confirmed_at'),
    version: version(),
  },
  (t) => [
    index('pickups_created_idx').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('pickups_status_idx').on(t.status, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('pickups_carrier_idx').on(t.carrierId),
    index('pickups_representative_idx').on(t.representativeId),
  ],
);

/** The tickets of a pickup; each is in at most one active pickup (docs/domain.md 4.7). */
export const pickupTickets = pgTable(
  'pickup_tickets',
  {
    id: identity(),
    pickupId: integer('pickup_id')
      .notNull()
      .references(() => pickups.id, { onDelete: 'cascade' }),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    active: boolean('active').notNull().default(true),
  },
  (t) => [
    uniqueIndex('pickup_tickets_active_key').on(t.ticketId).where(sql`active`),
    index('pickup_tickets_pickup_idx').on(t.pickupId),
    index('pickup_tickets_ticket_idx').on(t.ticketId),
  ],
);
