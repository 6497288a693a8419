import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { heightOf, screenfuls } from '#src/custom/dashboardPage/screenfuls.ts';

const HEIGHT = fc.integer({ min: 1, max: 900 });
/** Rows of the grid in which each block begins at the top or further down, beside the others. */
const blocks = fc
  .array(
    fc.array(fc.record({ lower: fc.integer({ min: 0, max: 300 }), height: HEIGHT }), {
      minLength: 1,
      maxLength: 4,
    }),
    { maxLength: 12 },
  )
  .map((rows) => {
    let top = 0;
    return rows.flatMap((row) => {
      const placed = row.map(({ lower, height }) => ({ top: top + lower, bottom: top + lower + height }));
      top = Math.max(...placed.map(({ bottom }) => bottom)) + 16;
      return placed;
    });
  });
const room = fc.integer({ min: 1, max: 1200 });

describe('screenfuls of a dashboard', () => {
  it('show each block once, in order, and are no higher than the room unless one block is', () => {
    fc.assert(
      fc.property(blocks, room, (all, high) => {
        const pages = screenfuls(all, high);
        const shown = pages.flatMap(({ from, to }) => all.slice(from, to));
        expect(shown).toEqual(all);
        for (const page of pages) {
          const on = all.slice(page.from, page.to);
          expect(page.top).toBe(Math.min(...on.map(({ top }) => top)));
          expect(page.bottom).toBe(Math.max(...on.map(({ bottom }) => bottom)));
          expect(heightOf(page)).toBeLessThanOrEqual(Math.max(high, ...on.map(heightOf)));
        }
      }),
    );
  });

  it('are one where all fits, and before anything is laid out', () => {
    fc.assert(
      fc.property(blocks, (all) => {
        const high = Math.max(0, ...all.map(({ bottom }) => bottom));
        for (const enough of [high, high + 1, 0])
          expect(screenfuls(all, enough)).toHaveLength(Math.min(1, all.length));
      }),
    );
  });

  it.each([
    [
      'rows that fit together',
      [
        [0, 100],
        [0, 100],
        [116, 216],
        [232, 332],
      ],
      220,
      [3, 1],
    ],
    [
      'a row whose second block is too low for the rest of the screen',
      [
        [0, 100],
        [116, 150],
        [116, 300],
      ],
      200,
      [1, 2],
    ],
    [
      'a row of blocks that are each too high',
      [
        [0, 100],
        [116, 516],
        [116, 516],
        [532, 600],
      ],
      300,
      [1, 2, 1],
    ],
    [
      'a high column beside others',
      [
        [0, 400],
        [0, 100],
        [116, 216],
        [432, 500],
      ],
      300,
      [3, 1],
    ],
    [
      'a row that is too high only as a whole',
      [
        [0, 200],
        [150, 350],
        [366, 400],
      ],
      250,
      [1, 2],
    ],
  ])('keep %s', (_, reaches, high, counts) => {
    const all = reaches.map(([top = 0, bottom = 0]) => ({ top, bottom }));
    expect(screenfuls(all, high).map(({ from, to }) => to - from)).toEqual(counts);
  });
});
