import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { ticketMerges } from '#server/db/tables/index.ts';

export type Merge = typeof ticketMerges.$inferSelect;

/** The merges into a ticket that stand, the newest first. */
export const mergesInto = (tx: Tx, ticketId: number): Promise<Merge[]> =>
  tx
    .select()
    .from(ticketMerges)
    .where(and(eq(ticketMerges.toId, ticketId), isNull(ticketMerges.undoneAt)))
    .orderBy(desc(ticketMerges.id));

/** Those beside this one. */
export const standingBeside = async (tx: Tx, { id, toId }: Merge): Promise<Merge[]> =>
  (await mergesInto(tx, toId)).filter((merge) => merge.id !== id);

/** The rows of the leading ticket's return invoice and active pickup. */
interface Papers {
  returnInvoice: number | null;
  pickup: number | null;
}

/**
 * The ticket merged afterwards that brought the return invoice or the pickup which stands there now, or that goes with the pickup which
 * this merge brought; `null` if there is none.
 */
export function broughtSince(merged: Merge, others: readonly Merge[], now: Papers): number | null {
  const { stood, moved } = merged;
  const invoiceOf = ({ moved: later }: Merge) =>
    now.returnInvoice !== null &&
    now.returnInvoice !== stood.returnInvoice &&
    later.returnInvoice === now.returnInvoice;
  const pickupOf = ({ moved: later }: Merge) =>
    now.pickup !== null &&
    (moved.pickups.includes(now.pickup)
      ? later.pickups.length > 0
      : now.pickup !== stood.pickup && later.pickups.includes(now.pickup));
  const found = others.find((other) => other.id > merged.id && (invoiceOf(other) || pickupOf(other)));
  return found?.fromId ?? null;
}

/**
 * The invoices that leave with an undone merge. Those that another standing merge found there already stay, and leave with that one.
 */
export async function leavingInvoices(tx: Tx, { moved }: Merge, others: readonly Merge[]): Promise<number[]> {
  const leaving: number[] = [];
  const inherited = new Map<Merge, number[]>();
  for (const invoice of moved.addedInvoices) {
    const heir = others.find((other) => other.moved.invoices.includes(invoice));
    if (heir) inherited.set(heir, [...(inherited.get(heir) ?? []), invoice]);
    else leaving.push(invoice);
  }
  for (const [heir, invoices] of inherited)
    await tx
      .update(ticketMerges)
      .set({ moved: { ...heir.moved, addedInvoices: [...heir.moved.addedInvoices, ...invoices] } })
      .where(eq(ticketMerges.id, heir.id));
  return leaving;
}
