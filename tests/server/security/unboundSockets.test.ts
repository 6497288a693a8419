import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Connection } from '#server/realtime/hub.ts';
import { endUnbound } from '#server/realtime/node.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function connection() {
  const closed: number[] = [];
  const made: Connection = {
    socketId: '1.1',
    ip: '10.0.0.1',
    channels: new Set(),
    session: null,
    closed: false,
    socket: {
      bufferedAmount: 0,
      send: () => {},
      ping: () => {},
      close: (code) => void closed.push(code),
      terminate: () => {},
      on: () => {},
    },
  };
  return { made, closed };
}

it('a connection that never authenticates is closed, the others stay', () => {
  const nobodys = connection();
  const somebodys = connection();
  for (const { made } of [nobodys, somebodys]) endUnbound(made);
  jest.advanceTimersByTime(30_000);
  expect(nobodys.closed).toEqual([]);
  somebodys.made.session = { id: 'a', personId: 1 };
  jest.advanceTimersByTime(60_000);
  expect([nobodys.closed, somebodys.closed]).toEqual([[4200], []]);
});
