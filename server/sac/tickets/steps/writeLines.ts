import { asc, eq, inArray, sql } from 'drizzle-orm';
import { compareDecimals } from '../../../../contract/rules/decimal.ts';
import { unitDivides } from '../../../../contract/rules/quantity.ts';
import { heldQuantity } from '../../../../contract/rules/tickets/ticketLines.ts';
import type { Executor, Tx } from '../../../db/client.ts';
import { invoiceItems, invoices, products, ticketItems } from '../../../db/tables/index.ts';
import { judgedTrust, linesWith, lockLines, noteTrust } from '../../invoices/queries.ts';
import { freeOf } from '../../invoices/rules.ts';
import type { TicketRecord } from '../change/lockTicket.ts';

type ItemRow = typeof ticketItems.$inferSelect;

/** The columns of a line that a step sets. */
type StepColumns = Pick<
  ItemRow,
  | 'status'
  | 'authorized'
  | 'outOfTerm'
  | 'otherBrand'
  | 'missing'
  | 'damaged'
  | 'broken'
  | 'analysisReason'
  | 'checked'
  | 'checkNote'
>;

interface LineChange {
  line: TicketLine;
  set: Partial<StepColumns>;
}

/**
 * Writes the lines in one statement, including the quantity that each holds from now on. If a line takes more than before (a
 * second analysis), the invoice lines are locked first, in the order of their ids like everywhere else, and the sum of held
 * and returned quantities is checked again. Returns the lines for which too little is left; the caller must then roll the
 * transaction back.
 */
export async function writeLines(
  tx: Tx,
  { status: ticketStatus }: Pick<TicketRecord, 'status'>,
  changes: readonly LineChange[],
): Promise<TicketLine[]> {
  if (changes.length === 0) return [];
  const rows = changes.map(({ line, set }) => {
    const item = { ...line.item, ...set };
    const held =
      item.invoiceItemId === null
        ? '0'
        : heldQuantity({
            lineStatus: item.status,
            ticketStatus,
            requested: item.requested,
            authorized: item.authorized,
            received: item.checked,
            settled: item.settled,
          });
    return { line, item: { ...item, held } };
  });
  const rising = rows.filter(({ line, item }) => compareDecimals(item.held, line.item.held) > 0);
  const taken = rising.flatMap(({ item }) => item.invoiceItemId ?? []);
  await lockLines(tx, taken);
  await updateLines(
    tx,
    rows.map(({ item }) => item),
  );
  const overdrawn = await overdrawnLines(tx, taken);
  return rising.filter(({ item }) => overdrawn.has(item.invoiceItemId ?? 0)).map(({ line }) => line);
}

/** The invoice lines of which more is taken than was purchased (DOMAIN.md 4.2). */
async function overdrawnLines(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const lines = await linesWith(tx, inArray(invoiceItems.id, [...ids]));
  return new Set(lines.filter((line) => compareDecimals(freeOf(line), '0') < 0).map(({ id }) => id));
}

async function updateLines(tx: Tx, items: readonly ItemRow[]): Promise<void> {
  const values = JSON.stringify(
    items.map((item) => ({
      id: item.id,
      status: item.status,
      authorized: item.authorized,
      out_of_term: item.outOfTerm,
      other_brand: item.otherBrand,
      missing: item.missing,
      damaged: item.damaged,
      broken: item.broken,
      analysis_reason: item.analysisReason,
      checked: item.checked,
      check_note: item.checkNote,
      held: item.held,
    })),
  );
  await tx.execute(sql`
    update ${ticketItems} as item
    set status = n.status, authorized = n.authorized, out_of_term = n.out_of_term, other_brand = n.other_brand,
      missing = n.missing, damaged = n.damaged, broken = n.broken, analysis_reason = n.analysis_reason,
      checked = n.checked, check_note = n.check_note, held = n.held
    from jsonb_to_recordset(${values}::jsonb) as n(
      id int, status text, authorized numeric, out_of_term numeric, other_brand numeric, missing numeric,
      damaged numeric, broken numeric, analysis_reason text, checked numeric, check_note text, held numeric)
    where item.id = n.id`);
}

/** A line of the ticket, labelled as in the dialogs. */
export interface TicketLine {
  id: number;
  label: string;
  /** Whether its quantity may have decimals. */
  divides: boolean;
  /** Why the signature of its invoice gives no right to return; '' if nothing stands in the way. */
  barred: string;
  item: typeof ticketItems.$inferSelect;
}

/** The lines of a locked ticket, in line order. */
export async function ticketLines(db: Executor, ticketId: number): Promise<TicketLine[]> {
  const rows = await db
    .select({
      item: ticketItems,
      code: products.code,
      fractional: products.fractional,
      unit: sql<string>`coalesce(${invoiceItems.unit}, ${products.unit})`,
      trust: noteTrust,
    })
    .from(ticketItems)
    .innerJoin(products, eq(products.id, ticketItems.productId))
    .leftJoin(invoiceItems, eq(invoiceItems.id, ticketItems.invoiceItemId))
    .leftJoin(invoices, eq(invoices.id, invoiceItems.invoiceId))
    .where(eq(ticketItems.ticketId, ticketId))
    .orderBy(asc(ticketItems.line));
  return (await judgedTrust(db, rows)).map(({ item, code, unit, fractional, barred }) => ({
    id: item.id,
    label: `${code} - ${item.description}`,
    divides: unitDivides({ unit, fractional }),
    barred,
    item,
  }));
}
