import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { TimelineType } from '#contract/catalogs/timelineType.ts';
import { allows } from '#contract/permissions.ts';
import { grantsFor } from '#contract/rules/access.ts';
import {
  followedNotice,
  followedTitle,
  MOST_FOLLOWERS,
  wantsFollowed,
} from '#contract/rules/tickets/ticketFollowers.ts';
import { noticeText } from '#contract/words/notices.ts';
import type { Context, User } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { amongIds } from '#server/db/conditions.ts';
import { people, personBranches, roles, ticketFollowers, tickets } from '#server/db/tables/index.ts';
import { worksAt } from '#server/session/attendants.ts';
import { isOutside } from '#server/session/scope.ts';
import { noticeTo } from '#server/writing/noticeTo.ts';
import type { CarriedSet } from '../merge/carriedSets.ts';

/** Over `people` joined with `tickets`: active people of the company within whose reach the ticket is. */
export const reachesTicket = (db: Executor): SQL | undefined =>
  and(eq(people.active, true), worksAt(db, eq(personBranches.branchId, tickets.branchId)));

/** Whether somebody reads of the tickets within their reach what the company keeps for itself. */
export const readsInternal = ({
  type,
  grants,
}: {
  type: User['type'];
  grants: typeof roles.$inferSelect.grants;
}): boolean => !isOutside({ type }) && allows(grantsFor(type, grants), 'TICKETS_RESPONDER_INTERNO');

/** Which of these people may follow the ticket: active people of the company who read it with what the company keeps for itself. */
export async function whoMayFollow(
  db: Executor,
  ticketId: number,
  personIds: readonly number[],
): Promise<number[]> {
  if (personIds.length === 0) return [];
  const rows = await db
    .select({ id: people.id, type: people.type, grants: roles.grants })
    .from(people)
    .innerJoin(roles, eq(roles.id, people.roleId))
    .innerJoin(tickets, eq(tickets.id, ticketId))
    .where(and(inArray(people.id, [...personIds]), reachesTicket(db)));
  return rows.filter(readsInternal).map(({ id }) => id);
}

/** Which of these followers still may follow the ticket; the others follow it no longer. */
async function keptFollowers(tx: Tx, ticketId: number, personIds: readonly number[]): Promise<Set<number>> {
  const seeing = new Set(await whoMayFollow(tx, ticketId, personIds));
  const lost = personIds.filter((id) => !seeing.has(id));
  if (lost.length > 0)
    await tx
      .delete(ticketFollowers)
      .where(and(eq(ticketFollowers.ticketId, ticketId), inArray(ticketFollowers.personId, lost)));
  return seeing;
}

/** Those who no longer may follow a locked ticket follow it no longer. */
export async function dropLostFollowers(tx: Tx, ticketId: number): Promise<void> {
  const rows = await tx
    .select({ id: ticketFollowers.personId })
    .from(ticketFollowers)
    .where(eq(ticketFollowers.ticketId, ticketId));
  await keptFollowers(
    tx,
    ticketId,
    rows.map(({ id }) => id),
  );
}

type Told = Pick<typeof tickets.$inferSelect, 'id' | 'subject' | 'operatorId' | 'mergedIntoId'>;

/**
 * Tells those who follow a ticket what was just written into it. Whoever did it and whoever is responsible know already; somebody who
 * may no longer see the ticket is told nothing and follows it no longer.
 */
export async function tellFollowers(
  tx: Tx,
  ctx: Pick<Context, 'user' | 'now' | 'ip' | 'requestId'>,
  { id, subject, operatorId, mergedIntoId }: Told,
  type: TimelineType,
): Promise<void> {
  const notice = followedNotice(type);
  // What becomes of a merged ticket is told by the one that leads on.
  if (notice === null || mergedIntoId !== null) return;
  const rows = await tx
    .select({ id: people.id, preferences: people.preferences })
    .from(ticketFollowers)
    .innerJoin(people, eq(people.id, ticketFollowers.personId))
    .where(eq(ticketFollowers.ticketId, id));
  if (rows.length === 0) return;
  const seeing = await keptFollowers(
    tx,
    id,
    rows.map((row) => row.id),
  );
  const told = rows.filter(
    (row) =>
      seeing.has(row.id) &&
      row.id !== ctx.user.id &&
      row.id !== operatorId &&
      wantsFollowed(row.preferences, notice),
  );
  await noticeTo(
    tx,
    ctx,
    told.map((row) => row.id),
    {
      titulo: followedTitle(id, type),
      texto: `${subject}\n${noticeText('SEGUIDO_POR', { pessoa: ctx.user.name })}`,
      link: `/tickets/${id}`,
    },
  );
}

/** Whoever does not see the ticket does not follow it, and takes nobody's place. */
export const followerSet: CarriedSet = {
  name: 'followers',
  most: MOST_FOLLOWERS,
  rowsOf: (tx, ticketId) =>
    tx
      .select({ id: ticketFollowers.id, key: ticketFollowers.personId })
      .from(ticketFollowers)
      .where(eq(ticketFollowers.ticketId, ticketId))
      .orderBy(asc(ticketFollowers.at), asc(ticketFollowers.id)),
  dropLost: dropLostFollowers,
  async copyTo(tx, ticketId, ids, room) {
    const rows = await tx
      .select()
      .from(ticketFollowers)
      .where(amongIds(ticketFollowers.id, ids))
      .orderBy(asc(ticketFollowers.at), asc(ticketFollowers.id));
    const able = await whoMayFollow(
      tx,
      ticketId,
      rows.map(({ personId }) => personId),
    );
    const chosen = rows.filter(({ personId }) => able.includes(personId)).slice(0, room);
    if (chosen.length === 0) return [];
    const written = await tx
      .insert(ticketFollowers)
      .values(chosen.map(({ personId, addedById, at }) => ({ ticketId, personId, addedById, at })))
      .returning({ id: ticketFollowers.id });
    return written.map(({ id }) => id);
  },
  async remove(tx, ticketId, ids) {
    await tx
      .delete(ticketFollowers)
      .where(and(eq(ticketFollowers.ticketId, ticketId), amongIds(ticketFollowers.id, ids)));
  },
};
