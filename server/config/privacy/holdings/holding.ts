import { type AnyColumn, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { PrivacyGroup } from '../../../../contract/catalogs/privacy.ts';
import { ticketStatus } from '../../../../contract/catalogs/ticketStatus.ts';
import { customers, invoices, tickets } from '../../../db/tables/index.ts';
import type { ErasedHolder } from '../../../db/tables/privacy.ts';

/** Whose rows are meant. `emails` is known only while the person is: later passes have none. */
export interface Whose extends ErasedHolder {
  emails: readonly string[];
  /** These tickets alone, in the place of all of the customers. */
  ticketIds?: readonly number[];
}

export const NOBODY: Whose = { customerIds: [], personIds: [], contactIds: [], emails: [] };

/** What no law keeps any more: tickets that ended, and notes that were issued, before these days. */
export interface Cutoffs {
  /** An instant of `ticketEnd`. */
  tickets: string;
  /** A day of `invoices.issued_on`. */
  invoices: string;
}

/** Rows of one table that hold somebody's data, and what an erasure makes of them. */
export interface Holding {
  group: PrivacyGroup;
  /** How the rows are called in the file that the person gets. */
  title: string;
  table: PgTable;
  /** All rows of the person. */
  rows: (whose: Whose) => SQL | undefined;
  /** Of these only what may go; absent where no law keeps any. */
  ended?: (cutoffs: Cutoffs) => SQL | undefined;
  /** In the file, under their Portuguese names. */
  disclosed: Readonly<Record<string, AnyColumn | SQL>>;
  /** ROW: deleted. Else what the columns become. `null` stays for good, and why stands beside it. */
  erase: 'ROW' | Readonly<Record<string, unknown>> | null;
}

/** What stands in the place of a text that is gone. */
export const GONE = 'Conteúdo eliminado (LGPD)';

export const ofCustomers =
  (column: AnyColumn) =>
  ({ customerIds }: Whose): SQL =>
    inArray(column, [...customerIds]);

export const ofPeople =
  (column: AnyColumn) =>
  ({ personIds }: Whose): SQL =>
    inArray(column, [...personIds]);

const among = (ids: readonly number[]) => sql`any(${sql.param([...ids])}::int[])`;

/** Rows of a table below the tickets of the person. */
export const ofTickets =
  (column: AnyColumn) =>
  ({ customerIds, ticketIds }: Whose): SQL =>
    ticketIds
      ? sql`${column} = ${among(ticketIds)}`
      : sql`${column} in (select id from ${tickets} where customer_id = ${among(customerIds)})`;
export const endedTicket =
  (column: AnyColumn) =>
  ({ tickets: before }: Cutoffs): SQL =>
    sql`exists (select from ${tickets} t where t.id = ${column} and ${ticketEnd(sql`t`)} < ${before}::timestamptz)`;

export const CLOSED = ticketStatus.filter(({ closed }) => closed).map(({ value }) => value);
const closed = sql.raw(CLOSED.map((status) => `'${status}'`).join(', '));

/** When the ticket of an alias ended; null while it is open. A cancellation writes no `finished_at`: its last movement tells. */
export const ticketEnd = (t: SQL): SQL =>
  sql`case when ${t}.status in (${closed}) then coalesce(${t}.finished_at, ${t}.updated_at) end`;

/** Rows of a table below the invoices of the person. */
export const ofInvoices =
  (column: AnyColumn) =>
  ({ customerIds }: Whose): SQL =>
    sql`${column} in (select id from ${invoices} where customer_id = ${among(customerIds)})`;
export const endedInvoice =
  (column: AnyColumn) =>
  ({ invoices: before }: Cutoffs): SQL =>
    sql`exists (select from ${invoices} i where i.id = ${column} and i.issued_on < ${before}::date)`;

/** No note names the customer any more. */
export const withoutInvoices = ({ invoices: before }: Cutoffs): SQL =>
  sql`not exists (select from ${invoices} i where i.customer_id = ${customers.id} and i.issued_on >= ${before}::date)`;
