import { expect, it } from '@jest/globals';
import { counted, mergeRuns, type Outcome, passedOnRetry } from '../e2e/support/outcome.ts';

const outcome = (journeys: Record<string, boolean>): Outcome => ({
  journeys: new Map(Object.entries(journeys)),
  broken: new Set(),
});

it('counts a journey by the result of its last run', () => {
  const first = outcome({ '/a: one': true, '/a: two': false, '/a: three': false, '/b: one': true });
  const both = mergeRuns(first, outcome({ '/a: one': false, '/a: two': true, '/a: three': false }));
  expect(counted(both)).toEqual({ passed: 2, failed: 2 });
  expect(passedOnRetry(first, both)).toEqual([expect.stringMatching(/a: two$/)]);
});
