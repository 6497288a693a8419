import { expect, it } from '@jest/globals';
import { paced, wakeFeed } from '../../../server/feed/paced.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('looks seldom at rest, often once something was told, and never after its end', async () => {
  let looks = 0;
  const turns = paced(async () => {
    looks += 1;
    return false;
  });
  await pause(2_500);
  expect(looks).toBeLessThanOrEqual(3);
  const before = looks;
  wakeFeed();
  await pause(1_500);
  expect(looks - before).toBeGreaterThanOrEqual(4);
  await turns.stop();
  const last = looks;
  wakeFeed();
  await pause(500);
  expect(looks).toBe(last);
});
