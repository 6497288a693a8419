import { and, eq, inArray, sql } from 'drizzle-orm';
import type { TimelineType } from '#contract/catalogs/timelineType.ts';
import { allows } from '#contract/permissions.ts';
import {
  FOLLOWED_PREFERENCE,
  followedNotice,
  followedTitle,
  wantsFollowed,
} from '#contract/rules/tickets/ticketFollowers.ts';
import type { Context } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { people, ticketFollowers, tickets } from '#server/db/tables/index.ts';
import { personById } from '#server/session/currentUser.ts';
import { isOutside, ticketScope } from '#server/session/scope.ts';
import { noticeTo } from '#server/writing/noticeTo.ts';

/** Which of these people may follow the ticket: active people of the company who read it with what the company keeps for itself. */
export async function whoMayFollow(
  db: Executor,
  ticketId: number,
  personIds: readonly number[],
): Promise<number[]> {
  const found: number[] = [];
  for (const id of personIds) {
    const user = await personById(db, id);
    if (!user || isOutside(user) || !allows(user.grants, 'TICKETS_RESPONDER_INTERNO')) continue;
    if ((await db.$count(tickets, and(eq(tickets.id, ticketId), ticketScope(user)))) > 0) found.push(id);
  }
  return found;
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
    .select({ id: people.id, preference: sql<unknown>`${people.preferences} -> ${FOLLOWED_PREFERENCE}` })
    .from(ticketFollowers)
    .innerJoin(people, eq(people.id, ticketFollowers.personId))
    .where(eq(ticketFollowers.ticketId, id));
  if (rows.length === 0) return;
  const all = rows.map((row) => row.id);
  const seeing = new Set(await whoMayFollow(tx, id, all));
  const gone = all.filter((personId) => !seeing.has(personId));
  if (gone.length > 0)
    await tx
      .delete(ticketFollowers)
      .where(and(eq(ticketFollowers.ticketId, id), inArray(ticketFollowers.personId, gone)));
  const told = rows.filter(
    (row) =>
      seeing.has(row.id) &&
      row.id !== ctx.user.id &&
      row.id !== operatorId &&
      wantsFollowed(row.preference, notice),
  );
  await noticeTo(
    tx,
    ctx,
    told.map((row) => row.id),
    { titulo: followedTitle(id, type), texto: `${subject}\nPor ${ctx.user.name}.`, link: `/tickets/${id}` },
  );
}

/** Those who follow a ticket follow another one as well. Returns who did not follow it before. */
export async function copyFollowers(tx: Tx, { from, to }: { from: number; to: number }): Promise<number[]> {
  const rows = await tx
    .insert(ticketFollowers)
    .select(
      tx
        .select({
          ticketId: sql<number>`${to}::integer`.as('ticket_id'),
          personId: ticketFollowers.personId,
          addedById: ticketFollowers.addedById,
          at: ticketFollowers.at,
        })
        .from(ticketFollowers)
        .where(eq(ticketFollowers.ticketId, from)),
    )
    .onConflictDoNothing()
    .returning({ id: ticketFollowers.personId });
  return rows.map(({ id }) => id);
}

/** Those whom a merge brought follow only their own ticket again. */
export async function removeFollowers(tx: Tx, ticketId: number, personIds: readonly number[]): Promise<void> {
  if (personIds.length === 0) return;
  await tx
    .delete(ticketFollowers)
    .where(and(eq(ticketFollowers.ticketId, ticketId), inArray(ticketFollowers.personId, [...personIds])));
}
