import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { pollLoop } from '#server/rounds.ts';

// The clock is the test's own: how often it looks is a matter of its pauses, not of the machine.
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('looks rarely at rest, at once when it is woken, and never after its end', async () => {
  let looks = 0;
  const turns = pollLoop(async () => {
    looks += 1;
    return false;
  });
  await pass(2_500);
  expect(looks).toBe(3);
  turns.wake();
  await pass(0);
  expect(looks).toBe(4);
  await turns.stop();
  turns.wake();
  await pass(1_500);
  expect(looks).toBe(4);
});

it('looks again if it was woken during a look, and not for each of many calls', async () => {
  let looks = 0;
  const turns = pollLoop(async () => {
    looks += 1;
    await pause(100);
    return false;
  });
  await pass(20);
  turns.wake();
  await pass(130);
  expect(looks).toBe(2);
  await pass(100);
  // Each look takes 100 ms and is followed by 50 ms of rest, however often it is woken: 500 ms hold four.
  for (let call = 0; call < 100; call += 1) {
    turns.wake();
    await pass(5);
  }
  expect(looks).toBe(6);
  await pass(150);
  await turns.stop();
});

it('keeps looking while it finds something', async () => {
  let looks = 0;
  const turns = pollLoop(async () => {
    looks += 1;
    return true;
  });
  await pass(900);
  expect(looks).toBe(5);
  await turns.stop();
});
