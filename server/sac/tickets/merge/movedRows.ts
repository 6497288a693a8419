import { and, asc, eq, inArray, isNull, max, notInArray, or, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#server/db/client.ts';
import {
  type MovedLine,
  type MovedRows,
  pickupTickets,
  returnInvoices,
  ticketAttachments,
  ticketCosts,
  ticketInvoices,
  ticketItems,
  ticketMessages,
} from '#server/db/tables/index.ts';

interface Way {
  from: number;
  to: number;
}

/** What of a ticket goes. The files of a line or message go along with it. */
export interface Chosen {
  lines: readonly number[];
  messages: readonly number[];
  /** Files that belong to neither. */
  files: readonly number[];
}

/**
 * Moves what hangs on a locked ticket, or the chosen part of it, to another locked one, and says which rows these were. What a line holds of its invoice line
 * stays as it is, since both tickets are open: the sum over all tickets does not change for a moment.
 */
export async function moveRows(
  tx: Tx,
  way: Way,
  chosen?: Chosen,
): Promise<Omit<MovedRows, 'copies' | 'followers'>> {
  const lines = await moveLines(tx, way, chosen?.lines);
  const messages = await moveMessages(tx, way, chosen?.messages);
  const moved = {
    lines,
    messages,
    attachments: await moveAttachments(
      tx,
      way,
      chosen && { lines: lines.map(({ id }) => id), messages, files: chosen.files },
    ),
    costs: [],
    pickups: [],
    returnInvoice: null,
    invoices: [],
    addedInvoices: [],
  };
  if (chosen) return moved;
  return { ...moved, ...(await movePapers(tx, way)) };
}

async function moveLines(tx: Tx, { from, to }: Way, ids?: readonly number[]): Promise<MovedLine[]> {
  const rows = await tx
    .select()
    .from(ticketItems)
    .where(and(eq(ticketItems.ticketId, from), ids && inArray(ticketItems.id, [...ids])))
    .orderBy(asc(ticketItems.line));
  if (rows.length === 0) return [];
  const first = (await lastLine(tx, to)) + 1;
  await placeLines(
    tx,
    to,
    rows.map(({ id }, index) => ({ id, line: first + index })),
  );
  return rows.map((row) => ({ id: row.id, line: row.line, state: stateOfLine(row) }));
}

async function lastLine(tx: Tx, ticketId: number): Promise<number> {
  const [last] = await tx
    .select({ line: max(ticketItems.line) })
    .from(ticketItems)
    .where(eq(ticketItems.ticketId, ticketId));
  return last?.line ?? 0;
}

/**
 * The places that lines had on a ticket, as far as they are still free. Where one was divided, another line may have been added since; what
 * finds its place taken comes last.
 */
async function freePlaces(
  tx: Tx,
  ticketId: number,
  lines: readonly MovedLine[],
): Promise<{ id: number; line: number }[]> {
  if (lines.length === 0) return [];
  const there = await tx
    .select({ line: ticketItems.line })
    .from(ticketItems)
    .where(
      and(
        eq(ticketItems.ticketId, ticketId),
        notInArray(
          ticketItems.id,
          lines.map(({ id }) => id),
        ),
      ),
    );
  const takenLines = new Set(there.map(({ line }) => line));
  let last = Math.max(0, ...takenLines, ...lines.map(({ line }) => line));
  return lines.map(({ id, line }) => ({ id, line: takenLines.has(line) ? ++last : line }));
}

/** One statement, so that the figures of both tickets are counted once. */
async function placeLines(
  tx: Tx,
  ticketId: number,
  lines: readonly { id: number; line: number }[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx.execute(sql`update ${ticketItems} set ticket_id = ${ticketId}, line = placed.line
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as placed(id integer, line integer)
    where ${ticketItems.id} = placed.id`);
}

type Item = typeof ticketItems.$inferSelect;

/** What a person decides about a line; what only shows it, such as a price that follows its note, is left out. */
const stateOfLine = (row: Item): string =>
  [
    ...[row.status, row.unit ?? '', row.factor, row.requested, row.authorized, row.checked ?? '', row.held],
    ...[row.outOfTerm, row.otherBrand, row.missing, row.damaged, row.broken, row.settled],
    ...[row.reasonId ?? '', row.note, row.analysisReason],
  ].join('|');

async function moveMessages(tx: Tx, { from, to }: Way, ids?: readonly number[]): Promise<number[]> {
  const rows = await tx
    .update(ticketMessages)
    .set({ ticketId: to })
    .where(and(eq(ticketMessages.ticketId, from), ids && inArray(ticketMessages.id, [...ids])))
    .returning({ id: ticketMessages.id });
  return rows.map(({ id }) => id);
}

/** The files of what moves go along; with everything, also those of the ticket itself. Those of its extra fields stay with them. */
async function moveAttachments(tx: Tx, { from, to }: Way, of?: Chosen): Promise<number[]> {
  const theirs =
    of &&
    or(
      of.lines.length > 0 ? inArray(ticketAttachments.itemId, [...of.lines]) : undefined,
      of.messages.length > 0 ? inArray(ticketAttachments.messageId, [...of.messages]) : undefined,
      of.files.length > 0
        ? and(
            inArray(ticketAttachments.id, [...of.files]),
            isNull(ticketAttachments.itemId),
            isNull(ticketAttachments.messageId),
          )
        : undefined,
    );
  if (of && !theirs) return [];
  const rows = await tx
    .update(ticketAttachments)
    .set({ ticketId: to })
    .where(and(eq(ticketAttachments.ticketId, from), isNull(ticketAttachments.fieldKey), theirs))
    .returning({ id: ticketAttachments.id });
  return rows.map(({ id }) => id);
}

async function movePapers(
  tx: Tx,
  { from, to }: Way,
): Promise<Pick<MovedRows, 'costs' | 'pickups' | 'returnInvoice' | 'invoices' | 'addedInvoices'>> {
  const costs = await tx
    .update(ticketCosts)
    .set({ ticketId: to })
    .where(eq(ticketCosts.ticketId, from))
    .returning({ id: ticketCosts.id });
  const active = await activePickup(tx, to);
  // In the same pickup as the other one it needs no place of its own: the carrier calls once.
  const pickups = active === null ? await movePickups(tx, { from, to }) : await leavePickup(tx, from);
  const [invoice] = await tx
    .update(returnInvoices)
    .set({ ticketId: to })
    .where(eq(returnInvoices.ticketId, from))
    .returning({ id: returnInvoices.id });
  const invoices = await tx
    .delete(ticketInvoices)
    .where(eq(ticketInvoices.ticketId, from))
    .returning({ id: ticketInvoices.invoiceId });
  return {
    costs: costs.map(({ id }) => id),
    pickups,
    returnInvoice: invoice?.id ?? null,
    invoices: invoices.map(({ id }) => id),
    addedInvoices: await addInvoices(
      tx,
      to,
      invoices.map(({ id }) => id),
    ),
  };
}

const movePickups = async (tx: Tx, { from, to }: Way): Promise<number[]> =>
  (
    await tx
      .update(pickupTickets)
      .set({ ticketId: to })
      .where(and(eq(pickupTickets.ticketId, from), eq(pickupTickets.active, true)))
      .returning({ id: pickupTickets.id })
  ).map(({ id }) => id);

const leavePickup = async (tx: Tx, from: number): Promise<number[]> =>
  (
    await tx
      .update(pickupTickets)
      .set({ active: false })
      .where(and(eq(pickupTickets.ticketId, from), eq(pickupTickets.active, true)))
      .returning({ id: pickupTickets.id })
  ).map(({ id }) => id);

async function addInvoices(tx: Tx, ticketId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const added = await tx
    .insert(ticketInvoices)
    .values(ids.map((invoiceId) => ({ ticketId, invoiceId })))
    .onConflictDoNothing()
    .returning({ id: ticketInvoices.invoiceId });
  return added.map(({ id }) => id);
}

/** The row of the ticket's active pickup. */
export async function activePickup(db: Executor, ticketId: number): Promise<number | null> {
  const [row] = await db
    .select({ id: pickupTickets.id })
    .from(pickupTickets)
    .where(and(eq(pickupTickets.ticketId, ticketId), eq(pickupTickets.active, true)));
  return row?.id ?? null;
}

export async function returnInvoiceOf(db: Executor, ticketId: number): Promise<number | null> {
  const [row] = await db
    .select({ id: returnInvoices.id })
    .from(returnInvoices)
    .where(eq(returnInvoices.ticketId, ticketId));
  return row?.id ?? null;
}

/** Whether every line that came along is still on the ticket, as it came. */
export async function hasSameLines(
  db: Executor,
  ticketId: number,
  lines: readonly MovedLine[],
): Promise<boolean> {
  if (lines.length === 0) return true;
  const rows = await db
    .select()
    .from(ticketItems)
    .where(
      and(
        eq(ticketItems.ticketId, ticketId),
        inArray(
          ticketItems.id,
          lines.map(({ id }) => id),
        ),
      ),
    );
  const now = new Map(rows.map((row) => [row.id, stateOfLine(row)]));
  return lines.every(({ id, state }) => now.get(id) === state);
}

/** Whether every message that came along is still on the ticket. */
export async function hasSameMessages(
  db: Executor,
  ticketId: number,
  ids: readonly number[],
): Promise<boolean> {
  if (ids.length === 0) return true;
  const still = await db.$count(
    ticketMessages,
    and(eq(ticketMessages.ticketId, ticketId), inArray(ticketMessages.id, [...ids])),
  );
  return still === ids.length;
}

/**
 * Takes exactly these rows back to the ticket that they came from. A cost that was removed meanwhile stays removed, and files that were
 * added to a line or message of them go along with it.
 */
export async function returnRows(tx: Tx, { from, to }: Way, moved: MovedRows): Promise<void> {
  await placeLines(tx, from, await freePlaces(tx, from, moved.lines));
  const theirs = or(
    inArray(ticketAttachments.id, [...moved.attachments, 0]),
    inArray(ticketAttachments.itemId, [...moved.lines.map(({ id }) => id), 0]),
    inArray(ticketAttachments.messageId, [...moved.messages, 0]),
  );
  if (moved.messages.length > 0)
    await tx.update(ticketMessages).set({ ticketId: from }).where(inArray(ticketMessages.id, moved.messages));
  await tx
    .update(ticketAttachments)
    .set({ ticketId: from })
    .where(and(eq(ticketAttachments.ticketId, to), theirs));
  if (moved.costs.length > 0)
    await tx
      .update(ticketCosts)
      .set({ ticketId: from })
      .where(and(eq(ticketCosts.ticketId, to), inArray(ticketCosts.id, moved.costs)));
  if (moved.pickups.length > 0)
    await tx
      .update(pickupTickets)
      .set({ ticketId: from, active: true })
      .where(inArray(pickupTickets.id, moved.pickups));
  if (moved.returnInvoice !== null)
    await tx.update(returnInvoices).set({ ticketId: from }).where(eq(returnInvoices.id, moved.returnInvoice));
  if (moved.addedInvoices.length > 0)
    await tx
      .delete(ticketInvoices)
      .where(and(eq(ticketInvoices.ticketId, to), inArray(ticketInvoices.invoiceId, moved.addedInvoices)));
  await addInvoices(tx, from, moved.invoices);
}
