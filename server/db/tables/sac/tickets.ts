import { isNotNull, type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { TicketPriority } from '#contract/catalogs/ticketPriority.ts';
import type { TicketResult } from '#contract/catalogs/ticketStatus.ts';
import { type TicketStatus, ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import {
  createdAt,
  emptyArray,
  emptyObject,
  identity,
  instant,
  lineQuantity,
  personalGoneAt,
  unitPrice,
  version,
} from '../columns.ts';
import { customers, invoiceItems, invoices, products } from '../customers/customers.ts';
import { branches, carriers, regions, representatives, sectors } from '../people/organization.ts';
import { people } from '../people/people.ts';
import { ticketTypes } from './ticketCatalog.ts';

/** The chosen reason of one level, with its text at that time. */
export interface ChosenReason {
  id: number;
  descricao: string;
}

export const tickets = pgTable(
  'tickets',
  {
    id: identity(),
    typeId: integer('type_id')
      .notNull()
      .references(() => ticketTypes.id),
    status: text('status').$type<TicketStatus>().notNull().default('ABERTO'),
    priority: text('priority').$type<TicketPriority>().notNull().default('NORMAL'),
    archived: boolean('archived').notNull().default(false),
    /** The ticket that it was merged into: its number leads on there. It is then cancelled and archived as well. */
    mergedIntoId: integer('merged_into_id').references((): AnyPgColumn => tickets.id, {
      onDelete: 'set null',
    }),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
    /** Copied from the customer for scope and filters, and updated by whatever changes the customer. */
    representativeId: integer('representative_id').references(() => representatives.id),
    regionId: integer('region_id').references(() => regions.id),
    sectorId: integer('sector_id').references(() => sectors.id),
    operatorId: integer('operator_id').references(() => people.id),
    creatorId: integer('creator_id')
      .notNull()
      .references(() => people.id),
    origin: text('origin').notNull(),
    subject: text('subject').notNull().default(''),
    /** The subject as searches compare it. Folding every row during a scan would take most of the time. */
    foldedSubject: text('folded_subject').generatedAlwaysAs(sql`public.fold_text(subject)`),
    reasons: jsonb('reasons').$type<ChosenReason[]>().notNull().default(emptyArray),
    /** The first-level reason, used by figures and list filters. */
    reasonId: integer('reason_id').generatedAlwaysAs(sql`(reasons -> 0 ->> 'id')::integer`),
    message: text('message').notNull().default(''),
    finalConsumer: boolean('final_consumer').notNull().default(false),
    carrierId: integer('carrier_id').references(() => carriers.id),
    extension: jsonb('extension').$type<TicketExtension>(),
    flowKey: text('flow_key').notNull(),
    flowVersion: integer('flow_version').notNull(),
    stepKey: text('step_key').notNull(),
    stepEnteredAt: instant('step_entered_at').notNull().defaultNow(),
    /** When the working time ends; `null` without a limit and while the clock is paused. */
    dueAt: instant('due_at'),
    /** The working minutes that the step has in all; `null` without a limit. */
    dueMinutes: integer('due_minutes'),
    /** Remaining working minutes while waiting for the customer; otherwise `null`. */
    dueMinutesLeft: integer('due_minutes_left'),
    finishedAt: instant('finished_at'),
    /** The result; `null` while open and after a cancellation. */
    result: text('result').$type<TicketResult>(),
    /** The final reason (finalização), with its text at that time. */
    finalReason: jsonb('final_reason').$type<ChosenReason>(),
    /**
     * What its lines add up to in the quantities that hold (docs/domain.md 12), in the units of their invoices, and what they are
     * worth. Triggers keep both, whoever writes the lines.
     */
    quantity: numeric('quantity').notNull().default('0'),
    worth: numeric('worth').notNull().default('0'),
    /** Values of the fields added by administrators, by key. */
    extraFields: jsonb('extra_fields').$type<Record<string, unknown>>().notNull().default(emptyObject),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    personalGoneAt: personalGoneAt(),
    /** When something internal last happened that people outside the company must not notice; see changeTicket.ts. */
    internalAt: instant('internal_at'),
    version: version(),
    /** How many of the versions changed only what is internal: people outside the company do not count those. */
    internalVersions: integer('internal_versions').notNull().default(0),
  },
  (t) => {
    // The list is read from indexes only: each begins with a sort or search column and includes every column that the list
    // filters or sorts by. Filters are then checked on the index entry, and a page deep in the list touches only its own rows
    // (docs/benchmarks.md has the figures and the cost for writes). None of them includes `updated_at`, `internal_at` or `version`, so that
    // a row with only these changed is updated in place; the last update is indexed separately (ticketConversation.ts).
    const filters = [
      t.status,
      t.typeId,
      t.branchId,
      t.representativeId,
      t.regionId,
      t.sectorId,
      t.operatorId,
      t.customerId,
      t.createdAt,
      t.dueAt,
      t.stepKey,
    ];
    const sorts = [t.createdAt, t.id, t.dueAt];
    const covering = (name: string, ...first: [SQL | AnyPgColumn, ...(SQL | AnyPgColumn)[]]) => {
      const rest = filters.filter((column) => !first.includes(column));
      return index(name).on(...(first as IndexedColumns), ...(rest as AnyIndexColumn[]));
    };
    const by = (name: string, column: AnyPgColumn) =>
      covering(`tickets_${name}_idx`, column, t.archived, ...sorts);
    const due = dueOrNever(t.dueAt);
    const openFacts: AnyIndexColumn[] = [
      ...[t.representativeId, t.customerId, t.typeId, t.stepKey, t.operatorId, t.sectorId],
      ...[t.carrierId, t.reasonId, t.dueAt, t.dueMinutes, t.createdAt, t.status, t.archived],
    ];
    return [
      covering('tickets_id_idx', t.archived, t.id),
      covering('tickets_created_idx', t.archived, t.createdAt, t.id),
      covering('tickets_due_idx', t.archived, due, t.id, t.dueAt),
      covering('tickets_status_idx', t.archived, t.status, t.id),
      covering('tickets_status_created_idx', t.archived, t.status, t.createdAt, t.id),
      covering('tickets_status_due_idx', t.archived, t.status, due, t.id, t.dueAt, t.dueMinutes),
      covering('tickets_type_idx', t.archived, t.typeId, t.id),
      by('customer', t.customerId),
      by('branch', t.branchId),
      by('representative', t.representativeId),
      by('region', t.regionId),
      by('sector', t.sectorId),
      by('operator', t.operatorId),
      by('step', t.stepKey),
      // Most tickets have no carrier, and no one filters for those without.
      by('carrier', t.carrierId).where(isNotNull(t.carrierId)),
      by('reason', t.reasonId),
      // Nearly all are normal, and any order finds those.
      by('priority', t.priority).where(sql`priority <> 'NORMAL'`),
      // For the dashboards: open tickets by their attributes, finished ones by time.
      index('tickets_open_idx')
        .on(t.branchId, ...openFacts)
        .where(isOpen(t)),
      index('tickets_finished_idx')
        .on(t.finishedAt, t.branchId, t.representativeId, t.customerId, t.typeId, t.createdAt, t.status)
        .where(isNotNull(t.finishedAt)),
      index('tickets_merged_idx').on(t.mergedIntoId).where(isNotNull(t.mergedIntoId)),
      index('tickets_subject_idx').using('gin', t.foldedSubject.op('gin_trgm_ops')),
      index('tickets_extra_fields_idx').using('gin', t.extraFields.op('jsonb_path_ops')),
    ];
  },
);

type IndexedColumns = Parameters<ReturnType<typeof index>['on']>;
type AnyIndexColumn = IndexedColumns[number];

/**
 * Whether a ticket is open, in the exact wording of `tickets_open_idx`; a condition worded differently would not use the
 * index.
 */
export const isOpen = (t: { status: AnyPgColumn; archived: AnyPgColumn }) =>
  sql`${t.status} in (${sql.raw(OPEN)}) and not ${t.archived}`;
const OPEN = ticketStatus.flatMap(({ value, closed }) => (closed ? [] : [`'${value}'`])).join(', ');

/** The sort key for `prazo`: tickets without a due date come after every dated one. */
export const dueOrNever = (dueAt: AnyPgColumn | SQL) => sql`coalesce(${dueAt}, 'infinity'::timestamptz)`;

/** Extension of payment (prorrogação): who was late, and by how many days. */
interface TicketExtension {
  responsavel: 'TRANSPORTADORA' | 'REPRESENTANTE';
  responsavelId: number;
  diasAtraso: number;
  /** Logistics' answer; absent until it is given. */
  logistica?: 'CONFIRMADA' | 'RECUSADA';
}

/** Invoices that a ticket is about as a whole (`notas`). */
export const ticketInvoices = pgTable(
  'ticket_invoices',
  {
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    invoiceId: integer('invoice_id')
      .notNull()
      .references(() => invoices.id),
  },
  (t) => [
    primaryKey({ columns: [t.ticketId, t.invoiceId] }),
    index('ticket_invoices_invoice_idx').on(t.invoiceId),
  ],
);

/** A ticket line: a line of an invoice (`itens`), or a loose product without one (`itensAvulsos`). */
export const ticketItems = pgTable(
  'ticket_items',
  {
    id: identity(),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    invoiceItemId: integer('invoice_item_id').references(() => invoiceItems.id),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    description: text('description').notNull(),
    reasonId: integer('reason_id'),
    reasonText: text('reason_text').notNull().default(''),
    note: text('note').notNull().default(''),
    /** AN: in analysis. A: approved. N: denied. */
    status: text('status').$type<'AN' | 'A' | 'N'>().notNull().default('AN'),
    /** The unit of the quantities below; `null` if it is the invoice line's. */
    unit: text('unit'),
    /** Base units in one of it (docs/domain.md 13). */
    factor: lineQuantity('factor').notNull().default('1'),
    requested: lineQuantity('requested').notNull(),
    authorized: lineQuantity('authorized').notNull().default('0'),
    outOfTerm: lineQuantity('out_of_term').notNull().default('0'),
    otherBrand: lineQuantity('other_brand').notNull().default('0'),
    missing: lineQuantity('missing').notNull().default('0'),
    damaged: lineQuantity('damaged').notNull().default('0'),
    broken: lineQuantity('broken').notNull().default('0'),
    /** The quantity received at check-in; `null` until then. */
    checked: lineQuantity('checked'),
    checkNote: text('check_note').notNull().default(''),
    /**
     * Whether the quantity has been added to the invoice line's `qtd_devolvida`; the ticket line then holds nothing any more
     * (docs/domain.md 4.2).
     */
    settled: boolean('settled').notNull().default(false),
    /**
     * How much of its invoice line this line currently holds, in base units (docs/domain.md 4.2); updated with every change of
     * the line or ticket.
     */
    held: lineQuantity('held').notNull().default('0'),
    analysisReason: text('analysis_reason').notNull().default(''),
    unitPrice: unitPrice('unit_price').notNull().default('0'),
  },
  (t) => [
    uniqueIndex('ticket_items_line_key').on(t.ticketId, t.line),
    index('ticket_items_held_idx').on(t.invoiceItemId).where(sql`held > 0`),
    index('ticket_items_invoice_item_idx').on(t.invoiceItemId, t.ticketId),
    index('ticket_items_product_idx').on(t.productId),
  ],
);
