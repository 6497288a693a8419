import type { PoolClient } from 'pg';

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
    if (typeof input.at(-1) === 'function' || isStream(input[0])) return ask(...input);
    const answer = last.then(() => ask(...input));
    last = answer.catch(() => {});
    return answer;
  }) as PoolClient['query'];
}

const isStream = (query: unknown) => typeof (query as { submit?: unknown } | null)?.submit === 'function';
