import { and, asc, eq, gte, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { type TimelineType, timelineType } from '#contract/catalogs/timelineType.ts';
import { formatCount } from '#contract/rules/format.ts';
import { followedNotice, followedTitle, wantsFollowed } from '#contract/rules/tickets/ticketFollowers.ts';
import { noticeText } from '#contract/words/notices.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { amongIds } from '#server/db/conditions.ts';
import { people, roles, ticketEvents, ticketFollowers, tickets } from '#server/db/tables/index.ts';
import type { JobRecord, RowAction } from '#server/jobs/bulkJob.ts';
import { personById } from '#server/session/currentUser.ts';
import { noticeTo } from '#server/writing/noticeTo.ts';
import { reachesTicket, readsInternal } from '../followers/followers.ts';
import { namedTickets } from './namedTickets.ts';

/** The actions with one notice at their end to each person who follows some of the tickets, however many they are. */
export const tellingFollowers = <Name extends string>(
  actions: Readonly<Record<Name, RowAction>>,
): Record<Name, RowAction> => {
  const telling: Record<Name, RowAction> = { ...actions };
  for (const name in telling) {
    const { ended } = actions[name];
    telling[name] = {
      ...actions[name],
      ended: async (tx, ctx, job) => {
        await ended?.(tx, ctx, job);
        await tellFollowersOfJob(tx, ctx, job);
      },
    };
  }
  return telling;
};

async function tellFollowersOfJob(tx: Tx, { now }: Pick<Context, 'now'>, job: JobRecord): Promise<void> {
  const user = await personById(tx, job.personId);
  if (!user) return;
  const { ip, requestId } = job.input;
  for (const [personId, followed] of await toldOf(tx, job)) {
    const ids = [...followed.keys()];
    const [first] = followed;
    if (!first) continue;
    await noticeTo(tx, { user, ip, requestId, now }, [personId], {
      ...(ids.length === 1
        ? { titulo: followedTitle(...first), texto: noticeText('SEGUIDO_POR_EM_LOTE', { pessoa: user.name }) }
        : {
            titulo: noticeText('SEGUIDOS_EM_LOTE', { tickets: formatCount(ids.length, 'ticket', 'tickets') }),
            texto: noticeText('SEGUIDOS_QUAIS', { pessoa: user.name, lista: namedTickets(ids) }),
          }),
      link: ids.length === 1 ? `/tickets/${first[0]}` : '/tickets',
    });
  }
}

/** What is worth a notice. */
const FOLLOWED = timelineType.flatMap(({ value }) => (followedNotice(value) === null ? [] : [value]));

/**
 * The tickets that the job wrote, with the last thing that happened to each, by the person who follows them: who is responsible knows
 * already, and whoever may no longer see a ticket is told nothing of it.
 */
async function toldOf(tx: Tx, job: JobRecord): Promise<Map<number, Map<number, TimelineType>>> {
  const lot = sql`${ticketEvents.data} ->> 'lote'`;
  const rows = await tx
    .select({ personId: ticketFollowers.personId, id: tickets.id, type: ticketEvents.type })
    .from(ticketEvents)
    .innerJoin(tickets, eq(tickets.id, ticketEvents.ticketId))
    .innerJoin(ticketFollowers, eq(ticketFollowers.ticketId, tickets.id))
    .innerJoin(people, eq(people.id, ticketFollowers.personId))
    .where(
      and(
        amongIds(ticketEvents.ticketId, job.ids),
        gte(ticketEvents.createdAt, job.createdAt),
        eq(ticketEvents.personId, job.personId),
        // What a macro does is written as if it were done by hand.
        or(sql`${lot} = ${job.id}`, job.action === 'macro' ? sql`${lot} is null` : undefined),
        sql`${ticketEvents.data} ->> 'desfeito' is null`,
        inArray(ticketEvents.type, FOLLOWED),
        isNull(tickets.mergedIntoId),
        ne(ticketFollowers.personId, job.personId),
        sql`${ticketFollowers.personId} is distinct from ${tickets.operatorId}`,
        reachesTicket(tx),
      ),
    )
    .orderBy(asc(ticketEvents.id));
  const told = new Map<number, Map<number, TimelineType>>();
  const persons = await readersAmong(tx, [...new Set(rows.map(({ personId }) => personId))]);
  for (const { personId, id, ...row } of rows) {
    const type = row.type as TimelineType;
    const notice = followedNotice(type);
    const person = persons.get(personId);
    if (!person || notice === null || !wantsFollowed(person.preferences, notice)) continue;
    told.set(personId, (told.get(personId) ?? new Map<number, TimelineType>()).set(id, type));
  }
  return told;
}

async function readersAmong(
  tx: Tx,
  ids: number[],
): Promise<Map<number, { preferences: Record<string, unknown> }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({
      id: people.id,
      type: people.type,
      grants: roles.grants,
      preferences: people.preferences,
    })
    .from(people)
    .innerJoin(roles, eq(roles.id, people.roleId))
    .where(inArray(people.id, ids));
  return new Map(rows.filter(readsInternal).map((row) => [row.id, row]));
}
