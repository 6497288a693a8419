import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { columnsThatFit } from '#src/custom/reportViewer/whatFits.ts';

const widths = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 15 });
const sum = (numbers: readonly number[]) => numbers.reduce((total, next) => total + next, 0);

describe('columns of a table that nobody scrolls', () => {
  it('are as many as fit from the left, and at least the first', () => {
    fc.assert(
      fc.property(widths, fc.integer({ min: 1, max: 3000 }), (all, room) => {
        const count = columnsThatFit(all, room);
        expect(count).toBeGreaterThanOrEqual(1);
        if (count > 1) expect(sum(all.slice(0, count))).toBeLessThanOrEqual(room);
        if (count < all.length) expect(sum(all.slice(0, count + 1))).toBeGreaterThan(room);
      }),
    );
  });
});
