import { isNotNull, type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { TicketResult } from '../../../contract/catalogs/ticketStatus.ts';
import { type TicketStatus, ticketStatus } from '../../../contract/catalogs/ticketStatus.ts';
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
} from './columns.ts';
import { customers, invoiceItems, invoices, products } from './customers.ts';
import { branches, carriers, regions, representatives, sectors } from './organization.ts';
import { people } from './people.ts';
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
    archived: boolean('archived').notNull().default(false),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
    /** Copies of the customer's, kept in step by whoever changes the customer: scope and filters read them. */
    representativeId: integer('representative_id').references(() => representatives.id),
    regionId: integer('region_id').references(() => regions.id),
    sectorId: integer('sector_id').references(() => sectors.id),
    operatorId: integer('operator_id').references(() => people.id),
    creatorId: integer('creator_id')
      .notNull()
      .references(() => people.id),
    origin: text('origin').notNull(),
    subject: text('subject').notNull().default(''),
    /** The subject as searches compare it: folding anew each row that they pass would take most of their time. */
    foldedSubject: text('folded_subject').generatedAlwaysAs(sql`public.fold_text(subject)`),
    reasons: jsonb('reasons').$type<ChosenReason[]>().notNull().default(emptyArray),
    /** The reason of the first level: what figures count and lists filter by. */
    reasonId: integer('reason_id').generatedAlwaysAs(sql`(reasons -> 0 ->> 'id')::integer`),
    message: text('message').notNull().default(''),
    finalConsumer: boolean('final_consumer').notNull().default(false),
    carrierId: integer('carrier_id').references(() => carriers.id),
    extension: jsonb('extension').$type<TicketExtension>(),
    flowKey: text('flow_key').notNull(),
    flowVersion: integer('flow_version').notNull(),
    stepKey: text('step_key').notNull(),
    stepEnteredAt: instant('step_entered_at').notNull().defaultNow(),
    /** Working time ends here; `null` without a limit, and while the clock stands still. */
    dueAt: instant('due_at'),
    /** Working minutes that are left, while the customer is waited for; otherwise `null`. */
    dueMinutesLeft: integer('due_minutes_left'),
    finishedAt: instant('finished_at'),
    /** How it ended; `null` while open, and after a cancellation. */
    result: text('result').$type<TicketResult>(),
    /** The reason of its end (finalização), with its text at that time. */
    finalReason: jsonb('final_reason').$type<ChosenReason>(),
    /** Values of the fields that administrators added, by their key. */
    extraFields: jsonb('extra_fields').$type<Record<string, unknown>>().notNull().default(emptyObject),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    personalGoneAt: personalGoneAt(),
    version: version(),
  },
  (t) => {
    // The list is read from the indexes alone: each one begins with what it sorts or finds by, and carries every
    // column that the list filters by or sorts by. A filter is then judged on the index entry, and a page deep in
    // the list touches no row but its own (docs/benchmarks.md has the figures and what this costs a write). None of
    // them knows `updated_at` or `version`, so that a row whose movement alone changes is written in place: when a
    // ticket moved last is indexed beside it (ticketConversation.ts).
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
      ...[t.carrierId, t.reasonId, t.dueAt, t.createdAt, t.status, t.archived],
    ];
    return [
      covering('tickets_id_idx', t.archived, t.id),
      covering('tickets_created_idx', t.archived, t.createdAt, t.id),
      covering('tickets_due_idx', t.archived, due, t.id, t.dueAt),
      covering('tickets_status_idx', t.archived, t.status, t.id),
      covering('tickets_status_created_idx', t.archived, t.status, t.createdAt, t.id),
      covering('tickets_status_due_idx', t.archived, t.status, due, t.id, t.dueAt),
      covering('tickets_type_idx', t.archived, t.typeId, t.id),
      by('customer', t.customerId),
      by('branch', t.branchId),
      by('representative', t.representativeId),
      by('region', t.regionId),
      by('sector', t.sectorId),
      by('operator', t.operatorId),
      by('step', t.stepKey),
      // Most tickets have no carrier, and nobody asks for those that have none.
      by('carrier', t.carrierId).where(isNotNull(t.carrierId)),
      by('reason', t.reasonId),
      // What the dashboards count: the open ones by what they are, the finished ones by when.
      index('tickets_open_idx')
        .on(t.branchId, ...openFacts)
        .where(isOpen(t)),
      index('tickets_finished_idx')
        .on(t.finishedAt, t.branchId, t.representativeId, t.customerId, t.typeId, t.createdAt, t.status)
        .where(sql`status = 'FINALIZADO'`),
      index('tickets_subject_idx').using('gin', t.foldedSubject.op('gin_trgm_ops')),
      index('tickets_extra_fields_idx').using('gin', t.extraFields.op('jsonb_path_ops')),
    ];
  },
);

type IndexedColumns = Parameters<ReturnType<typeof index>['on']>;
type AnyIndexColumn = IndexedColumns[number];

/** Still worked at, as `tickets_open_idx` says it: a condition in other words would not find the index. */
export const isOpen = (t: { status: AnyPgColumn; archived: AnyPgColumn }) =>
  sql`${t.status} in (${sql.raw(OPEN)}) and not ${t.archived}`;
const OPEN = ticketStatus.flatMap(({ value, closed }) => (closed ? [] : [`'${value}'`])).join(', ');

/** What `prazo` sorts by: without a due date after every date. */
export const dueOrNever = (dueAt: AnyPgColumn | SQL) => sql`coalesce(${dueAt}, 'infinity'::timestamptz)`;

/** Extension of payment (prorrogação): who was late, and by how many days. */
interface TicketExtension {
  responsavel: 'TRANSPORTADORA' | 'REPRESENTANTE';
  responsavelId: number;
  diasAtraso: number;
  /** What logistics answered; absent until then. */
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

/** A line of a ticket: of an invoice (`itens`), or a loose product (`itensAvulsos`) without one. */
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
    /** AN in analysis, A approved, N denied. */
    status: text('status').$type<'AN' | 'A' | 'N'>().notNull().default('AN'),
    requested: lineQuantity('requested').notNull(),
    authorized: lineQuantity('authorized').notNull().default('0'),
    outOfTerm: lineQuantity('out_of_term').notNull().default('0'),
    otherBrand: lineQuantity('other_brand').notNull().default('0'),
    missing: lineQuantity('missing').notNull().default('0'),
    damaged: lineQuantity('damaged').notNull().default('0'),
    broken: lineQuantity('broken').notNull().default('0'),
    /** Received at the check-in; `null` until then. */
    checked: lineQuantity('checked'),
    checkNote: text('check_note').notNull().default(''),
    /** The quantity has entered `qtd_devolvida` of the invoice line: it holds nothing any more (DOMAIN.md 4.2). */
    settled: boolean('settled').notNull().default(false),
    /** What this line takes of its invoice line now (DOMAIN.md 4.2); written with every change of line or ticket. */
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
