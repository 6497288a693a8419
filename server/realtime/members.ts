import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { people, realtimeMembers } from '../db/tables/index.ts';
import { signal } from './signal.ts';

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
export async function membersOf(db: Db, channel: string): Promise<Map<number, string>> {
  const rows = await db
    .selectDistinct({ id: people.id, name: people.name })
    .from(realtimeMembers)
    .innerJoin(people, eq(people.id, realtimeMembers.personId))
    .where(eq(realtimeMembers.channel, channel));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** This process ends: nobody is on a channel by it any more. */
export const leaveAll = (db: Db, node: string) => removed(db, eq(realtimeMembers.node, node));

/** Those of processes that ended without a word. */
export const sweepMembers = (db: Db) => removed(db, lt(realtimeMembers.seenAt, sql`now() - ${EXPIRES}`));

async function removed(db: Db, which: ReturnType<typeof eq>): Promise<void> {
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
