import { inArray } from 'drizzle-orm';
import type { Change } from '../../contract/records/feed.ts';
import type { Executor } from '../db/client.ts';
import { feedEntries, type webhookDeliveries, type webhooks } from '../db/tables/index.ts';
import { placeIn } from '../feed/cursor.ts';
import { visibleChanges } from '../feed/read.ts';
import { feedReaderOf } from './fanOut.ts';

type Delivery = Pick<typeof webhookDeliveries.$inferSelect, 'id' | 'event' | 'body'>;

/** The number of deliveries checked at once. */
const BATCH_SIZE = 1_000;

/**
 * The deliveries, created for an address with its previous settings, that would also be created with its current ones. None
 * of them is a test.
 */
export async function stillPermitted(
  db: Executor,
  webhook: Pick<typeof webhooks.$inferSelect, 'types' | 'branchIds'>,
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
