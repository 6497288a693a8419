import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { tickets } from './tickets.ts';

/**
 * When each ticket moved last, with what lists filter by: the indexes of `dtAtualizacao`, apart from the many of `tickets`,
 * so that a message writes three entries and not one in each of them (docs/adr/0021-movements-apart.md). Triggers of
 * `tickets` write it, and nothing else does. A column has the name that it has there: a condition over `tickets` reads this
 * table as well, under its name.
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
