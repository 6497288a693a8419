import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Input, Output } from '#contract/route.ts';
import { listText } from '#contract/rules/text.ts';
import { MOST_FOLLOWERS } from '#contract/rules/tickets/ticketFollowers.ts';
import { ticketFollowerRoutes } from '#contract/sac/tickets/ticketFollowers.ts';
import { noticeText } from '#contract/words/notices.ts';
import type { Context } from '#server/context.ts';
import { people, ticketFollowers } from '#server/db/tables/index.ts';
import { notFound, refused } from '#server/errors.ts';
import { implement } from '#server/implement.ts';
import { audit } from '#server/writing/audit.ts';
import { command } from '#server/writing/command.ts';
import { noticeTo } from '#server/writing/noticeTo.ts';
import { lockTicket } from '../change/lockTicket.ts';
import { inFamily } from '../merge/family.ts';
import { requireVisibleTicket } from '../queries.ts';
import { dropLostFollowers, whoMayFollow } from './followers.ts';

type Routes = typeof ticketFollowerRoutes;

async function listFollowers(
  { params }: Input<Routes['list']>,
  { db, user }: Context,
): Promise<Output<Routes['list']>> {
  await requireVisibleTicket(db, user, params.idTicket);
  const adder = alias(people, 'adder');
  const rows = await db
    .select({
      id: people.id,
      nome: people.name,
      addedById: ticketFollowers.addedById,
      adder: adder.name,
    })
    .from(ticketFollowers)
    .innerJoin(people, eq(people.id, ticketFollowers.personId))
    .innerJoin(adder, eq(adder.id, ticketFollowers.addedById))
    .where(eq(ticketFollowers.ticketId, params.idTicket))
    .orderBy(sql`${people.name} collate pt_br`, asc(people.id));
  const seeing = new Set(
    await whoMayFollow(
      db,
      params.idTicket,
      rows.map(({ id }) => id),
    ),
  );
  return rows
    .filter(({ id }) => seeing.has(id))
    .map(({ id, nome, addedById, adder: name }) => ({
      id,
      nome,
      incluidoPor: addedById === id ? null : name,
    }));
}

/**
 * It moves neither the version of the ticket nor its timeline: following says something of the person, and nothing of the ticket. The
 * lock keeps the number of followers exact.
 */
const follow = command(ticketFollowerRoutes.follow, async (tx, ctx, { params, body: { pessoas } }) => {
  const ticket = await lockTicket(tx, ctx.user, params.idTicket);
  const able = new Set(await whoMayFollow(tx, ticket.id, pessoas));
  if (pessoas.some((id) => !able.has(id))) {
    const text = 'Escolha pessoas da empresa que veem este ticket.';
    throw refused('SEM_ACESSO', text, { pessoas: text });
  }
  await dropLostFollowers(tx, ticket.id);
  const added = await tx
    .insert(ticketFollowers)
    .values(
      pessoas.map((personId) => ({
        ticketId: ticket.id,
        personId,
        addedById: ctx.user.id,
        at: ctx.now(),
      })),
    )
    .onConflictDoNothing()
    .returning({ id: ticketFollowers.personId });
  if ((await tx.$count(ticketFollowers, eq(ticketFollowers.ticketId, ticket.id))) > MOST_FOLLOWERS)
    throw refused('SEGUIDORES_DEMAIS', `Um ticket tem no máximo ${MOST_FOLLOWERS} seguidores.`);
  const ids = added.map(({ id }) => id);
  if (ids.length === 0) throw refused('SEM_MUDANCA', 'Quem você escolheu já segue este ticket.');
  const named = await tx
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(inArray(people.id, ids))
    .orderBy(asc(people.id));
  await audit(tx, ctx, {
    action: 'SEGUIR',
    entity: 'tickets',
    entityId: ticket.id,
    internal: true,
    after: { seguidores: named.map(({ name }) => name) },
  });
  const others = ids.filter((id) => id !== ctx.user.id);
  await noticeTo(tx, ctx, others, {
    titulo: noticeText('SEGUE', { ticket: ticket.id }),
    texto: `${ticket.subject}\n${noticeText('SEGUE_POR', { pessoa: ctx.user.name })}`,
    link: `/tickets/${ticket.id}`,
  });
  const message =
    others.length === 0
      ? `Você segue o ticket ${ticket.id}.`
      : `${listText(named.map(({ name }) => name))}: ${ids.length === 1 ? 'segue' : 'seguem'} o ticket ${ticket.id}.`;
  return { data: { id: ticket.id, message } };
});

/** Whoever leaves the leading ticket leaves what was merged into it too, and does not come back should it be separated again. */
const unfollow = command(ticketFollowerRoutes.unfollow, async (tx, ctx, { params }) => {
  const ticket = await lockTicket(tx, ctx.user, params.idTicket, { archivedToo: true });
  const follows = eq(ticketFollowers.personId, params.idPessoa);
  const [removed] = await tx
    .delete(ticketFollowers)
    .where(and(eq(ticketFollowers.ticketId, ticket.id), follows))
    .returning({ id: ticketFollowers.personId });
  if (!removed) throw notFound();
  await tx.delete(ticketFollowers).where(and(inFamily(ticketFollowers.ticketId, ticket.id), follows));
  const [person] = await tx.select({ name: people.name }).from(people).where(eq(people.id, removed.id));
  const name = person?.name ?? '';
  await audit(tx, ctx, {
    action: 'DEIXAR_DE_SEGUIR',
    entity: 'tickets',
    entityId: ticket.id,
    internal: true,
    before: { seguidores: [name] },
  });
  const own = removed.id === ctx.user.id;
  const message = own
    ? `Você não segue mais o ticket ${ticket.id}.`
    : `${name} não segue mais o ticket ${ticket.id}.`;
  return { data: { id: ticket.id, message } };
});

export const ticketFollowerImplementation = implement(ticketFollowerRoutes, {
  list: listFollowers,
  follow,
  unfollow,
});
