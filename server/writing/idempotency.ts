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
  request: object,
  work: (tx: Tx) => Promise<A>,
): Promise<A> {
  return ctx.db.transaction(async (tx) => {
    const once = () => endDraft(tx, ctx, { command: routeName, request }, () => work(tx));
    if (!ctx.idempotencyKey) return once();
    const own = and(eq(idempotencyKeys.personId, ctx.user.id), eq(idempotencyKeys.key, ctx.idempotencyKey));
    const [claim] = await tx
      .insert(idempotencyKeys)
      .values({
        personId: ctx.user.id,
        key: ctx.idempotencyKey,
        route: routeName,
        requestHash: hashOf(request),
        createdAt: ctx.now(),
      })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key });
    if (!claim) {
      const [first] = await tx.select().from(idempotencyKeys).where(own);
      if (!first || !isRepeat(first, routeName, request)) {
        await refuseEndedDraft(tx, ctx.sentDraft?.id);
        throw otherRequest();
      }
      return first.response as A;
    }
    // Work that returns nothing is told to have returned null, as a repeat will be.
    const answer = (await once()) ?? null;
    await tx.update(idempotencyKeys).set({ response: answer }).where(own);
    return answer as A;
  });
}

/** The name under which the key of a call is stored: `PUT /sac/coletas/{idColeta}`. */
export const commandName = ({ method, path }: Route): string => `${method} ${path}`;

/**
 * A release before these names stored keys under names of its own ('pickups.update'), some without the parts of the request.
 * For such a key the request alone decides whether it is a repeat, so that a command from before an upgrade can be repeated.
 */
function isRepeat({ route, requestHash }: StoredKey, name: string, request: object): boolean {
  if (route === name) return requestHash === hashOf(request);
  if (route.includes(' ')) return false;
  const { params, body } = request as { params?: object; body?: object };
  return [request, body, { ...params, ...body }].some((each) => requestHash === hashOf(each));
}

type StoredKey = Pick<typeof idempotencyKeys.$inferSelect, 'route' | 'requestHash'>;

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
