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
import { people, personBranches, roles, ticketFollowers, tickets } from '#server/db/tables/index.ts';
import { worksAt } from '#server/session/attendants.ts';
import { isOutside } from '#server/session/scope.ts';
import { noticeTo } from '#server/writing/noticeTo.ts';

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
  await removeFollowers(
    tx,
    ticketId,
    personIds.filter((id) => !seeing.has(id)),
  );
  return seeing;
}

/** Who follows a locked ticket, after those who no longer may follow it have been dropped. */
export async function currentFollowers(tx: Tx, ticketId: number): Promise<Set<number>> {
  const rows = await tx
    .select({ id: ticketFollowers.personId })
    .from(ticketFollowers)
    .where(eq(ticketFollowers.ticketId, ticketId));
  return keptFollowers(
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

/**
 * Those who follow a ticket follow another one as well if they may, the earliest of them first, up to the most that a ticket has.
 * Returns who did not follow it before.
 */
export async function copyFollowers(tx: Tx, { from, to }: { from: number; to: number }): Promise<number[]> {
  const rows = await tx
    .select()
    .from(ticketFollowers)
    .where(eq(ticketFollowers.ticketId, from))
    .orderBy(asc(ticketFollowers.at), asc(ticketFollowers.personId));
  if (rows.length === 0) return [];
  const following = await currentFollowers(tx, to);
  const able = new Set(
    await whoMayFollow(
      tx,
      to,
      rows.map(({ personId }) => personId),
    ),
  );
  const added = rows
    .filter(({ personId }) => able.has(personId) && !following.has(personId))
    .slice(0, Math.max(0, MOST_FOLLOWERS - following.size));
  if (added.length > 0)
    await tx.insert(ticketFollowers).values(added.map((row) => ({ ...row, ticketId: to })));
  return added.map(({ personId }) => personId);
}

/** Those whom a merge brought follow only their own ticket again. */
export async function removeFollowers(tx: Tx, ticketId: number, personIds: readonly number[]): Promise<void> {
  if (personIds.length === 0) return;
  await tx
    .delete(ticketFollowers)
    .where(and(eq(ticketFollowers.ticketId, ticketId), inArray(ticketFollowers.personId, [...personIds])));
}
