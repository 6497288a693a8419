import { expect, it } from '@jest/globals';
import { SCREEN_CASES, screenPaths } from '#tests/e2e/support/everyScreen/stops.ts';

/** The long walks through every screen only visit known routes, so a missing one would go unnoticed. */
it('every screen of the console is part of the long test walks', () => {
  const paths = screenPaths();
  expect(paths.length).toBeGreaterThan(60);
  expect(Object.keys(SCREEN_CASES).filter((name) => !paths.includes(name))).toEqual([]);
  expect(paths.filter((name) => name.includes(':') && !SCREEN_CASES[name]?.at)).toEqual([]);
});
