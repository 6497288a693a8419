import { and, asc, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';
import { PURCHASED } from '#contract/records/pastOrders.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import {
  customers,
  invoiceItems,
  invoices,
  invoiceTitles,
  pastOrders,
  ticketInvoices,
  ticketItems,
  tickets,
} from '../../db/tables/index.ts';
import { type AuditContext, auditMany, publishParts } from '../../writing/audit.ts';
import { type ChangingTicket, changeTicket } from '../tickets/commands.ts';

export { followPackagings, writeNoteUnits } from './noteUnits.ts';

interface Cancelled {
  invoiceId: number;
  /** When the tax authority registered it, as given in the event. */
  at: string;
}

/**
 * Cancels invoices that their issuer revoked: they no longer give any rights, their unpaid titles are removed, their
 * customers' last purchase is computed again, and people working on open tickets about them are notified.
 */
export async function cancelInvoices(tx: Tx, ctx: Context, cancelled: readonly Cancelled[]): Promise<void> {
  if (cancelled.length === 0) return;
  const at = new Map(cancelled.map((each) => [each.invoiceId, instantOf(each.at, ctx.now())]));
  const found = await tx
    .select()
    .from(invoices)
    .where(and(amongIds(invoices.id, [...at.keys()]), eq(invoices.status, 'AUTORIZADA')))
    .orderBy(asc(invoices.id))
    .for('update');
  if (found.length === 0) return;
  for (const { id } of found)
    await tx
      .update(invoices)
      .set({ status: 'CANCELADA', cancelledAt: at.get(id) ?? ctx.now() })
      .where(eq(invoices.id, id));
  await auditMany(
    tx,
    ctx,
    found.map(({ id, key, number }) => ({
      action: 'CANCELAR',
      entity: 'invoices',
      entityId: id,
      before: { situacao: 'AUTORIZADA' },
      after: { situacao: 'CANCELADA', chave: key, numNf: number },
    })),
  );
  await removeUnpaidTitles(
    tx,
    ctx,
    found.map(({ id }) => id),
  );
  await recountCustomers(
    tx,
    found.map(({ customerId }) => customerId),
  );
  for (const invoice of found)
    await noteOnTickets(tx, ctx, invoice, `na SEFAZ em ${dayOf(at.get(invoice.id) ?? ctx.now())}`);
}

type InvoiceRow = typeof invoices.$inferSelect;

/** Removes the unpaid titles of cancelled invoices, since nothing is owed for them. */
export async function removeUnpaidTitles(
  tx: Tx,
  ctx: AuditContext,
  invoiceIds: readonly number[],
): Promise<void> {
  if (invoiceIds.length === 0) return;
  const forgotten = await tx
    .delete(invoiceTitles)
    .where(and(amongIds(invoiceTitles.invoiceId, invoiceIds), isNull(invoiceTitles.paidOn)))
    .returning({
      id: invoiceTitles.id,
      number: invoiceTitles.number,
      invoiceId: invoiceTitles.invoiceId,
    });
  if (forgotten.length === 0) return;
  const theirs = await tx
    .select({ id: invoices.id, key: invoices.key, branchId: invoices.branchId })
    .from(invoices)
    .where(amongIds(invoices.id, invoiceIds));
  const invoiceOf = new Map(theirs.map((each) => [each.id, each]));
  await publishParts(
    tx,
    ctx,
    forgotten.flatMap(({ id, number, invoiceId }) => {
      const invoice = invoiceOf.get(invoiceId);
      if (!invoice) return [];
      const knownAs = { code: `${invoice.key}~${number}`, branchIds: [invoice.branchId] };
      return [{ action: 'EXCLUIR', entity: 'invoice_titles', entityId: id, knownAs }];
    }),
  );
}

/** Recomputes the customers' last purchase and open titles from the valid invoices and titles. */
export async function recountCustomers(tx: Tx, customerIds: readonly number[]): Promise<void> {
  await lockCustomers(tx, customerIds);
  await countLastPurchase(tx, customerIds);
  await countOpenTitles(tx, customerIds);
}

const dayOf = (at: Date): string => formatCalendarDate(at.toISOString().slice(0, 10));

function instantOf(text: string, now: Date): Date {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? now : at;
}

/**
 * Computed from valid invoices and past orders; goods given away do not count as a purchase. `raise`: a later stored date is
 * kept.
 */
export async function countLastPurchase(
  tx: Tx,
  customerIds: readonly number[],
  { raise = false } = {},
): Promise<void> {
  const last = sql`greatest((select max(o.ordered_on) from ${pastOrders} o
    where o.customer_id = ${customers.id} and ${inArray(sql`o.status`, PURCHASED)}), (select max(${invoices.issuedOn}) from ${invoices} where ${invoices.customerId} = ${customers.id}
    and ${invoices.status} = 'AUTORIZADA' and ${invoices.kind} = 'VENDA'))`;
  const day = raise ? sql`greatest(${customers.lastPurchaseOn}, ${last})` : last;
  if (customerIds.length === 0) return;
  await tx
    .update(customers)
    .set({ lastPurchaseOn: day as never })
    .where(
      and(amongIds(customers.id, customerIds), sql`${customers.lastPurchaseOn} is distinct from ${day}`),
    );
}

/**
 * Informs the people working on open tickets about a cancelled invoice, and states where it was cancelled: 'na SEFAZ em
 * 12/05/2026'.
 */
export async function noteOnTickets(
  tx: Tx,
  ctx: ChangingTicket,
  { id, key, number }: InvoiceRow,
  where: string,
): Promise<void> {
  const lines = tx
    .select({ id: ticketItems.ticketId })
    .from(ticketItems)
    .innerJoin(invoiceItems, eq(invoiceItems.id, ticketItems.invoiceItemId))
    .where(eq(invoiceItems.invoiceId, id));
  const wholeInvoices = tx
    .select({ id: ticketInvoices.ticketId })
    .from(ticketInvoices)
    .where(eq(ticketInvoices.invoiceId, id));
  const open = await tx
    .select()
    .from(tickets)
    .where(
      and(
        or(inArray(tickets.id, lines), inArray(tickets.id, wholeInvoices)),
        notInArray(tickets.status, ['FINALIZADO', 'CANCELADO']),
        eq(tickets.archived, false),
      ),
    )
    .orderBy(asc(tickets.id))
    .for('update');
  for (const ticket of open)
    await changeTicket(tx, ctx, ticket, {
      event: {
        type: 'NOTA_CANCELADA',
        note: `A nota fiscal ${number} foi cancelada ${where}. Confira se este ticket ainda procede.`,
        internal: true,
        data: { chave: key },
      },
      audit: { action: 'NOTA_CANCELADA', after: { numNf: number, chave: key } },
    });
}

/**
 * Locks the customers whose figures will be computed, in id order: if the last two titles are paid at the same time, the
 * second payment counts only once the first is stored.
 */
export async function lockCustomers(tx: Tx, customerIds: readonly number[]): Promise<void> {
  if (customerIds.length === 0) return;
  await tx
    .select({ id: customers.id })
    .from(customers)
    .where(amongIds(customers.id, customerIds))
    .orderBy(asc(customers.id))
    .for('no key update');
}

/** Stores for each customer whether anything is still owed on a valid invoice, as shown by their badge. */
export async function countOpenTitles(tx: Tx, customerIds: readonly number[]): Promise<void> {
  if (customerIds.length === 0) return;
  await lockCustomers(tx, customerIds);
  const owes = sql<boolean>`exists (select from ${invoices} join ${invoiceTitles}
      on ${invoiceTitles.invoiceId} = ${invoices.id} and ${invoiceTitles.paidOn} is null
    where ${invoices.customerId} = ${customers.id} and ${invoices.status} = 'AUTORIZADA')`;
  await tx
    .update(customers)
    .set({ openTitles: owes })
    .where(and(amongIds(customers.id, customerIds), sql`${customers.openTitles} <> ${owes}`));
}
