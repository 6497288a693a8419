import { and, eq, inArray, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Decimal } from '#contract/rules/decimal.ts';
import { CANCELLING_EVENTS } from '#contract/rules/nfe/nfeNote.ts';
import { amongIds, amongTexts } from '#server/db/conditions.ts';
import type { Executor } from '../../db/client.ts';
import {
  nfeDocuments,
  nfeReturnLines,
  paperDeductions,
  returnInvoices,
  tickets,
} from '../../db/tables/index.ts';

/**
 * What the return notes that arrived as files take of invoice lines, in base units; a line without any is absent. One return
 * lowers a right once: the note of a ticket that stands is that ticket's and counts there, and a cancelled note counts nowhere.
 * Nothing is written when either happens, so that no order of events can count twice.
 */
export async function papersOf(db: Executor, ids: readonly number[]): Promise<Map<number, Decimal>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: paperDeductions.invoiceItemId,
      units: sql<Decimal>`trim_scale(sum(${paperDeductions.units}))`,
    })
    .from(paperDeductions)
    .innerJoin(nfeReturnLines, eq(nfeReturnLines.id, paperDeductions.returnLineId))
    .innerJoin(nfeDocuments, eq(nfeDocuments.id, nfeReturnLines.documentId))
    .where(and(amongIds(paperDeductions.invoiceItemId, ids), standsByItself(db)))
    .groupBy(paperDeductions.invoiceItemId);
  return new Map(rows.map(({ id, units }) => [id, units]));
}

/** Whether the return note in `nfe_documents` lowers rights by itself. */
export const standsByItself = (db: Executor) =>
  and(
    notExists(
      db
        .select({ one: sql`1` })
        .from(events)
        .where(and(eq(events.key, nfeDocuments.key), inArray(events.eventType, [...CANCELLING_EVENTS]))),
    ),
    notExists(
      db
        .select({ one: sql`1` })
        .from(returnInvoices)
        .innerJoin(tickets, eq(tickets.id, returnInvoices.ticketId))
        .where(and(eq(returnInvoices.key, nfeDocuments.key), ticketStands)),
    ),
  );

const events = alias(nfeDocuments, 'events');

/** A cancelled ticket leaves its note to itself. */
const ticketStands = ne(tickets.status, 'CANCELADO');

/** Those of the notes whose cancellation was registered. */
export async function cancelledAmong(db: Executor, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: nfeDocuments.key })
    .from(nfeDocuments)
    .where(and(amongTexts(nfeDocuments.key, keys), inArray(nfeDocuments.eventType, [...CANCELLING_EVENTS])));
  return new Set(rows.map(({ key }) => key));
}

/** The tickets that return notes belong to, by key. */
export async function ticketsOfNotes(db: Executor, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ key: returnInvoices.key, ticketId: returnInvoices.ticketId })
    .from(returnInvoices)
    .innerJoin(tickets, eq(tickets.id, returnInvoices.ticketId))
    .where(and(amongTexts(returnInvoices.key, keys), ticketStands));
  return new Map(rows.map(({ key, ticketId }) => [key, ticketId]));
}
