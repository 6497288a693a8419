import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import type { Db } from '../db/client.ts';
import { people, realtimeMembers } from '../db/tables/index.ts';
import type { ChannelSigner } from './channelAccess.ts';
import type { Hub } from './hub.ts';
import { signal } from './signal.ts';

export type Presence = ReturnType<typeof createPresence>;

/**
 * Tells this process's listeners who joined and who left. The members table is the source of truth: each refresh announces
 * the difference to what was announced last, so a lost notification corrects itself.
 */
export function createPresence(db: Db, hub: Hub) {
  const present = new Map<string, Map<number, string>>();
  const running = new Map<string, Promise<void>>();

  async function compare(channel: string): Promise<void> {
    const members = await membersOf(db, channel);
    const before = present.get(channel) ?? new Map<number, string>();
    present.set(channel, members);
    for (const [id, nome] of members) if (!before.has(id)) hub.publish(channel, added(id, nome));
    for (const id of before.keys()) if (!members.has(id)) hub.publish(channel, removed(id));
  }

  return {
    /** Runs one refresh at a time per channel, so that an older result never follows a newer one. */
    refresh(channel: string): Promise<void> {
      const next = (running.get(channel) ?? Promise.resolve()).catch(() => {}).then(() => compare(channel));
      running.set(channel, next);
      const done = () => running.get(channel) === next && running.delete(channel);
      next.then(done, done);
      return next;
    },
    /** The data for a new listener's subscription response. */
    snapshot(channel: string) {
      const members = [...(present.get(channel) ?? [])];
      return {
        presence: {
          count: members.length,
          ids: members.map(([id]) => String(id)),
          hash: Object.fromEntries(members.map(([id, nome]) => [String(id), { nome }])),
        },
      };
    },
    /** Called when no one in this process listens to the channel any more. */
    forget: (channel: string) => void present.delete(channel),
  };
}

const added = (id: number, nome: string) => ({
  event: 'pusher_internal:member_added',
  data: { user_id: String(id), user_info: { nome } },
});

const removed = (id: number) => ({
  event: 'pusher_internal:member_removed',
  data: { user_id: String(id) },
});

/** The state shared by the parts of a process's live update service. */
export interface Live {
  deps: Pick<Deps, 'db' | 'now'>;
  /** Identifies this process in the members table. */
  node: string;
  hub: Hub;
  presence: Presence;
  signer: () => Promise<ChannelSigner>;
  /** Resolves once notifications from the database arrive: no subscription is confirmed before that. */
  ready: () => Promise<void>;
  onError: (error: unknown) => void;
}

/** A member not confirmed for this long belonged to a process that has died. */
const EXPIRES = sql`interval '90 seconds'`;

export interface Member {
  channel: string;
  socketId: string;
  personId: number;
}

/** Confirms that these connections are still on their channels, and inserts the new ones. */
export async function confirmMembers(db: Db, node: string, members: readonly Member[]): Promise<void> {
  if (members.length === 0) return;
  await db
    .insert(realtimeMembers)
    .values(members.map((member) => ({ ...member, node })))
    .onConflictDoUpdate({
      target: [realtimeMembers.channel, realtimeMembers.socketId],
      set: { seenAt: sql`now()`, node },
    });
}

export const enter = (db: Db, node: string, member: Member) =>
  db.transaction(async (tx) => {
    await tx
      .insert(realtimeMembers)
      .values({ ...member, node })
      .onConflictDoNothing();
    await signal(tx, { kind: 'members', channel: member.channel });
  });

export const leave = (db: Db, { channel, socketId }: Pick<Member, 'channel' | 'socketId'>) =>
  db.transaction(async (tx) => {
    await tx
      .delete(realtimeMembers)
      .where(and(eq(realtimeMembers.channel, channel), eq(realtimeMembers.socketId, socketId)));
    await signal(tx, { kind: 'members', channel });
  });

/** Names by id; each person appears once, however many windows they have open. */
async function membersOf(db: Db, channel: string): Promise<Map<number, string>> {
  const rows = await db
    .selectDistinct({ id: people.id, name: people.name })
    .from(realtimeMembers)
    .innerJoin(people, eq(people.id, realtimeMembers.personId))
    .where(eq(realtimeMembers.channel, channel));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Removes all members of this process when it shuts down. */
export const leaveAll = (db: Db, node: string) => leftMembers(db, eq(realtimeMembers.node, node));

/** Removes the members of processes that died without cleaning up. */
export const sweepMembers = (db: Db) => leftMembers(db, lt(realtimeMembers.seenAt, sql`now() - ${EXPIRES}`));

async function leftMembers(db: Db, which: ReturnType<typeof eq>): Promise<void> {
  await db.transaction(async (tx) => {
    // Locked in a fixed order, since two processes may sweep at the same time.
    const goneMembers = tx
      .select({ socketId: realtimeMembers.socketId })
      .from(realtimeMembers)
      .where(which)
      .orderBy(realtimeMembers.socketId)
      .for('update', { skipLocked: true });
    const rows = await tx
      .delete(realtimeMembers)
      .where(and(which, inArray(realtimeMembers.socketId, goneMembers)))
      .returning({ channel: realtimeMembers.channel });
    for (const channel of new Set(rows.map((row) => row.channel)))
      await signal(tx, { kind: 'members', channel });
  });
}
