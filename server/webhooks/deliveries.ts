import { eq, sql } from 'drizzle-orm';
import { DELIVERY_STATES, webhookDeliveryRoutes } from '../../contract/config/webhooks.ts';
import { audit } from '../audit.ts';
import { isId, isSearch, simpleList, wrote } from '../config/simpleRest.ts';
import { containing } from '../db/likePattern.ts';
import { webhookDeliveries, webhooks } from '../db/tables/index.ts';
import { notFound } from '../errors.ts';
import { tellNews } from '../feed/news.ts';
import { implement } from '../implement.ts';
import { requireEveryBranch, requireReading } from './access.ts';
import { selectDeliveries, typesOf } from './queries.ts';

/** What became of each message. */
export const webhookDeliveryImplementation = implement(webhookDeliveryRoutes, {
  async list({ query }, ctx) {
    requireEveryBranch(ctx);
    return simpleList(ctx, query, {
      name: 'entregas',
      id: webhookDeliveries.id,
      sorts: {},
      filters: {
        q: (value) =>
          isSearch(value)
            ? sql`fold_text(${webhookDeliveries.event} || ' ' || ${webhookDeliveries.messageId}) like ${containing(value)}`
            : undefined,
        webhook: (value) => (isId(value) ? eq(webhookDeliveries.webhookId, Number(value)) : undefined),
        situacao: (value) => {
          const state = DELIVERY_STATES.find((each) => each === value);
          return state && eq(webhookDeliveries.state, state);
        },
      },
      rows: (where, order, { first, size }) => selectDeliveries(ctx, where, { order, first, size }),
      count: (where) => ctx.db.$count(webhookDeliveries, where),
    });
  },
  async get({ params }, ctx) {
    requireEveryBranch(ctx);
    const [found] = await selectDeliveries(ctx, eq(webhookDeliveries.id, params.id));
    if (!found) throw notFound();
    return found;
  },
  /** The same message with the same id: a receiver that had it drops it. Its three days begin anew. */
  resend: ({ params }, ctx) => {
    requireEveryBranch(ctx);
    return ctx.db.transaction(async (tx) => {
      const [row] = await tx
        .update(webhookDeliveries)
        .set({ state: 'PENDENTE', nextAttemptAt: sql`now()`, startedAt: sql`now()` })
        .where(eq(webhookDeliveries.id, params.id))
        .returning();
      if (!row) throw notFound();
      const [of] = await tx
        .select({ types: webhooks.types, active: webhooks.active, until: webhooks.restingUntil })
        .from(webhooks)
        .where(eq(webhooks.id, row.webhookId));
      await requireReading(tx, ctx, typesOf(row.event, of?.types ?? []));
      await audit(tx, ctx, {
        action: 'REENVIAR',
        entity: 'webhooks',
        entityId: row.webhookId,
        after: { mensagem: row.messageId },
      });
      const resting = of?.until != null && of.until.getTime() > Date.now();
      await tellNews(tx, 'due');
      return wrote(
        row.id,
        `${whenSent(row.test || (of?.active ?? false), !row.test && resting)} O número da mensagem é o mesmo.`,
      );
    });
  },
});

function whenSent(on: boolean, resting: boolean): string {
  if (!on) return 'O webhook está desligado: vai de novo quando for ligado.';
  return resting
    ? 'O endereço falhou seguidas vezes e descansa: vai de novo em alguns minutos.'
    : 'Vai de novo agora.';
}
