import { eq, inArray, sql } from 'drizzle-orm';
import { DELIVERY_STATES, webhookDeliveryRoutes } from '#contract/config/webhooks.ts';
import type { Change } from '#contract/records/routes/feed.ts';
import { isId, isSearch, simpleList, wrote } from '../config/simpleRest.ts';
import type { Executor, Tx } from '../db/client.ts';
import { containing } from '../db/conditions.ts';
import { feedEntries, webhookDeliveries, webhooks } from '../db/tables/index.ts';
import { notFound, refused } from '../errors.ts';
import { placeIn } from '../feed/cursor.ts';
import { visibleChanges } from '../feed/read.ts';
import { implement } from '../implement.ts';
import { signalFeed } from '../realtime/signal.ts';
import { audit } from '../writing/audit.ts';
import { command } from '../writing/command.ts';
import { feedReaderOf } from './fanOut.ts';
import { requireEveryBranch, requireReading, selectDeliveries, typesOf } from './queries.ts';

/** The outcome of each message. */
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
  /**
   * Sends the same message with the same id, so a receiver that already has it drops it. Its three days start again. Only for
   * messages that the webhook's current types and branches cover; the webhook is locked before its delivery, so that these
   * cannot change meanwhile.
   */
  resend: command(webhookDeliveryRoutes.resend, async (tx, ctx, { params }) => {
    requireEveryBranch(ctx);
    const own = eq(webhookDeliveries.id, params.id);
    const [row] = await tx.select().from(webhookDeliveries).where(own);
    if (!row) throw notFound();
    const [of] = await tx.select().from(webhooks).where(eq(webhooks.id, row.webhookId)).for('share');
    if (!of) throw notFound();
    await requireReading(tx, ctx, typesOf(row.event, of.types));
    if (!row.test) await requirePermitted(tx, of, row);
    const { rowCount } = await tx
      .update(webhookDeliveries)
      .set({ state: 'PENDENTE', nextAttemptAt: sql`now()`, startedAt: sql`now()` })
      .where(own);
    if (!rowCount) throw notFound();
    await audit(tx, ctx, {
      action: 'REENVIAR',
      entity: 'webhooks',
      entityId: row.webhookId,
      after: { mensagem: row.messageId },
    });
    const resting = of.restingUntil !== null && of.restingUntil > ctx.now();
    await signalFeed(tx, 'due');
    return wrote(
      row.id,
      `${whenSent(row.test || of.active, !row.test && resting)} O número da mensagem é o mesmo.`,
    );
  }),
});

async function requirePermitted(
  tx: Tx,
  webhook: typeof webhooks.$inferSelect,
  row: typeof webhookDeliveries.$inferSelect,
): Promise<void> {
  if (!webhook.types.includes(row.event.split('.')[0] ?? ''))
    throw refused('FORA_DO_WEBHOOK', 'O webhook não avisa mais este tipo, e esta mensagem não vai de novo.');
  if (webhook.branchIds.length > 0 && !(await stillPermitted(tx, webhook, [row])).has(row.id))
    throw refused(
      'FORA_DO_WEBHOOK',
      'Esta mensagem não é das filiais que o webhook avisa, e não vai de novo.',
    );
}

function whenSent(on: boolean, resting: boolean): string {
  if (!on) return 'O webhook está desligado: vai de novo quando for ligado.';
  return resting
    ? 'O endereço falhou seguidas vezes e descansa: vai de novo em alguns minutos.'
    : 'Vai de novo agora.';
}

type Delivery = Pick<typeof webhookDeliveries.$inferSelect, 'id' | 'event' | 'body'>;

/** The number of deliveries checked at once. */
const BATCH_SIZE = 1_000;

/**
 * The deliveries, created for an address with its previous settings, that would also be created with its current ones. None
 * of them is a test.
 */
export async function stillPermitted(
  db: Executor,
  webhook: Pick<typeof webhooks.$inferSelect, 'types' | 'branchIds' | 'personalData'>,
  deliveries: readonly Delivery[],
): Promise<ReadonlySet<number>> {
  const user = await feedReaderOf(db, webhook);
  const permitted = new Set<number>();
  for (let from = 0; from < deliveries.length; from += BATCH_SIZE) {
    const some = deliveries.slice(from, from + BATCH_SIZE).map(({ id, event, body }) => {
      const change = (JSON.parse(body) as { data?: Partial<Change> }).data;
      return {
        deliveryId: id,
        type: event.split('.')[0] ?? '',
        recordId: change?.id ?? 0,
        happened: change?.acao ?? 'alterado',
        code: change?.codigo ?? '',
        // Webhooks are read by the company.
        internal: false,
        place: placeIn(change?.cursor ?? ''),
      };
    });
    const branchesOf = await branchesAt(
      db,
      some.flatMap(({ happened, place }) => (happened === 'excluido' && place ? [place.position] : [])),
    );
    const rows = some.map((each) => ({
      ...each,
      branchIds: each.place ? (branchesOf.get(`${each.place.position} ${each.place.mark}`) ?? null) : null,
    }));
    for (const { row } of await visibleChanges(db, user, rows)) permitted.add(row.deliveryId);
  }
  return permitted;
}

/** The branches of deleted records; they are no longer known for entries swept from the feed. */
async function branchesAt(db: Executor, positions: readonly number[]) {
  if (positions.length === 0) return new Map<string, number[] | null>();
  const rows = await db
    .select({ position: feedEntries.position, mark: feedEntries.mark, branchIds: feedEntries.branchIds })
    .from(feedEntries)
    .where(inArray(feedEntries.position, [...positions]));
  return new Map(rows.map(({ position, mark, branchIds }) => [`${position} ${mark}`, branchIds]));
}
