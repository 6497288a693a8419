import type { Input, Output, Route } from '#contract/route.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { commandName, withIdempotency } from './idempotency.ts';

/** A handler that carries out the command of one route. */
export interface Command<R extends Route> {
  (input: Input<R>, ctx: Context): Promise<Output<R>>;
  readonly route: R;
}

type Work<R extends Route, A> = (tx: Tx, ctx: Context, input: Input<R>) => Promise<A>;

/**
 * The handler of a route that writes: the work is done in one transaction, and only once for an Idempotency-Key, which is
 * kept under the route's own method and path. `after` runs once that is committed, also for a repeat, and gives the answer
 * from what the work returned; it is for what must not be undone or cannot wait in a transaction.
 *
 * What takes seconds, or must stay although the command is refused, has to come before the transaction: such a
 * handler calls `withIdempotency` itself.
 */
export function command<R extends Route>(route: R, work: Work<NoInfer<R>, Output<R>>): Command<R>;
export function command<R extends Route, A>(
  route: R,
  work: Work<NoInfer<R>, A>,
  after: (done: A, ctx: Context, input: Input<NoInfer<R>>) => Promise<Output<R>>,
): Command<R>;
export function command<R extends Route>(
  route: R,
  work: Work<R, unknown>,
  after = async (done: unknown, _ctx: Context, _input: Input<R>): Promise<unknown> => done,
): Command<R> {
  const handler = async (input: Input<R>, ctx: Context) => {
    const request = Object.fromEntries(PARTS.flatMap((part) => (route[part] ? [[part, input[part]]] : [])));
    const done = await withIdempotency(ctx, commandName(route), request, async (tx) => {
      const watch = input.body && ctx.watchBody?.(input.body);
      const answer = await work(tx, ctx, watch ? { ...input, body: watch.body } : input);
      watch?.requireRead();
      return answer;
    });
    return after(done, ctx, input);
  };
  return Object.assign(handler as Command<R>, { route });
}

const PARTS = ['params', 'query', 'body'] as const;
