import { asc, eq, inArray, sql } from 'drizzle-orm';
import { compareDecimals } from '#contract/rules/decimal.ts';
import type { Problem } from '#contract/rules/problem.ts';
import { unitDivides } from '#contract/rules/quantity.ts';
import {
  baseUnitOf,
  exactIn,
  freeOf,
  inBase,
  namedUnit,
  type ReturnUnit,
  returnUnitsOf,
  unknownUnit,
} from '#contract/rules/tickets/returnUnits.ts';
import { heldQuantity } from '#contract/rules/tickets/ticketLines.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { invoiceItems, invoices, products, ticketItems } from '#server/db/tables/index.ts';
import { refuseProblems } from '#server/errors.ts';
import { judgedTrust, linesWith, lockLines, noteTrust, packagingsOf } from '../../invoices/queries.ts';
import type { TicketRecord } from '../change/lockTicket.ts';

type ItemRow = typeof ticketItems.$inferSelect;

/** The columns of a line that a step sets. */
type StepColumns = Pick<
  ItemRow,
  | 'unit'
  | 'factor'
  | 'requested'
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
    const quantityHeld =
      item.invoiceItemId === null
        ? '0'
        : heldQuantity({
            lineStatus: item.status,
            ticketStatus,
            factor: item.factor,
            requested: item.requested,
            authorized: item.authorized,
            received: item.checked,
            settled: item.settled,
          });
    return { line, item: { ...item, held: quantityHeld } };
  });
  const rising = rows.filter(({ line, item }) => compareDecimals(item.held, line.item.held) > 0);
  const risingItemIds = rising.flatMap(({ item }) => item.invoiceItemId ?? []);
  await lockLines(tx, risingItemIds);
  await updateLines(
    tx,
    rows.map(({ item }) => item),
  );
  const overdrawn = await overdrawnLines(tx, risingItemIds);
  return rising.filter(({ item }) => overdrawn.has(item.invoiceItemId ?? 0)).map(({ line }) => line);
}

/** The invoice lines of which more is taken than was purchased (docs/domain.md 4.2). */
async function overdrawnLines(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const lines = await linesWith(tx, inArray(invoiceItems.id, [...ids]));
  return new Set(lines.filter((line) => compareDecimals(freeOf(line), '0') < 0).map(({ id }) => id));
}

async function updateLines(tx: Tx, items: readonly ItemRow[]): Promise<void> {
  const values = JSON.stringify(
    items.map((item) => ({
      id: item.id,
      unit: item.unit,
      factor: item.factor,
      requested: item.requested,
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
    set unit = n.unit, factor = n.factor, requested = n.requested, status = n.status, authorized = n.authorized, out_of_term = n.out_of_term, other_brand = n.other_brand,
      missing = n.missing, damaged = n.damaged, broken = n.broken, analysis_reason = n.analysis_reason,
      checked = n.checked, check_note = n.check_note, held = n.held
    from jsonb_to_recordset(${values}::jsonb) as n(
      id int, unit text, factor numeric, requested numeric, status text, authorized numeric, out_of_term numeric, other_brand numeric, missing numeric,
      damaged numeric, broken numeric, analysis_reason text, checked numeric, check_note text, held numeric)
    where item.id = n.id`);
}

/** A line of the ticket, labelled as in the dialogs. */
export interface TicketLine {
  id: number;
  label: string;
  /** The unit of its quantities. */
  unit: string;
  /** The units in which it may be told, the invoice's first. */
  units: readonly ReturnUnit[];
  /** Whether base units may have decimals. */
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
      productUnit: products.unit,
      note: {
        unit: sql<string>`coalesce(${invoiceItems.unit}, ${products.unit})`,
        factor: sql<string>`trim_scale(coalesce(${invoiceItems.factor}, 1))::text`,
        baseUnit: sql<string | null>`${invoiceItems.baseUnit}`,
      },
      trust: noteTrust,
    })
    .from(ticketItems)
    .innerJoin(products, eq(products.id, ticketItems.productId))
    .leftJoin(invoiceItems, eq(invoiceItems.id, ticketItems.invoiceItemId))
    .leftJoin(invoices, eq(invoices.id, invoiceItems.invoiceId))
    .where(eq(ticketItems.ticketId, ticketId))
    .orderBy(asc(ticketItems.line));
  const packagings = await packagingsOf(
    db,
    rows.map(({ item }) => item.productId),
  );
  return (await judgedTrust(db, rows)).map(({ item, code, note, productUnit, fractional, barred }) => ({
    id: item.id,
    label: `${code} - ${item.description}`,
    unit: item.unit ?? note.unit,
    units: returnUnitsOf(note, productUnit, packagings.get(item.productId) ?? []),
    divides: unitDivides({ unit: baseUnitOf(note), fractional }),
    barred,
    item,
  }));
}

interface UnitGiven {
  id: number;
  unidade?: string | null | undefined;
  fator?: string | number | null | undefined;
}

/**
 * The lines as they are told in the units that were named for them: someone who counts the bottles of a box names their unit,
 * and all quantities of the line are then in it. A line may be told in a unit if its quantities are exact there; in base units
 * they always are.
 */
export function toldIn(
  lines: readonly TicketLine[],
  given: readonly UnitGiven[],
  path: string,
): TicketLine[] {
  const problems: Problem[] = [];
  const byId = new Map(given.map((each, index) => [each.id, { each, index }]));
  const told = lines.map((line) => {
    const named = byId.get(line.id);
    if (!named?.each.unidade) return line;
    const unit = namedUnit(line.units, named.each);
    const item = unit && reexpressed(line.item, unit);
    if (item) return { ...line, unit: unit.unit, item };
    const cause = unit ? `a linha não é exata em ${unit.unit}` : unknownUnit(line.units);
    problems.push({ field: `${path}.${named.index}.unidade`, message: `${line.label}: ${cause}.` });
    return line;
  });
  refuseProblems(problems);
  return told;
}

/** The line with its quantities in another unit; `null` if one of them is not exact there. */
function reexpressed(item: ItemRow, { unit, factor }: ReturnUnit): ItemRow | null {
  const keys = [
    'requested',
    'authorized',
    'outOfTerm',
    'otherBrand',
    'missing',
    'damaged',
    'broken',
  ] as const;
  const next = { ...item, unit, factor };
  for (const key of keys) {
    const told = exactIn(inBase(item[key], item.factor), factor);
    if (told === null) return null;
    next[key] = told;
  }
  if (item.checked === null) return next;
  const checked = exactIn(inBase(item.checked, item.factor), factor);
  return checked === null ? null : { ...next, checked };
}
