/** From where to where a block reaches on the whole dashboard, in pixels. */
export interface Reach {
  top: number;
  bottom: number;
}

/** Blocks that follow one another and are on the screen at once: from the one at `from` to that before `to`. */
export interface Screenful extends Reach {
  from: number;
  to: number;
}

/**
 * The blocks of a dashboard in screenfuls of at most `room` pixels, in their order. What stands side by side stays together where
 * it fits. A screenful is higher than the room only by a block that is, and no higher than that. Without a room, which is before
 * anything is laid out, all are one.
 */
export function screenfuls(blocks: readonly Reach[], room: number): Screenful[] {
  const each = blocks.map(({ top, bottom }, at) => ({ top, bottom, from: at, to: at + 1 }));
  if (room <= 0) return joined(each, () => true);
  const fits = (part: Screenful) =>
    heightOf(part) <= Math.max(room, ...blocks.slice(part.from, part.to).map(heightOf));
  const rows = joined(each, (row, next) => next.top < row.bottom);
  const parts = rows.flatMap((row) => (fits(row) ? row : each.slice(row.from, row.to)));
  return joined(parts, (page, next) => fits(both(page, next)));
}

export const heightOf = ({ top, bottom }: Reach): number => bottom - top;

/** Neighbours as one, as long as the next one belongs to those before it. */
function joined(
  parts: readonly Screenful[],
  belongs: (before: Screenful, next: Screenful) => boolean,
): Screenful[] {
  const all: Screenful[] = [];
  for (const next of parts) {
    const before = all.at(-1);
    if (before && belongs(before, next)) all[all.length - 1] = both(before, next);
    else all.push(next);
  }
  return all;
}

const both = (one: Screenful, next: Screenful): Screenful => ({
  from: one.from,
  to: next.to,
  top: Math.min(one.top, next.top),
  bottom: Math.max(one.bottom, next.bottom),
});
