import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { priceNegotiations } from '../../db/tables/index.ts';
import { conflict, notFound, type Refusal, refused } from '../../errors.ts';
import { inOrder, type Results } from '../../sac/pickups/rules.ts';
import { lockOrder, type OrderRecord } from '../orderLock.ts';
import { type NegotiationRow, selectNegotiations } from './rows.ts';
import { negotiationScope } from './scope.ts';

export interface LockedRequests {
  order: OrderRecord;
  rows: NegotiationRow[];
}

/**
 * The negotiations of the ids, under the lock of their quotes, quote by quote in the order of the numbers: two who
 * decide at once never wait for each other, and the second reads what the first has written. What is unknown or out
 * of scope fails alike.
 */
export async function* lockRequests(
  tx: Tx,
  ctx: Context,
  ids: readonly number[],
  results: Results,
): AsyncGenerator<LockedRequests> {
  const wanted = inOrder(ids);
  const found = await tx
    .select({ id: priceNegotiations.id, orderId: priceNegotiations.orderId })
    .from(priceNegotiations)
    .where(and(inArray(priceNegotiations.id, wanted), negotiationScope(ctx.user)))
    .orderBy(asc(priceNegotiations.id));
  const known = new Set(found.map(({ id }) => id));
  for (const id of wanted) if (!known.has(id)) results.fail(id, notFound());
  for (const orderId of inOrder(found.map((row) => row.orderId))) {
    const order = await lockOrder(tx, ctx, { id: orderId });
    const own = found.filter((row) => row.orderId === orderId).map(({ id }) => id);
    const condition = and(eq(priceNegotiations.orderId, orderId), inArray(priceNegotiations.id, own));
    yield { order, rows: await selectNegotiations(tx, condition) };
  }
}

const DONE = { A: 'autorizou', N: 'negou', C: 'cancelou' } as const;

/** Who comes second hears who was first. */
export function alreadyDecided({ negotiation, decider, requester }: NegotiationRow): Refusal | null {
  const { status } = negotiation;
  if (status === 'P') return null;
  const who = (status === 'C' ? requester : decider) ?? 'Outra pessoa';
  return refused('JA_DECIDIDO', `${who} já ${DONE[status]} este preço. Veja como ficou.`);
}

export const changedSince = ({ negotiation, requester }: NegotiationRow, versao: number | undefined) =>
  versao !== undefined && versao !== negotiation.version
    ? conflict(`${requester} mudou este pedido de preço. Veja como ficou antes de decidir.`, {
        versao: negotiation.version,
        por: requester,
        em: null,
        estado: {
          precoSolicitado: negotiation.requestedPrice,
          idMotivo: negotiation.reasonId,
          obs: negotiation.note,
        },
      })
    : null;
