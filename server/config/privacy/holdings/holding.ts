import { type AnyColumn, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { PrivacyGroup } from '#contract/catalogs/privacy.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { customers, invoices, tickets } from '#server/db/tables/index.ts';
import type { ErasedHolder } from '#server/db/tables/people/privacy.ts';

/** Whose rows are meant. `emails` is known only while the person is: later passes have none. */
export interface ErasureSubject extends ErasedHolder {
  emails: readonly string[];
  /** Only these tickets, instead of all tickets of the customers. */
  ticketIds?: readonly number[];
}

export const NOBODY: ErasureSubject = { customerIds: [], personIds: [], contactIds: [], emails: [] };

/** The dates before which no law requires data to be kept: for tickets by their end, for notes by their issue. */
export interface Cutoffs {
  /** Compared with `ticketEnd`, an instant. */
  tickets: string;
  /** Compared with `invoices.issued_on`, a date. */
  invoices: string;
}

/** Rows of one table with personal data, and what an erasure does to them. */
export interface PersonalDataTable {
  group: PrivacyGroup;
  /** Name of the rows in the file that the person receives. */
  title: string;
  table: PgTable;
  /** All rows of the person. */
  rows: (whose: ErasureSubject) => SQL | undefined;
  /** The rows among them that may be erased; absent when no law requires any to be kept. */
  ended?: (cutoffs: Cutoffs) => SQL | undefined;
  /** Columns included in the file, under their Portuguese names. */
  disclosed: Readonly<Record<string, AnyColumn | SQL>>;
  /** ROW: deleted; otherwise the new column values. `null`: kept permanently, with the reason beside it. */
  erase: 'ROW' | Readonly<Record<string, unknown>> | null;
}

/** Replaces an erased text. */
export const GONE = 'Conteúdo eliminado (LGPD)';

export const ofCustomers =
  (column: AnyColumn) =>
  ({ customerIds }: ErasureSubject): SQL =>
    inArray(column, [...customerIds]);

export const ofPeople =
  (column: AnyColumn) =>
  ({ personIds }: ErasureSubject): SQL =>
    inArray(column, [...personIds]);

const among = (ids: readonly number[]) => sql`any(${sql.param([...ids])}::int[])`;

/** Rows of a table that belong to the person's tickets. */
export const ofTickets =
  (column: AnyColumn) =>
  ({ customerIds, ticketIds }: ErasureSubject): SQL =>
    ticketIds
      ? sql`${column} = ${among(ticketIds)}`
      : sql`${column} in (select id from ${tickets} where customer_id = ${among(customerIds)})`;
export const endedTicket =
  (column: AnyColumn) =>
  ({ tickets: before }: Cutoffs): SQL =>
    sql`exists (select from ${tickets} t where t.id = ${column} and ${ticketEnd(sql`t`)} < ${before}::timestamptz)`;

export const CLOSED = ticketStatus.filter(({ closed }) => closed).map(({ value }) => value);
const closed = sql.raw(CLOSED.map((status) => `'${status}'`).join(', '));

/**
 * When a ticket (given by its table alias) ended; null while it is open. A cancellation does not set `finished_at`, so its
 * last update is used.
 */
export const ticketEnd = (t: SQL): SQL =>
  sql`case when ${t}.status in (${closed}) then coalesce(${t}.finished_at, ${t}.updated_at) end`;

/** Rows of a table that belong to the person's invoices. */
export const ofInvoices =
  (column: AnyColumn) =>
  ({ customerIds }: ErasureSubject): SQL =>
    sql`${column} in (select id from ${invoices} where customer_id = ${among(customerIds)})`;
export const endedInvoice =
  (column: AnyColumn) =>
  ({ invoices: before }: Cutoffs): SQL =>
    sql`exists (select from ${invoices} i where i.id = ${column} and i.issued_on < ${before}::date)`;

/** No note that must be kept refers to the customer any more. */
export const withoutInvoices = ({ invoices: before }: Cutoffs): SQL =>
  sql`not exists (select from ${invoices} i where i.customer_id = ${customers.id} and i.issued_on >= ${before}::date)`;
