import type { PublicContext } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { insertMany } from '../db/manyRows.ts';
import { auditLog } from '../db/tables/index.ts';
import { feedRowsOf, type KnownAs, writeFeed } from '../feed/writeFeed.ts';
import { publishOrder, publishRecords } from '../realtime/publish.ts';

export interface AuditEntry {
  /** The action, in capitals: `CRIAR`, `ALTERAR`, `ARQUIVAR`, `ENTRAR`. */
  action: string;
  /** English noun of the record: `tickets`, `people`. */
  entity: string;
  entityId: string | number;
  /** Only the fields that matter to a reader of the log; absent before a creation. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** The author when the context does not have one: a sign-in, a reset by e-mail. */
  personId?: number;
  /** The record's identifier in other systems, for the change feed; its number by default. */
  knownAs?: KnownAs;
  /** Not reported to people outside the company. */
  internal?: boolean;
  /** People who are told of the change of a quote or order by an event of their own. */
  told?: readonly number[];
}

/** Writes one entry for one change within the change's transaction, so that either both are stored or neither. */
export const audit = (tx: Executor, ctx: AuditContext, entry: AuditEntry): Promise<void> =>
  auditMany(tx, ctx, [entry]);

export type AuditContext = Pick<PublicContext, 'user' | 'ip' | 'requestId' | 'now'>;

/** The same for several changes, in one statement. */
export async function auditMany(
  tx: Executor,
  ctx: AuditContext,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const authorOf = authorIn(ctx);
  await insertMany(
    tx,
    auditLog,
    entries.map((entry) => ({
      at: ctx.now(),
      personId: authorOf(entry),
      action: entry.action,
      entity: entry.entity,
      entityId: String(entry.entityId),
      before: withoutSecrets(entry.before),
      after: withoutSecrets(entry.after),
      ip: ctx.ip,
      requestId: ctx.requestId,
    })),
  );
  await writeFeed(tx, { personId: authorOf, at: ctx.now() }, entries);
  await publishRecords(tx, ctx, entries.flatMap(feedRowsOf));
  for (const { entity, entityId, action, told = [] } of entries) {
    const id = OF_ORDERS.has(entity) ? Number(entityId) : 0;
    if (Number.isSafeInteger(id) && id > 0) await publishOrder(tx, ctx, { id, action, told });
  }
}

/**
 * Publishes changes to other systems that have no audit entry of their own because another entry covers them, such as the
 * titles of a note or the contacts of a customer.
 */
export async function publishParts(
  tx: Executor,
  ctx: AuditContext,
  entries: readonly AuditEntry[],
): Promise<void> {
  await writeFeed(tx, { personId: authorIn(ctx), at: ctx.now() }, entries);
  await publishRecords(tx, ctx, entries.flatMap(feedRowsOf));
}

/** Actions taken while viewing as another user are attributed to the viewer. */
const authorIn =
  ({ user }: AuditContext) =>
  ({ personId }: Pick<AuditEntry, 'personId'>): number | null =>
    personId ?? user?.viewer?.id ?? user?.id ?? null;

/** Entities whose records are quotes or orders; open views of them are notified. */
const OF_ORDERS: ReadonlySet<string> = new Set(['orders', 'price_negotiations']);

/** Names of fields whose values must never be readable later, even if a caller passes them by mistake. */
const SECRET = /senha|password|token|secret|hash|captcha|cookie|authorization|cartao|card|cvv/i;

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !SECRET.test(key))
      .map(([key, child]) => [key, withoutSecrets(child)]),
  );
}
