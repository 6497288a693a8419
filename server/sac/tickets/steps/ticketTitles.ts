import { and, asc, eq, exists, or, sql } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import {
  extensionDecisions,
  invoiceItems,
  invoices,
  invoiceTitles,
  ticketInvoices,
  ticketItems,
} from '../../../db/tables/index.ts';

export interface TitleRow {
  title: typeof invoiceTitles.$inferSelect;
  invoiceNumber: number;
  /** What this ticket decided of it before. */
  decision: typeof extensionDecisions.$inferSelect | null;
}

/** The titles of the invoices that a ticket is about, as a whole or by a line, in the order of their due dates. */
export async function titlesOfTicket(db: Executor, ticketId: number): Promise<TitleRow[]> {
  return selectTitles(db, ticketId);
}

/** The same, locked: of two tickets about one invoice the second sees the due date that the first has set. */
export async function lockTitles(db: Executor, ticketId: number): Promise<TitleRow[]> {
  await db
    .select({ id: invoiceTitles.id })
    .from(invoiceTitles)
    .where(ofTicket(db, ticketId))
    .orderBy(asc(invoiceTitles.id))
    .for('update');
  return selectTitles(db, ticketId);
}

const selectTitles = (db: Executor, ticketId: number) =>
  db
    .select({ title: invoiceTitles, invoiceNumber: invoices.number, decision: extensionDecisions })
    .from(invoiceTitles)
    .innerJoin(invoices, eq(invoices.id, invoiceTitles.invoiceId))
    .leftJoin(
      extensionDecisions,
      and(eq(extensionDecisions.titleId, invoiceTitles.id), eq(extensionDecisions.ticketId, ticketId)),
    )
    .where(ofTicket(db, ticketId))
    .orderBy(asc(invoiceTitles.dueOn), asc(invoiceTitles.id));

const ofTicket = (db: Executor, ticketId: number) =>
  or(
    exists(
      db
        .select({ one: sql`1` })
        .from(ticketInvoices)
        .where(
          and(eq(ticketInvoices.ticketId, ticketId), eq(ticketInvoices.invoiceId, invoiceTitles.invoiceId)),
        ),
    ),
    exists(
      db
        .select({ one: sql`1` })
        .from(ticketItems)
        .innerJoin(invoiceItems, eq(invoiceItems.id, ticketItems.invoiceItemId))
        .where(and(eq(ticketItems.ticketId, ticketId), eq(invoiceItems.invoiceId, invoiceTitles.invoiceId))),
    ),
  );
