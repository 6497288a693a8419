import type { ItemChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { Refusal } from '../../errors.ts';
import type { OrderRecord } from '../orderCore/commands.ts';
import { writeLines } from './changeQuote.ts';

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
  const refusals: (Refusal | null)[] = changes.map(() => null);
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
  await write(changes.map((_, place) => place));
  return refusals;
}

/** All of them or none: a refusal takes back what was written up to it. */
async function refusalOf(
  tx: Tx,
  ctx: Context,
  order: OrderRecord,
  changes: readonly ItemChange[],
): Promise<Refusal | null> {
  if (changes.length === 0) return null;
  try {
    await tx.transaction((part) => writeLines(part, ctx, { order, next: order, changes }));
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
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
