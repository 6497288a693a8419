import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import type { Db } from '../db/client.ts';
import { people, realtimeMembers } from '../db/tables/index.ts';
import type { ChannelSigner } from './channelSigner.ts';
import type { Hub } from './hub.ts';
import { signal } from './signal.ts';

export type Presence = ReturnType<typeof createPresence>;

/**
 * Tells the listeners of this process who came and who went. The truth is the table of members: whatever the
 * reason for asking, the difference to what was told last is what is told now, so a lost word mends itself.
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
    /** One after the other for each channel: an older answer never follows a newer one. */
    refresh(channel: string): Promise<void> {
      const next = (running.get(channel) ?? Promise.resolve()).catch(() => {}).then(() => compare(channel));
      running.set(channel, next);
      const done = () => running.get(channel) === next && running.delete(channel);
      next.then(done, done);
      return next;
    },
    /** What a new listener is answered. */
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
    /** Nobody of this process listens any more. */
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

/** What the parts of a process's live side share. */
export interface Live {
  deps: Pick<Deps, 'db' | 'now'>;
  /** Names this process in the table of members. */
  node: string;
  hub: Hub;
  presence: Presence;
  signer: () => Promise<ChannelSigner>;
  /** Resolves once the database's notifications arrive: nobody is told "subscribed" before. */
  ready: () => Promise<void>;
  onError: (error: unknown) => void;
}

/** Who is not confirmed for this long was in a process that is gone. */
const EXPIRES = sql`interval '90 seconds'`;

export interface Member {
  channel: string;
  socketId: string;
  personId: number;
}

/** Confirms that these connections are still on their channels, and enters the new ones. */
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

/** Name by id, each person once however many windows they have open. */
async function membersOf(db: Db, channel: string): Promise<Map<number, string>> {
  const rows = await db
    .selectDistinct({ id: people.id, name: people.name })
    .from(realtimeMembers)
    .innerJoin(people, eq(people.id, realtimeMembers.personId))
    .where(eq(realtimeMembers.channel, channel));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** This process ends: nobody is on a channel by it any more. */
export const leaveAll = (db: Db, node: string) => leftMembers(db, eq(realtimeMembers.node, node));

/** Those of processes that ended without a word. */
export const sweepMembers = (db: Db) => leftMembers(db, lt(realtimeMembers.seenAt, sql`now() - ${EXPIRES}`));

async function leftMembers(db: Db, which: ReturnType<typeof eq>): Promise<void> {
  await db.transaction(async (tx) => {
    // Locked in one order: two processes may sweep at once.
    const gone = tx
      .select({ socketId: realtimeMembers.socketId })
      .from(realtimeMembers)
      .where(which)
      .orderBy(realtimeMembers.socketId)
      .for('update', { skipLocked: true });
    const rows = await tx
      .delete(realtimeMembers)
      .where(and(which, inArray(realtimeMembers.socketId, gone)))
      .returning({ channel: realtimeMembers.channel });
    for (const channel of new Set(rows.map((row) => row.channel)))
      await signal(tx, { kind: 'members', channel });
  });
}
