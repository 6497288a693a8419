import type { Input, Output, Route } from '#contract/route.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { commandName, withIdempotency } from './idempotency.ts';

type Handler<R extends Route> = (input: Input<R>, ctx: Context) => Promise<Output<R>>;

/** A handler that carries out the command of one route. */
export interface Command<R extends Route> extends Handler<R> {
  readonly route: R;
  /** Why it is an `explicit` one. */
  readonly reason?: string;
}

type Work<R extends Route, A, P> = (tx: Tx, ctx: Context, input: Input<R>, prepared: P) => Promise<A>;

interface Prepared<R extends Route, A, P> {
  /** Comes before the transaction, also for a repeat: what takes seconds, or must stay although the command is refused. */
  prepare?: (ctx: Context, input: Input<R>) => Promise<P>;
  /** What makes two calls with one key the same, where it is not the whole input. Path parameters belong to it. */
  request?: (input: Input<R>) => object;
  work: Work<R, A, P>;
}

/**
 * The handler of a route that writes: the work is done in one transaction, and only once for an Idempotency-Key, which is
 * kept under the route's own method and path. `after` runs once that is committed, also for a repeat, and gives the answer
 * from what the work returned; it is for what must not be undone or cannot wait in a transaction.
 */
export function command<R extends Route, P = void>(
  route: R,
  work: Work<NoInfer<R>, Output<R>, void> | Prepared<NoInfer<R>, Output<R>, P>,
): Command<R>;
export function command<R extends Route, A, P = void>(
  route: R,
  work: Work<NoInfer<R>, A, void> | Prepared<NoInfer<R>, A, P>,
  after: (done: A, ctx: Context, input: Input<NoInfer<R>>) => Promise<Output<R>>,
): Command<R>;
export function command<R extends Route, P>(
  route: R,
  given: Work<R, unknown, P | undefined> | Prepared<R, unknown, P | undefined>,
  after = async (done: unknown, _ctx: Context, _input: Input<R>): Promise<unknown> => done,
): Command<R> {
  const parts: Prepared<R, unknown, P | undefined> = typeof given === 'function' ? { work: given } : given;
  const handler = async (input: Input<R>, ctx: Context) => {
    const watch = route.body && input.body && ctx.watchBody?.(input.body);
    const read = watch ? { ...input, body: watch.body } : input;
    const prepared = await parts.prepare?.(ctx, read);
    const request = parts.request?.(input) ?? wholeInput(route, input);
    const done = await withIdempotency(ctx, commandName(route), request, async (tx) => {
      const answer = await parts.work(tx, ctx, read, prepared);
      watch?.requireRead();
      return answer;
    });
    return after(done, ctx, input);
  };
  return Object.assign(handler as Handler<R>, { route });
}

/** For the few calls whose key `command` cannot keep; the handler calls `withIdempotency` itself. */
export const explicit = <R extends Route>(
  route: R,
  handler: Handler<NoInfer<R>>,
  reason: string,
): Command<R> => Object.assign((input: Input<R>, ctx: Context) => handler(input, ctx), { route, reason });

const wholeInput = (route: Route, input: Partial<Record<(typeof PARTS)[number], unknown>>): object =>
  Object.fromEntries(PARTS.flatMap((part) => (route[part] ? [[part, input[part]]] : [])));

const PARTS = ['params', 'query', 'body'] as const;
