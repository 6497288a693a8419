import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { TicketStatus } from '../../../../contract/catalogs/ticketStatus.ts';
import type { Tx } from '../../../db/client.ts';
import { invoiceItems, ticketItems } from '../../../db/tables/index.ts';
import { refused } from '../../../errors.ts';
import { linesOf, lockLines } from '../../invoices/queries.ts';
import { type HeldLine, type HoldChange, holdsAfter } from './holdRules.ts';

/**
 * Writes what each line of a ticket takes of its invoice line from now on (DOMAIN.md 4.2), and what a finished
 * ticket has returned. The ticket is locked; the invoice lines are locked here, in the order of their ids. Throws
 * 422 with a text for each line that no longer fits.
 */
export async function writeHolds(tx: Tx, ticketId: number, change: HoldChange): Promise<void> {
  const lines = await heldLines(tx, ticketId);
  if (lines.length === 0) return;
  const ids = [...new Set(lines.map(({ invoiceItemId }) => invoiceItemId))];
  await lockLines(tx, ids);
  const after = holdsAfter(lines, await linesOf(tx, ids), change);
  if (after.problems.length > 0)
    throw refused(
      'QUANTIDADE_INDISPONIVEL',
      'Outro ticket já tomou a quantidade de um ou mais produtos deste ticket.',
      Object.fromEntries(after.problems.map(({ field, message }) => [field, message])),
    );
  for (const { id, ...set } of after.lines)
    await tx.update(ticketItems).set(set).where(eq(ticketItems.id, id));
  for (const { id, returned } of after.invoiceLines)
    await tx.update(invoiceItems).set({ returned }).where(eq(invoiceItems.id, id));
}

/** Of an invoice, in the order of the ticket; loose products take from nothing. */
async function heldLines(tx: Tx, ticketId: number): Promise<HeldLine[]> {
  const rows = await tx
    .select({
      id: ticketItems.id,
      line: ticketItems.line,
      description: ticketItems.description,
      invoiceItemId: ticketItems.invoiceItemId,
      status: ticketItems.status,
      requested: ticketItems.requested,
      authorized: ticketItems.authorized,
      checked: ticketItems.checked,
      settled: ticketItems.settled,
      held: ticketItems.held,
    })
    .from(ticketItems)
    .where(and(eq(ticketItems.ticketId, ticketId), isNotNull(ticketItems.invoiceItemId)))
    .orderBy(asc(ticketItems.line));
  return rows.map((row) => ({ ...row, invoiceItemId: row.invoiceItemId ?? 0 }));
}

/** A move that changes nothing but what the status means for the lines. */
export const holdsOf = (status: TicketStatus): HoldChange => ({ status, voidCheckIn: false });
