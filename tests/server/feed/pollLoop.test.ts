import { expect, it } from '@jest/globals';
import { pollLoop } from '#server/rounds.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('looks rarely at rest, at once when it is woken, and never after its end', async () => {
  let looks = 0;
  const turns = pollLoop(async () => {
    looks += 1;
    return false;
  });
  await pause(2_500);
  expect(looks).toBeLessThanOrEqual(3);
  const before = looks;
  turns.wake();
  await pause(200);
  expect(looks).toBe(before + 1);
  await turns.stop();
  turns.wake();
  await pause(1_500);
  expect(looks).toBe(before + 1);
});

it('looks again if it was woken during a look, and not for each of many calls', async () => {
  let looks = 0;
  const turns = pollLoop(async () => {
    looks += 1;
    await pause(100);
    return false;
  });
  await pause(20);
  turns.wake();
  await pause(230);
  expect(looks).toBe(2);
  for (let call = 0; call < 100; call += 1) {
    turns.wake();
    await pause(5);
  }
  expect(looks).toBeLessThanOrEqual(8);
  await turns.stop();
});

it('keeps looking while it finds something', async () => {
  let looks = 0;
  const turns = pollLoop(async () => {
    looks += 1;
    return true;
  });
  await pause(900);
  expect(looks).toBeGreaterThanOrEqual(3);
  await turns.stop();
});
