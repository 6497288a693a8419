import type { PublicContext } from './context.ts';
import type { Executor } from './db/client.ts';
import { auditLog } from './db/tables/index.ts';
import { feedRowsOf, type KnownAs, writeFeed } from './feed/writeFeed.ts';
import { publishOrder, publishRecords } from './realtime/publish.ts';

export interface AuditEntry {
  /** What was done, in capitals: `CRIAR`, `ALTERAR`, `ARQUIVAR`, `ENTRAR`. */
  action: string;
  /** English noun of the record: `tickets`, `people`. */
  entity: string;
  entityId: string | number;
  /** Only the fields that matter to whoever reads the log; absent before a creation. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** Who did it, when the context does not say: a sign-in, a reset by e-mail. */
  personId?: number;
  /** What other systems call the record, for the feed of changes; without it its number. */
  knownAs?: KnownAs;
}

/** One entry for one change, in the change's transaction: both stand or neither does. */
export const audit = (tx: Executor, ctx: AuditContext, entry: AuditEntry): Promise<void> =>
  auditMany(tx, ctx, [entry]);

export type AuditContext = Pick<PublicContext, 'user' | 'ip' | 'requestId' | 'now'>;

/** The same for changes that are written together, in one statement. */
export async function auditMany(
  tx: Executor,
  ctx: AuditContext,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const authorOf = authorIn(ctx);
  await tx.insert(auditLog).values(
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
  for (const { entity, entityId, action } of entries) {
    const id = OF_ORDERS.has(entity) ? Number(entityId) : 0;
    if (Number.isSafeInteger(id) && id > 0) await publishOrder(tx, ctx, { id, action });
  }
}

/**
 * Changes that an entry beside stands for, each of a record of its own: told to other systems without entries of their own.
 * The titles of a note and the contacts of a customer are such.
 */
export async function publishParts(
  tx: Executor,
  ctx: AuditContext,
  entries: readonly AuditEntry[],
): Promise<void> {
  await writeFeed(tx, { personId: authorIn(ctx), at: ctx.now() }, entries);
  await publishRecords(tx, ctx, entries.flatMap(feedRowsOf));
}

/** What happens while somebody is looked at as is the doing of who looks. */
const authorIn =
  ({ user }: AuditContext) =>
  ({ personId }: Pick<AuditEntry, 'personId'>): number | null =>
    personId ?? user?.viewer?.id ?? user?.id ?? null;

/** Entries whose record is a quote or order: whoever looks at it is told. */
const OF_ORDERS: ReadonlySet<string> = new Set(['orders', 'price_negotiations']);

/** Names of fields whose value nobody may read later, even by mistake of a caller. */
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
