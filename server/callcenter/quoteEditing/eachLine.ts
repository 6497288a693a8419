import type { ItemChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { notFound, Refusal } from '../../errors.ts';
import type { OrderRecord } from '../orderCore/commands.ts';
import { settingOfOrder } from '../productCore/queries.ts';
import { writeLines } from './changeQuote.ts';
import { changedLines } from './itemChanges.ts';
import { lineLimits, requireValidLines } from './linePrices.ts';
import {
  type Line,
  lineOf,
  type PricedLine,
  pricedLines,
  pricingOf,
  pricingTerms,
  storedLines,
} from './quoteLines.ts';

/** The field of a change that a refusal speaks of: `itens.3.qtde`. */
const PLACE = /^itens\.(\d+)\./;

/**
 * Writes line changes of a locked quote in their order, each judged by the rules for a single one: those that are refused are
 * left out, with their refusals at their places, and the others are written. The caller writes the totals.
 */
export async function writeEachLine(
  tx: Tx,
  ctx: Context,
  order: OrderRecord,
  changes: readonly ItemChange[],
): Promise<(Refusal | null)[]> {
  const refusals = await foreseenRefusals(tx, ctx, order, changes);
  const write = async (places: readonly number[]): Promise<void> => {
    const refusal = await refusalOf(
      tx,
      ctx,
      order,
      places.flatMap((place) => changes[place] ?? []),
    );
    const [place] = places;
    if (!refusal || place === undefined) return;
    if (places.length === 1) refusals[place] = refusal;
    else for (const part of partsOf(places, refusal)) await write(part);
  };
  await write(changes.flatMap((_, place) => (refusals[place] ? [] : [place])));
  return refusals;
}

/**
 * What quantities, stock and products refuse, each change judged after the accepted ones before it. Everything is priced once, so
 * that a list full of refusals costs as much as one without; what depends on prices is judged when the others are written.
 */
async function foreseenRefusals(
  tx: Tx,
  ctx: Context,
  order: OrderRecord,
  changes: readonly ItemChange[],
): Promise<(Refusal | null)[]> {
  if (changes.length === 0) return [];
  const setting = await settingOfOrder(tx, ctx, order);
  const stored = (await storedLines(tx, order.id)).map(lineOf);
  const terms = await pricingTerms(tx, setting, order, stored);
  const refusals: (Refusal | null)[] = changes.map(() => null);
  const changed = (lines: readonly PricedLine[], change: ItemChange) =>
    changedLines(tx, lines, [change], order.branchId, setting.parameters.usaCarrinho);
  const judged = async (judge: (change: ItemChange) => Promise<void>) => {
    for (const [place, change] of changes.entries())
      if (!refusals[place]) refusals[place] = await refusalIn(() => judge(change));
  };

  const before = await pricedLines(tx, terms, stored);
  const named: Line[] = [];
  await judged(async (change) => {
    const { lines, touched } = await changed(before, change);
    named.push(...lines.filter(({ line }) => touched.has(line)));
  });
  const pricing = await pricingOf(tx, terms, named);
  let sound: readonly PricedLine[] = before;
  await judged(async (change) => {
    const { lines, touched } = await changed(sound, change);
    const soundByLine = new Map(sound.map((line) => [line.line, line]));
    const after = lines.flatMap(
      (line) => (touched.has(line.line) ? pricing(line) : soundByLine.get(line.line)) ?? [],
    );
    if (after.length < lines.length) throw notFound();
    requireValidLines({ lines: after, touched, ...lineLimits(setting) });
    sound = after;
  });
  return refusals;
}

async function refusalIn(work: () => Promise<void>): Promise<Refusal | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** All of them or none: a refusal takes back what was written up to it. */
async function refusalOf(
  tx: Tx,
  ctx: Context,
  order: OrderRecord,
  changes: readonly ItemChange[],
): Promise<Refusal | null> {
  if (changes.length === 0) return null;
  return refusalIn(async () => {
    await tx.transaction((part) => writeLines(part, ctx, { order, next: order, changes }));
  });
}

/** Smaller parts in the same order: each line that the refusal names by itself, or else both halves. */
function partsOf(places: readonly number[], { fields = {} }: Refusal): number[][] {
  const named = new Set(Object.keys(fields).flatMap((path) => PLACE.exec(path)?.[1] ?? []));
  if (named.size === 0) {
    const half = Math.ceil(places.length / 2);
    return [places.slice(0, half), places.slice(half)];
  }
  const parts: number[][] = [];
  let open = false;
  for (const [index, place] of places.entries()) {
    const alone = named.has(String(index));
    const last = parts.at(-1);
    if (last && open && !alone) last.push(place);
    else parts.push([place]);
    open = !alone;
  }
  return parts;
}
