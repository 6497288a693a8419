import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { walkedGroups } from '#server/sac/tickets/list/groupedPlaces.ts';

/** A million tickets by status. */
const BY_STATUS = [12_000, 3_000, 6_000, 68_000, 20_000, 806_000];
const all = BY_STATUS.reduce((sum, size) => sum + size, 0);

describe('groups walked to their end', () => {
  it('are all, for a list of most tickets', () => {
    expect(walkedGroups({ listed: 806_000, all, groups: BY_STATUS }, false, 0)).not.toContain(false);
  });

  it('are those that are not much larger than the list', () => {
    const walked = walkedGroups({ listed: 47_000, all, groups: BY_STATUS }, false, 0);
    expect(walked).toEqual([true, true, true, true, true, false]);
  });

  it('are none if there are many, each larger than the list', () => {
    expect(walkedGroups({ listed: 10_001, all, groups: Array(12).fill(76_000) }, false, 0)).toBeNull();
  });

  it('are all for a page far from the beginning of a long list, and few for one of a short list', () => {
    const groups = Array(12).fill(76_000);
    expect(walkedGroups({ listed: 120_000, all, groups }, false, 25_000)).not.toContain(false);
    expect(walkedGroups({ listed: 30_000, all, groups }, false, 25_000)).toBeNull();
  });

  it('are all or none if each entry is looked up in its row', () => {
    const groups = BY_STATUS;
    expect(walkedGroups({ listed: 500_000, all, groups }, true, 0)).not.toContain(false);
    expect(walkedGroups({ listed: 400_000, all, groups }, true, 0)).toBeNull();
    expect(walkedGroups({ listed: 200_000, all, groups }, true, 25_000)).not.toContain(false);
    expect(walkedGroups({ listed: 100_000, all, groups }, true, 25_000)).toBeNull();
  });

  it('never cost more in all than gathering the list does, nor all tickets', () => {
    const sizes = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 10_001, max: 1_000_000 }), (groups, listed) => {
        const total = groups.reduce((sum, size) => sum + size, 0);
        const walked = walkedGroups({ listed, all: total, groups }, false, 0) ?? [];
        const cost = walked.reduce((sum, walks, at) => sum + (walks ? (groups[at] ?? 0) : listed), 0);
        expect(cost).toBeLessThanOrEqual(Math.min(total, listed * 5));
      }),
    );
  });
});
