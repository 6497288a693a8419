import { eq, sql } from 'drizzle-orm';
import type { negotiationRoutes } from '../../../contract/callcenter/negotiations.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import { priceNegotiations } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { Results } from '../../sac/pickups/rules.ts';
import { alreadyDecided, lockRequests } from './lockRequests.ts';
import { type RecordedPrice, recordPrices } from './record.ts';
import type { NegotiationRow } from './rows.ts';

type Cancel = typeof negotiationRoutes.cancel;
type Seen = typeof negotiationRoutes.seen;

/** Takes own requests back while nobody has decided. */
export const cancelRequests = ({ query }: Input<Cancel>, ctx: Context): Promise<Output<Cancel>> =>
  withIdempotency(ctx, 'negotiations.cancel', { query }, async (tx) => {
    const results = new Results();
    for await (const { order, rows } of lockRequests(tx, ctx, query.ids, results)) {
      const cancelled: RecordedPrice[] = [];
      for (const row of rows) {
        const { id, requestedPrice } = row.negotiation;
        const done = await results.attempt(id, async () => {
          requireOwn(row, ctx);
          const refusal = alreadyDecided(row);
          if (refusal) throw refusal;
          await tx
            .update(priceNegotiations)
            .set({ status: 'C', decidedAt: ctx.now(), version: sql`${priceNegotiations.version} + 1` })
            .where(eq(priceNegotiations.id, id));
          return true;
        });
        if (!done) continue;
        results.done.push(id);
        cancelled.push({ id, product: row.product.descricao, price: requestedPrice });
      }
      await recordPrices(tx, ctx, order, {
        action: 'CANCELAR_PRECO',
        words: ['Solicitação de preço cancelada', 'solicitações de preço canceladas'],
        prices: cancelled,
      });
    }
    return results.answer();
  });

/** A receipt of who asked: nothing happened to the customer, so only the audit keeps it. */
export const markSeen = ({ body }: Input<Seen>, ctx: Context): Promise<Output<Seen>> =>
  withIdempotency(ctx, 'negotiations.seen', { body }, async (tx) => {
    const results = new Results();
    for await (const { order, rows } of lockRequests(tx, ctx, body.ids, results)) {
      const seen: number[] = [];
      for (const row of rows) {
        const { id, status, seenAt } = row.negotiation;
        const fresh = await results.attempt(id, async () => {
          requireOwn(row, ctx);
          if (status !== 'A' && status !== 'N')
            throw refused('NAO_DECIDIDO', 'Ninguém decidiu este preço ainda.');
          if (seenAt) return false;
          await tx
            .update(priceNegotiations)
            .set({ seenAt: ctx.now(), version: sql`${priceNegotiations.version} + 1` })
            .where(eq(priceNegotiations.id, id));
          return true;
        });
        if (fresh === undefined) continue;
        results.done.push(id);
        if (fresh) seen.push(id);
      }
      if (seen.length > 0)
        await audit(tx, ctx, {
          action: 'LER',
          entity: 'price_negotiations',
          entityId: order.id,
          after: { precos: seen },
        });
    }
    return results.answer();
  });

function requireOwn({ negotiation, requester }: NegotiationRow, { user }: Context): void {
  if (negotiation.requesterId !== user.id)
    throw refused('DE_OUTRA_PESSOA', `A solicitação é de ${requester}: só quem pediu pode fazer isto.`);
}
