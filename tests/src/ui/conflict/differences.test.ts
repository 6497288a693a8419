import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isEqual } from '#src/lean/isEqual.ts';
import { mergeThreeWay } from '#ui/conflict/useConflict.ts';

const form = fc.record({ a: fc.nat(3), b: fc.nat(3), c: fc.array(fc.nat(2), { maxLength: 2 }) });

describe('mergeThreeWay', () => {
  it('never replaces what was typed, and loses nothing that others wrote', () => {
    fc.assert(
      fc.property(form, form, form, (base, theirs, mine) => {
        const { value, taken, disputed } = mergeThreeWay(base, theirs, mine);
        for (const key of ['a', 'b', 'c'] as const) {
          const typed = !isEqual(mine[key], base[key]);
          const changed = !isEqual(theirs[key], base[key]);
          expect(value[key]).toEqual(typed ? mine[key] : theirs[key]);
          expect(disputed.includes(key)).toBe(typed && changed && !isEqual(theirs[key], mine[key]));
          expect(taken.includes(key)).toBe(changed && !typed);
        }
      }),
    );
  });
});
