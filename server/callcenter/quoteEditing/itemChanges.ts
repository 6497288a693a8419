import { eq } from 'drizzle-orm';
import type { ItemChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import { addDecimals, compareDecimals, type Decimal } from '#contract/rules/decimal.ts';
import { type LineOffer, newOffer } from '#contract/rules/orders/offer.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { ServiceParameters } from '../../config/parameters/rules.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { orderItems, tintColors } from '../../db/tables/index.ts';
import { invalid, notFound } from '../../errors.ts';
import { UNIT_PACKAGING } from '../productCore/rules.ts';
import { type Line, lineIn, type PricedLine, type PricingTerms, released } from './quoteLines.ts';

/** The lines after the changes, and which of them the user touched. */
interface ChangedLines {
  lines: Line[];
  /** Maps a line's number in the quote to the index of its change in the request. */
  touched: Map<number, number>;
}

/**
 * Applies the requested changes to the lines. A touched line is priced by today's facts: what the rules gave follows them
 * again, and a price that a person gave goes on. `mergesLines`: adding a product again increases its existing line.
 */
export async function changedLines(
  db: Executor,
  before: readonly PricedLine[],
  changes: readonly ItemChange[],
  branchId: number,
  mergesLines = false,
): Promise<ChangedLines> {
  const lines: Line[] = before.map(lineIn);
  const touched = new Map<number, number>();
  for (const [index, change] of changes.entries()) {
    const tint = await tintOf(db, change);
    const same = mergesLines && sameLine(lines, change, branchId);
    if (same) {
      release(same, before);
      same.quantity = addDecimals(same.quantity, change.qtde ?? '1');
      touched.set(same.line, index);
      continue;
    }
    const line = change.id === undefined ? added(lines, change, branchId, index) : lineById(lines, change.id);
    if (isTouch(line, change, tint)) release(line, before);
    apply(line, change, tint);
    touched.set(line.line, index);
  }
  return { lines, touched };
}

/** The existing line that a plain addition increases (`usaCarrinho`): same product, branch and packaging, nothing special. */
const sameLine = (
  lines: readonly Line[],
  { id, idProd, idFil, idEmb, preco, bonificado, idCor, observacao, removido }: ItemChange,
  branchId: number,
): Line | undefined =>
  [id, preco, bonificado, idCor, observacao, removido].some((each) => each !== undefined)
    ? undefined
    : lines.find(
        (line) =>
          line.productId === idProd &&
          line.branchId === (idFil ?? branchId) &&
          (idEmb === undefined || (line.packagingId || null) === (idEmb || null)) &&
          !line.removed &&
          !line.bonus &&
          line.tint === null,
      );

function release(line: Line, before: readonly PricedLine[]): void {
  const priced = before.find((each) => each.line === line.line);
  if (priced && !line.released) Object.assign(line, { typed: released(priced).typed, released: true });
}

/** Whether the change alters what was offered; a note or the removal does not. */
function isTouch(line: Line, change: ItemChange, tint: Line['tint'] | undefined): boolean {
  const differs = (given: Decimal | null | undefined, held: Decimal | null) =>
    given !== undefined && (given === null || held === null || compareDecimals(given, held) !== 0);
  return (
    differs(change.qtde, line.quantity) ||
    differs(change.preco, line.typed) ||
    (change.idEmb !== undefined && change.idEmb !== (line.packagingId ?? UNIT_PACKAGING)) ||
    (change.bonificado !== undefined && change.bonificado !== line.bonus) ||
    (tint !== undefined && tint?.idCor !== line.tint?.idCor) ||
    (change.removido === false && line.removed)
  );
}

function lineById(lines: Line[], id: number): Line {
  const found = lines.find((line) => line.id === id);
  if (!found) throw notFound();
  return found;
}

function added(
  lines: Line[],
  { idProd, idFil, idEmb, qtde }: ItemChange,
  branchId: number,
  index: number,
): Line {
  if (idProd === undefined) throw invalid({ [`itens.${index}.idProd`]: 'Diga que produto incluir.' });
  const line: Line = {
    id: null,
    line: Math.max(0, ...lines.map((each) => each.line)) + 1,
    productId: idProd,
    branchId: idFil ?? branchId,
    packagingId: idEmb ?? null,
    quantity: qtde ?? '1',
    typed: null,
    released: true,
    stored: null,
    bonus: false,
    tint: null,
    note: '',
    removed: false,
  };
  lines.push(line);
  return line;
}

function apply(line: Line, change: ItemChange, tint: Line['tint'] | undefined): void {
  if (change.qtde !== undefined) line.quantity = change.qtde;
  if (change.idEmb !== undefined && change.idEmb !== (line.packagingId ?? UNIT_PACKAGING)) {
    line.packagingId = change.idEmb;
    // The typed price was for another packaging.
    line.typed = null;
  }
  if (change.preco !== undefined && line.released) line.typed = change.preco;
  if (change.bonificado !== undefined) line.bonus = change.bonificado;
  if (change.observacao !== undefined) line.note = change.observacao;
  if (change.removido !== undefined) line.removed = change.removido;
  if (tint !== undefined) line.tint = tint;
}

async function tintOf(db: Executor, { idCor }: ItemChange): Promise<Line['tint'] | undefined> {
  if (idCor === undefined || idCor === null) return idCor;
  const [color] = await db.select().from(tintColors).where(eq(tintColors.id, idCor));
  if (!color) throw notFound();
  return { idCor: color.id, nome: color.name };
}

interface LineWriting {
  terms: Pick<PricingTerms, 'setting'>;
  /** What the line takes of the customer's flex. */
  flex: Decimal;
  replaced?: LineOffer['replaced'];
}

/**
 * Writes a line. One that was released is a new offer of this moment; of any other only the note and whether it is there.
 * Who removed it, and when, is recorded only once.
 */
export async function writeLine(
  tx: Tx,
  ctx: Context,
  orderId: number,
  line: PricedLine,
  { terms, flex, replaced }: LineWriting,
): Promise<void> {
  const { stored } = line;
  const isUnchanged = stored !== null && (stored.removedAt !== null) === line.removed;
  const { today, parameters } = terms.setting;
  const values = {
    note: line.note,
    ...(!isUnchanged && {
      removedAt: line.removed ? ctx.now() : null,
      removedById: line.removed ? ctx.user.id : null,
    }),
  };
  const offered = offeredColumns(line, {
    at: ctx.now(),
    today,
    parameters,
    flex,
    replaced: replaced ?? null,
  });
  if (!stored)
    await tx
      .insert(orderItems)
      .values({ orderId, line: line.line, productId: line.productId, ...values, ...offered });
  else
    await tx
      .update(orderItems)
      .set({ ...values, ...(line.released && offered) })
      .where(eq(orderItems.id, stored.id));
}

interface Offering {
  at: Date;
  today: CalendarDate;
  parameters: Pick<ServiceParameters, 'validadeOrcamento'>;
  flex: Decimal;
  replaced: LineOffer['replaced'];
}

/** What is stored of a line that is offered at this moment. */
export function offeredColumns(line: PricedLine, { at, today, parameters, flex, replaced }: Offering) {
  return {
    branchId: line.branchId,
    packagingId: line.pack.id || null,
    quantity: line.quantity,
    listPrice: line.list,
    price: line.price,
    discountPercent: line.discountPercent,
    total: line.total,
    cost: line.cost,
    taxes: line.taxes,
    bonus: line.bonus,
    tint: line.tint,
    flex,
    offer: newOffer(line, line.priceFacts, { at, today, days: parameters.validadeOrcamento, replaced }),
  };
}
