import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { ticketMerges } from '#server/db/tables/index.ts';
import { copySet } from '../copies/copies.ts';
import { followerSet } from '../followers/followers.ts';
import { type Merge, mergesInto } from './standingMerges.ts';

/** A row of what a ticket has several of, each of them once, such as its followers. */
interface CarriedRow {
  id: number;
  /** What the ticket has only once: a person, an address. */
  key: number | string;
}

/** What another ticket gets as well when tickets are merged or divided; the one that it comes from keeps it. */
export interface CarriedSet {
  name: 'copies' | 'followers';
  /** The most that a ticket has. */
  most: number;
  /** What the ticket has, the earliest first. */
  rowsOf: (tx: Tx, ticketId: number) => Promise<CarriedRow[]>;
  /** Drops what the ticket has and may no longer have, so that it takes no place. */
  dropLost?: (tx: Tx, ticketId: number) => Promise<void>;
  /** Writes the first of these rows that the ticket may have for it too, as many as there is room for, and says which rows these are. */
  copyTo: (tx: Tx, ticketId: number, ids: readonly number[], room: number) => Promise<number[]>;
  /** Takes those of these rows away that the ticket still has. */
  remove: (tx: Tx, ticketId: number, ids: readonly number[]) => Promise<void>;
}

const SETS: readonly CarriedSet[] = [copySet, followerSet];

/** The rows of each set. */
type CarriedRows = Record<CarriedSet['name'], number[]>;

interface Way {
  from: number;
  to: number;
}

/**
 * What one locked ticket has another one has as well, the earliest first, up to the most that a ticket has. Returns the rows that the
 * other one did not have before.
 * @param except rows that stay where they are
 */
export async function carrySets(tx: Tx, way: Way, except?: CarriedRows): Promise<CarriedRows> {
  const carried: CarriedRows = { copies: [], followers: [] };
  for (const set of SETS) carried[set.name] = await carry(tx, set, way, except?.[set.name]);
  return carried;
}

async function carry(
  tx: Tx,
  set: CarriedSet,
  { from, to }: Way,
  except: readonly number[] = [],
): Promise<number[]> {
  const going = (await set.rowsOf(tx, from)).filter(({ id }) => !except.includes(id));
  if (going.length === 0) return [];
  await set.dropLost?.(tx, to);
  const present = await set.rowsOf(tx, to);
  const had = new Set(present.map(({ key }) => key));
  const fresh = going.filter(({ key }) => !had.has(key)).map(({ id }) => id);
  const room = set.most - present.length;
  return fresh.length > 0 && room > 0 ? set.copyTo(tx, to, fresh, room) : [];
}

/**
 * What was added to a part since its ticket was divided goes to that ticket, with what the tickets have that were merged into the part
 * meanwhile. What the part has from the division was decided about on the ticket itself since.
 */
export async function returnSets(tx: Tx, way: Way, since: CarriedRows): Promise<void> {
  await carrySets(tx, way, since);
  for (const { fromId } of (await mergesInto(tx, way.from)).toReversed())
    await carrySets(tx, { from: fromId, to: way.to });
}

/**
 * What a merge brought leaves the leading ticket, which then has what it would have without: what another ticket that stays merged has
 * too, or did not fit beside it, comes anew with that one, the earliest merge first.
 * @param others the other merges that stand, the newest first
 */
export async function takeBackSets(tx: Tx, { toId, moved }: Merge, others: readonly Merge[]): Promise<void> {
  for (const set of SETS) {
    await set.remove(tx, toId, moved[set.name]);
    for (const other of others.toReversed()) await bring(tx, set, other);
  }
}

async function bring(tx: Tx, set: CarriedSet, { id, fromId, toId }: Merge): Promise<void> {
  const brought = await carry(tx, set, { from: fromId, to: toId });
  if (brought.length === 0) return;
  await tx
    .update(ticketMerges)
    // Other columns of the row may have been written just before.
    .set({
      moved: sql`jsonb_set(${ticketMerges.moved}, ${`{${set.name}}`}, ${ticketMerges.moved} -> ${set.name}::text || ${JSON.stringify(brought)}::jsonb)`,
    })
    .where(eq(ticketMerges.id, id));
}
