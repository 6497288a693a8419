import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Route } from '#contract/route.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { idempotencyKeys } from '../db/tables/index.ts';
import { refused } from '../errors.ts';
import { endDraft, refuseEndedDraft } from './draftEnding.ts';

/**
 * Carries a command out once (docs/domain.md 4.5). Everything runs in one transaction that claims the key first, so a concurrent
 * repeat waits for the first request and returns its stored response; if the first one fails, its key is released. Without an
 * Idempotency-Key this is a plain transaction. The draft that the request sends, if any, ends in it (draftEnding.ts).
 *
 * `request` is what makes two commands the same: pass the path parameters along with the body. Throws 422 CHAVE_REPETIDA if
 * the key was used for another request.
 */
export async function withIdempotency<A>(
  ctx: Pick<Context, 'db' | 'user' | 'idempotencyKey' | 'now'> & Partial<Pick<Context, 'sentDraft'>>,
  routeName: string,
  request: unknown,
  work: (tx: Tx) => Promise<A>,
): Promise<A> {
  return ctx.db.transaction(async (tx) => {
    const once = () => endDraft(tx, ctx, { command: routeName, request }, () => work(tx));
    if (!ctx.idempotencyKey) return once();
    const own = and(eq(idempotencyKeys.personId, ctx.user.id), eq(idempotencyKeys.key, ctx.idempotencyKey));
    const requestHash = hashOf(request);
    const taken = await tx
      .insert(idempotencyKeys)
      .values({
        personId: ctx.user.id,
        key: ctx.idempotencyKey,
        route: routeName,
        requestHash,
        createdAt: ctx.now(),
      })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key });
    if (taken.length === 0) {
      const [first] = await tx.select().from(idempotencyKeys).where(own);
      if (!first || !isName(first.route, routeName) || first.requestHash !== requestHash) {
        await refuseEndedDraft(tx, ctx.sentDraft?.id);
        throw otherRequest();
      }
      return first.response as A;
    }
    const answer = await once();
    await tx.update(idempotencyKeys).set({ response: answer }).where(own);
    return answer;
  });
}

/** The name under which the key of a call is stored: `PUT /sac/coletas/{idColeta}`. */
export const commandName = ({ method, path }: Route): string => `${method} ${path}`;

/**
 * Keys of a release before these names were stored under names of their own ('pickups.update'). For such a key the request
 * alone decides whether it is a repeat, so that one that begins before an upgrade may be repeated after it.
 */
const isName = (stored: string, name: string): boolean =>
  stored === name || (name.includes(' ') && !stored.includes(' '));

const otherRequest = () =>
  refused(
    'CHAVE_REPETIDA',
    'Esta chave de repetição já foi usada em outro pedido. Gere uma chave nova e envie de novo.',
  );

const hashOf = (request: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(canonical(request)) ?? '')
    .digest('hex');

/** Sorts the keys, so that the same request always gives the same hash, however it was written. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  const keys = Object.keys(value).sort();
  // The files of a repeated multipart body are stored again, under new ids.
  const compared = keys.join() === 'id,mime,nome,tamanho' ? keys.slice(1) : keys;
  return Object.fromEntries(compared.map((key) => [key, canonical(value[key as keyof typeof value])]));
}
