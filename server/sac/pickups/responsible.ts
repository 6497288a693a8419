import { sql } from 'drizzle-orm';
import {
  customerCarriers,
  invoiceItems,
  invoices,
  ticketInvoices,
  ticketItems,
  tickets,
} from '../../db/tables/index.ts';

const lookedUp = sql`coalesce(
  ${tickets.carrierId},
  (select ${invoices.carrierId} from ${ticketItems}
    join ${invoiceItems} on ${invoiceItems.id} = ${ticketItems.invoiceItemId}
    join ${invoices} on ${invoices.id} = ${invoiceItems.invoiceId}
    where ${ticketItems.ticketId} = ${tickets.id} and ${invoices.carrierId} is not null
    order by ${ticketItems.line} limit 1),
  (select min(${invoices.carrierId}) from ${ticketInvoices}
    join ${invoices} on ${invoices.id} = ${ticketInvoices.invoiceId}
    where ${ticketInvoices.ticketId} = ${tickets.id}),
  (select min(${customerCarriers.carrierId}) from ${customerCarriers}
    where ${customerCarriers.customerId} = ${tickets.customerId} having count(*) = 1))`;

/**
 * Over `tickets`: the carrier that would fetch the goods. The ticket's own; otherwise the one that brought them,
 * as the invoice of the first line says; otherwise the only one that serves the customer.
 */
// Wrapped, because a select from one table alone would take the table's name off each column of the outer text.
export const carrierOfTicket = sql<number | null>`${lookedUp}`;
