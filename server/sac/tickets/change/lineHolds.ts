import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { TicketStatus } from '#contract/catalogs/ticketStatus.ts';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  isPositive,
  subtractDecimals,
} from '#contract/rules/decimal.ts';
import type { Problem } from '#contract/rules/problem.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { baseUnitOf, freeOf, inBase, purchasedBase } from '#contract/rules/tickets/returnUnits.ts';
import { heldQuantity } from '#contract/rules/tickets/ticketLines.ts';
import type { Tx } from '#server/db/client.ts';
import { invoiceItems, ticketItems } from '#server/db/tables/index.ts';
import { refused } from '#server/errors.ts';
import { type LineUse, linesOf, lockLines } from '../../invoices/queries.ts';

/**
 * Writes what each line of a ticket now holds of its invoice line (docs/domain.md 4.2), and what a finished ticket has returned.
 * The caller has locked the ticket; the invoice lines are locked here, in id order. Throws 422 with a text for each line that
 * no longer fits.
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

/** The lines that belong to an invoice, in the ticket's order; loose products hold nothing. */
async function heldLines(tx: Tx, ticketId: number): Promise<HeldLine[]> {
  const rows = await tx
    .select({
      id: ticketItems.id,
      line: ticketItems.line,
      description: ticketItems.description,
      invoiceItemId: ticketItems.invoiceItemId,
      status: ticketItems.status,
      factor: ticketItems.factor,
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

/** A change of the status only, with its effect on the lines. */
export const holdsOf = (status: TicketStatus): HoldChange => ({ status, voidCheckIn: false });

/** A ticket line, as far as it affects its invoice line. */
interface HeldLine {
  id: number;
  line: number;
  description: string;
  invoiceItemId: number;
  status: 'AN' | 'A' | 'N';
  /** Base units in one of the unit of the quantities; `held` is in base units. */
  factor: Decimal;
  requested: Decimal;
  authorized: Decimal;
  checked: Decimal | null;
  settled: boolean;
  held: Decimal;
}

interface HoldChange {
  /** The ticket's new status. FINALIZADO settles what was approved, and any other status undoes that. */
  status: TicketStatus;
  /** Whether the ticket went back to before its check-in, so that the quantities counted there are void. */
  voidCheckIn: boolean;
}

type Taken = LineUse;

interface HoldsAfter {
  /** Only the lines that change. */
  lines: Pick<HeldLine, 'id' | 'checked' | 'settled' | 'held'>[];
  invoiceLines: { id: number; returned: Decimal }[];
  problems: Problem[];
}

/**
 * What the lines hold after a change, and what their invoice lines have got back. A line that needs more than now must find
 * it available; `taken` contains what others hold and what has been returned.
 */
function holdsAfter(lines: readonly HeldLine[], taken: readonly Taken[], change: HoldChange): HoldsAfter {
  const use = new Map(taken.map((line) => [line.id, { ...line }]));
  const after: HoldsAfter = { lines: [], invoiceLines: [], problems: [] };
  for (const [index, line] of lines.entries()) {
    const next = lineAfter(line, change);
    const invoiceLine = use.get(line.invoiceItemId);
    if (!invoiceLine) continue;
    const before = takenBy(line);
    const more = subtractDecimals(takenBy(next), before);
    if (isPositive(more) && compareDecimals(more, freeOf(invoiceLine)) > 0)
      after.problems.push({
        field: `linhas.${index}`,
        message: noRoom(line, takenBy(next), before, invoiceLine),
      });
    invoiceLine.held = addDecimals(subtractDecimals(invoiceLine.held, line.held), next.held);
    invoiceLine.returned = addDecimals(
      subtractDecimals(invoiceLine.returned, settledOf(line)),
      settledOf(next),
    );
    if (!isSame(line, next))
      after.lines.push({ id: next.id, checked: next.checked, settled: next.settled, held: next.held });
  }
  after.invoiceLines = taken.flatMap(({ id, returned }) => {
    const now = use.get(id)?.returned ?? returned;
    return compareDecimals(now, returned) === 0 ? [] : [{ id, returned: now }];
  });
  return after;
}

function lineAfter(line: HeldLine, { status, voidCheckIn }: HoldChange): HeldLine {
  const checked = voidCheckIn ? null : line.checked;
  const settled = status === 'FINALIZADO' && line.status === 'A';
  const { requested, authorized, factor, status: lineStatus } = line;
  const quantityHeld = heldQuantity({
    lineStatus,
    ticketStatus: status,
    factor,
    requested,
    authorized,
    received: checked,
    settled,
  });
  return { ...line, checked, settled, held: quantityHeld };
}

/** The base units that a settled line has returned to its invoice line. */
const settledOf = ({ settled, checked, authorized, factor }: HeldLine): Decimal =>
  settled ? inBase(checked ?? authorized, factor) : '0';

const takenBy = (line: HeldLine): Decimal => addDecimals(line.held, settledOf(line));

const isSame = (one: HeldLine, other: HeldLine): boolean =>
  one.checked === other.checked &&
  one.settled === other.settled &&
  compareDecimals(one.held, other.held) === 0;

/** 'Tinta: o ticket precisa de 5 UN, e só restam 2 de 10.' */
function noRoom({ description }: HeldLine, wanted: Decimal, own: Decimal, line: Taken): string {
  const left = addDecimals(freeOf(line), own);
  const all = formatQuantity(purchasedBase(line));
  const rest = isPositive(left)
    ? `só ${compareDecimals(left, '1') === 0 ? 'resta' : 'restam'} ${formatQuantity(left)} de ${all}`
    : `nada resta de ${all}`;
  return `${description}: o ticket precisa de ${formatQuantity(wanted)} ${baseUnitOf(line)}, e ${rest}.`;
}
