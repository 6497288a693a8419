import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import type { KeptOfMerged, MovedRecords } from '../../db/tables/customers/customerMerges.ts';
import { records, tickets } from '../../db/tables/index.ts';
import { FEED_TYPE_OF } from '../../feed/writeFeed.ts';
import { publishOrder, publishTicket } from '../../realtime/publish.ts';
import { customType } from '../../records/custom/queries.ts';
import { recordCodes } from '../../records/write/auditedRecord.ts';
import { type AuditEntry, publishParts } from '../../writing/audit.ts';
import { FOLLOWING } from './references.ts';

/** Changes that are written together: a customer may have many thousands of orders. */
const BATCH_SIZE = 1_000;
/** Of the tickets and of the orders, the newest ones, whose open pages are told at once. Others show it when they are opened. */
const MAX_LIVE = 100;

/** The tables whose rows other systems know by their number. A negotiation is told as its order. */
const TOLD = FOLLOWING.filter(
  ({ table, key }) => key === 'id' && table !== 'price_negotiations' && Object.hasOwn(FEED_TYPE_OF, table),
);

interface Moved extends Pick<MovedRecords, 'moved' | 'hidden' | 'records'>, Pick<KeptOfMerged, 'doubles'> {
  /** The customers that are there, whose mix other systems know by their number. */
  customerIds: readonly number[];
  /** If what both had is gone, the branches that saw it; absent if it is there again. */
  goneFrom?: readonly number[] | undefined;
}

/** Tells other systems and open pages of everything that has another customer now; the log has one entry for all of it. */
export async function publishMoved(tx: Tx, ctx: Context, what: Moved): Promise<void> {
  const { moved, hidden, doubles, customerIds } = what;
  const twice = new Set(hidden);
  const entries: AuditEntry[] = [
    ...TOLD.flatMap(({ table }) =>
      idsOf(moved[table])
        .filter((id) => table !== 'delivery_addresses' || !twice.has(id))
        .map((entityId) => ({ action: 'ALTERAR', entity: table, entityId })),
    ),
    ...ofBoth(what, 'customer_contacts', idsOf(doubles.customer_contacts?.map(({ id }) => Number(id)))),
    ...ofBoth(what, 'delivery_addresses', hidden),
    ...(await ofOwnTypes(tx, what)),
    ...(moved.customer_mix || doubles.customer_mix
      ? customerIds.map((entityId) => ({ action: 'ALTERAR', entity: 'customer_mix', entityId }))
      : []),
  ];
  for (let at = 0; at < entries.length; at += BATCH_SIZE)
    await publishParts(tx, ctx, entries.slice(at, at + BATCH_SIZE));
  await publishOpen(tx, ctx, moved);
}

const idsOf = (keys: readonly (string | number)[] = []): number[] => keys.map(Number);

/** What both customers had: it is gone while they are one, and there again afterwards. */
const ofBoth = ({ goneFrom }: Moved, entity: string, ids: readonly number[]): AuditEntry[] =>
  ids.map((entityId) =>
    goneFrom
      ? { action: 'EXCLUIR', entity, entityId, knownAs: { code: String(entityId), branchIds: goneFrom } }
      : { action: 'CRIAR', entity, entityId },
  );

/** Records of the company's own types are told under the key of their type. */
async function ofOwnTypes(tx: Tx, { moved, records: referring }: Moved): Promise<AuditEntry[]> {
  const ids = [...new Set([...idsOf(moved.records), ...referring.map(({ id }) => id)])];
  const found = await tx
    .select({ id: records.id, type: records.type })
    .from(records)
    .where(amongIds(records.id, ids));
  const entries: AuditEntry[] = [];
  for (const type of new Set(found.map((row) => row.type))) {
    const mapped = await customType(tx, type);
    if (!mapped) continue;
    const ofType = found.filter((row) => row.type === type).map(({ id }) => id);
    const codes = await recordCodes(tx, mapped, amongIds(mapped.mapping.table.id, ofType));
    for (const [entityId, code] of codes)
      entries.push({ action: 'ALTERAR', entity: 'records', entityId, knownAs: { type, code } });
  }
  return entries;
}

const newest = (keys: MovedRecords['moved'][string] | undefined): number[] =>
  idsOf(keys)
    .sort((a, b) => b - a)
    .slice(0, MAX_LIVE);

async function publishOpen(tx: Tx, ctx: Context, moved: MovedRecords['moved']): Promise<void> {
  for (const id of newest(moved.orders)) await publishOrder(tx, ctx, { id, action: 'ALTERAR', told: [] });
  const rows = await tx
    .select()
    .from(tickets)
    .where(amongIds(tickets.id, newest(moved.tickets)))
    .orderBy(tickets.id);
  for (const ticket of rows)
    await publishTicket(tx, {
      ticket,
      type: 'CADASTRO',
      internal: true,
      noticed: false,
      by: ctx.user,
      at: ctx.now(),
    });
}
