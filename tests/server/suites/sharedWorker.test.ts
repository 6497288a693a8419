import { executionAsyncResource } from 'node:async_hooks';
import { expect, it } from '@jest/globals';

/** What Node carries from each promise to the next for everybody who has ever kept something along them. */
const carried = (resource: object) =>
  Object.getOwnPropertySymbols(resource).filter(({ description }) => description === 'kResourceStore').length;

it('suites in a shared worker do not make promises slower for later ones', async () => {
  await Promise.resolve();
  // Jest's, the queue's, that of calls with one connection and that of counted statements: a worker's suites share each of them, so that
  // their number does not grow with each suite.
  expect(carried(executionAsyncResource())).toBeLessThan(5);
});
