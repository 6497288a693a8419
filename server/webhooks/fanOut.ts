import { and, eq, lt, sql } from 'drizzle-orm';
import { grantsOf } from '#contract/permissions.ts';
import type { Change } from '#contract/records/routes/feed.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { Deps, User } from '../context.ts';
import type { Executor, Tx } from '../db/client.ts';
import { feedState, serviceKeys, webhookDeliveries, webhooks } from '../db/tables/index.ts';
import { beginning } from '../feed/cursor.ts';
import { readChanges } from '../feed/read.ts';
import { everyPermissionOf, verbsOf } from '../session/serviceKey.ts';
import { notifyAdministrators } from './switchOff.ts';

type Row = typeof webhooks.$inferSelect;

/** The most untried deliveries that may wait for one address; the rest stays in the feed until they have been sent. */
const MAX_UNTRIED = 1_000;
/** The limit including failed deliveries that will be retried, so that one refused type does not hold up the others. */
const MAX_WAITING = 20_000;
const BATCH_SIZE = 500;

interface Log {
  warn(details: object, text: string): void;
}

interface Needs extends Pick<Deps, 'db' | 'now'> {
  log: Log;
}

/** Creates deliveries for what is new in the feed, for each active address. */
export async function fanOut(needs: Needs): Promise<void> {
  const { db } = needs;
  const behind = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.active, true),
        lt(webhooks.position, sql`(select ${feedState.last} from ${feedState})`),
      ),
    );
  for (const { id } of behind) while (await fanOutSome(needs, id));
}

/** Runs in one transaction with the feed position, so that each change becomes a delivery once, whichever process does it. */
const fanOutSome = (needs: Needs, id: number): Promise<boolean> =>
  needs.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(webhooks)
      .where(and(eq(webhooks.id, id), eq(webhooks.active, true)))
      .for('update', { skipLocked: true });
    if (!row || (await isFull(tx, id))) return false;
    const page = await readChanges(tx, await startPosition(tx, needs, row), {
      user: await feedReaderOf(tx, row),
      types: row.types,
      limit: BATCH_SIZE,
      except: await echoOf(tx, row),
    });
    if (page.itens.length > 0)
      await tx
        .insert(webhookDeliveries)
        .values(page.itens.map((change) => deliveryOf(row, change)))
        // After the position was set back, a message that was already created is not sent as a new one.
        .onConflictDoNothing({ target: webhookDeliveries.messageId });
    await tx
      .update(webhooks)
      .set({ position: page.next.position, mark: page.next.mark })
      .where(eq(webhooks.id, id));
    return page.next.position < page.last;
  });

async function isFull(tx: Executor, id: number): Promise<boolean> {
  const [row] = await tx
    .select({
      all: sql<number>`count(*)::integer`,
      untried: sql<number>`(count(*) filter (where ${webhookDeliveries.attempts} = 0))::integer`,
    })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.state, 'PENDENTE')));
  return row !== undefined && (row.untried >= MAX_UNTRIED || row.all >= MAX_WAITING);
}

/** If an address was off for longer than the feed is kept, the changes it missed are reported and skipped. */
async function startPosition(tx: Tx, { log, now }: Needs, { id, name, position, mark }: Row) {
  const oldest = await beginning(tx);
  if (position >= oldest.position) return { position, mark };
  const missed = oldest.position - position;
  log.warn({ webhook: id, missed }, 'a webhook was off for too long');
  await notifyAdministrators(tx, now, {
    title: `Webhook perdeu mudanças: ${name}`,
    text: `O webhook "${name}" ficou parado por mais tempo do que as mudanças são guardadas, e ${formatCount(missed, 'mudança se perdeu', 'mudanças se perderam')} antes de serem lidas. Ele segue da mais antiga que há: peça ao outro sistema que leia os cadastros por inteiro.`,
  });
  return oldest;
}

/**
 * The user that deliveries are made for, who may read the types of the address in its branches, and nothing else; personal data
 * in full only where the address was set up so.
 */
export async function feedReaderOf(
  db: Executor,
  { types, branchIds, personalData }: Pick<Row, 'types' | 'branchIds' | 'personalData'>,
): Promise<User> {
  const recordVerbs = await verbsOf(
    db,
    types.map((tipo) => ({ tipo, verbos: ['LER'] })),
  );
  return {
    id: 0,
    name: '',
    cpf: '',
    type: branchIds.length > 0 ? 'OPERADOR' : 'ADMIN',
    grants: grantsOf([
      ...(await everyPermissionOf(db, recordVerbs)),
      ...(personalData ? (['DADOS_PESSOAIS'] as const) : []),
    ]),
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

/** The mark is part of the id: a restored database assigns positions again, and those are other messages. */
const deliveryOf = ({ id }: Row, change: Change) => {
  const event = `${change.tipo}.${change.acao}`;
  return {
    webhookId: id,
    messageId: `msg_${id}_${change.cursor.replaceAll('.', '_')}`,
    event,
    body: JSON.stringify({ type: event, timestamp: change.quando, data: change }),
  };
};
