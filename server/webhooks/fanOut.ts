import { and, eq, lt, sql } from 'drizzle-orm';
import { grantsOf } from '../../contract/permissions.ts';
import type { Change } from '../../contract/records/feed.ts';
import type { User } from '../context.ts';
import type { Db, Executor } from '../db/client.ts';
import { feedState, serviceKeys, webhookDeliveries, webhooks } from '../db/tables/index.ts';
import { beginning } from '../feed/cursor.ts';
import { readChanges } from '../feed/read.ts';
import { everyPermissionOf, verbsOf } from '../session/serviceKey.ts';

type Row = typeof webhooks.$inferSelect;

/** So many wait for one address at most; the rest stays in the feed until these are through. */
const MOST_WAITING = 1_000;
const AT_ONCE = 500;

interface Log {
  warn(details: object, text: string): void;
}

/** Makes deliveries of what is new in the feed, for each address that is on. Says whether there were any. */
export async function fanOut(db: Db, log: Log): Promise<void> {
  const behind = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.active, true),
        lt(webhooks.position, sql`(select ${feedState.last} from ${feedState})`),
      ),
    );
  for (const { id } of behind) while (await fanOutSome(db, log, id));
}

/** In one transaction with the place in the feed: each change becomes a delivery once, whatever process does it. */
const fanOutSome = (db: Db, log: Log, id: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(webhooks)
      .where(and(eq(webhooks.id, id), eq(webhooks.active, true)))
      .for('update', { skipLocked: true });
    if (!row || (await waiting(tx, id)) >= MOST_WAITING) return false;
    const page = await readChanges(tx, await placeOf(tx, log, row), {
      user: await userOf(tx, row),
      types: row.types,
      limit: AT_ONCE,
      except: await echoOf(tx, row),
    });
    if (page.itens.length > 0)
      await tx
        .insert(webhookDeliveries)
        .values(page.itens.map((change) => deliveryOf(row, change)))
        // A place that was set back to an earlier one: what was told is not told as something new.
        .onConflictDoNothing({ target: webhookDeliveries.messageId });
    await tx
      .update(webhooks)
      .set({ position: page.next.position, mark: page.next.mark })
      .where(eq(webhooks.id, id));
    return page.next.position < page.last;
  });

const waiting = (tx: Executor, id: number) =>
  tx.$count(
    webhookDeliveries,
    and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.state, 'PENDENTE')),
  );

/** What an address that was off for longer than the feed is kept has missed is said, and not waited for. */
async function placeOf(tx: Executor, log: Log, { id, position, mark }: Row) {
  const oldest = await beginning(tx);
  if (position >= oldest.position) return { position, mark };
  log.warn({ webhook: id, missed: oldest.position - position }, 'a webhook was off for too long');
  return oldest;
}

/** Whoever the deliveries are made for: reads the types of the address in its branches, and nothing else. */
export async function userOf(
  db: Executor,
  { types, branchIds }: Pick<Row, 'types' | 'branchIds'>,
): Promise<User> {
  const recordVerbs = verbsOf(types.map((tipo) => ({ tipo, verbos: ['LER'] })));
  return {
    id: 0,
    name: '',
    cpf: '',
    type: branchIds.length > 0 ? 'OPERADOR' : 'ADMIN',
    grants: grantsOf(await everyPermissionOf(db, recordVerbs)),
    branchIds,
    customerId: null,
    representativeId: null,
    sessionId: '',
    recordVerbs,
  };
}

async function echoOf(tx: Executor, { withoutKeyId }: Row): Promise<number | null> {
  if (withoutKeyId === null) return null;
  const [key] = await tx
    .select({ personId: serviceKeys.personId })
    .from(serviceKeys)
    .where(eq(serviceKeys.id, withoutKeyId));
  return key?.personId ?? null;
}

/** The mark is part of the id: a restored database gives positions anew, and those are other messages. */
const deliveryOf = ({ id }: Row, change: Change) => {
  const event = `${change.tipo}.${change.acao}`;
  return {
    webhookId: id,
    messageId: `msg_${id}_${change.cursor.replaceAll('.', '_')}`,
    event,
    body: JSON.stringify({ type: event, timestamp: change.quando, data: change }),
  };
};
