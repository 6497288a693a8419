import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, emptyObject, identity, instant } from './columns.ts';
import { sectors } from './organization.ts';
import { people } from './people.ts';
import { files } from './platform.ts';
import { ticketItems, tickets } from './tickets.ts';

/** The conversation (histórico). Messages are HTML, cleaned when stored. */
export const ticketMessages = pgTable(
  'ticket_messages',
  {
    id: identity(),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    type: text('type').$type<'PUBLICO' | 'PRIVADO' | 'ENCAMINHAMENTO'>().notNull(),
    authorId: integer('author_id')
      .notNull()
      .references(() => people.id),
    html: text('html').notNull(),
    sectorId: integer('sector_id').references(() => sectors.id),
    attendantId: integer('attendant_id').references(() => people.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('ticket_messages_ticket_idx').on(
      t.ticketId,
      t.createdAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
  ],
);

/** The timeline (atividades): one entry per accepted event, written in its transaction. */
export const ticketEvents = pgTable(
  'ticket_events',
  {
    id: identity(),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    note: text('note').notNull().default(''),
    /** Hidden from end consumers. */
    internal: boolean('internal').notNull().default(false),
    personId: integer('person_id').references(() => people.id),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default(emptyObject),
    createdAt: createdAt(),
  },
  (t) => [
    index('ticket_events_ticket_idx').on(
      t.ticketId,
      t.createdAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
  ],
);

/** A file of a ticket, one of its lines or one of its messages. */
export const ticketAttachments = pgTable(
  'ticket_attachments',
  {
    id: identity(),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    itemId: integer('item_id').references(() => ticketItems.id, { onDelete: 'cascade' }),
    messageId: integer('message_id').references(() => ticketMessages.id, { onDelete: 'cascade' }),
    /** Hidden from end consumers. */
    internal: boolean('internal').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    index('ticket_attachments_ticket_idx').on(t.ticketId),
    uniqueIndex('ticket_attachments_file_key').on(t.fileId),
  ],
);

/**
 * When each ticket was last updated, with the list's filter columns: the indexes for `dtAtualizacao`, kept apart from the
 * many of `tickets`, so that a message writes three index entries instead of one in each of them
 * (docs/adr/0021-movements-apart.md). Only triggers of `tickets` write it. Columns have the same names as there, so that a
 * condition over `tickets` works on this table too when aliased to that name.
 */
export const ticketMovements = pgTable(
  'ticket_movements',
  {
    id: integer('id')
      .primaryKey()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    updatedAt: instant('updated_at').notNull(),
    archived: boolean('archived').notNull(),
    status: text('status').notNull(),
    typeId: integer('type_id').notNull(),
    customerId: integer('customer_id').notNull(),
    branchId: integer('branch_id').notNull(),
    representativeId: integer('representative_id'),
    regionId: integer('region_id'),
    sectorId: integer('sector_id'),
    operatorId: integer('operator_id'),
    carrierId: integer('carrier_id'),
    reasonId: integer('reason_id'),
    stepKey: text('step_key').notNull(),
    dueAt: instant('due_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => {
    const who = [t.representativeId, t.regionId, t.sectorId, t.operatorId, t.customerId] as const;
    const rest = [t.typeId, t.branchId, ...who, t.createdAt, t.dueAt, t.stepKey] as const;
    return [
      index('ticket_movements_updated_idx').on(t.archived, t.updatedAt, t.id, t.status, ...rest),
      index('ticket_movements_status_idx').on(t.archived, t.status, t.updatedAt, t.id, ...rest),
    ];
  },
);
