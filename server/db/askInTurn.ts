import type { PoolClient } from 'pg';
import { timed, timedCallback } from './slowStatements.ts';

type Ask = (...input: unknown[]) => unknown;

/**
 * A connection answers one query after the other, and pg queues no second one for it any more. What reads with
 * `Promise.all` runs within a transaction too: there each query waits here for its turn.
 */
export function askInTurn(client: PoolClient): void {
  const ask = client.query.bind(client) as Ask;
  let last: Promise<unknown> = Promise.resolve();
  client.query = ((...input: unknown[]) => {
    // With a callback it is the pool that asks, which lends a connection to one query at a time; a COPY or a cursor is
    // answered with itself, to be read or written at once.
    const told = input.at(-1);
    if (isStream(input[0])) return ask(...input);
    if (typeof told === 'function')
      return ask(...input.slice(0, -1), timedCallback(input[0], told as (...answer: unknown[]) => unknown));
    const answer = last.then(() => timed(input[0], ask(...input) as Promise<unknown>));
    last = answer.catch(() => {});
    return answer;
  }) as PoolClient['query'];
}

const isStream = (query: unknown) => typeof (query as { submit?: unknown } | null)?.submit === 'function';
