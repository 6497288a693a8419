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
    // With a callback it is the pool that asks, which lends a connection to one query at a time.
    if (typeof input.at(-1) === 'function') return ask(...input);
    const answer = last.then(() => ask(...input));
    last = answer.catch(() => {});
    return answer;
  }) as PoolClient['query'];
}
