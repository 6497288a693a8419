import { and, asc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { branchListChannel, listChannel, PICKUPS_CHANGED } from '#contract/realtime.ts';
import type { PickupRow } from '#contract/sac/pickups.ts';
import type { Reading, User } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { customers, flows, people, pickups, pickupTickets, tickets } from '../../db/tables/index.ts';
import { publish } from '../../realtime/publish.ts';
import { ticketScope } from '../../session/scope.ts';
import { partiesOf } from './parties.ts';
import { groupsOf } from './rules.ts';

export type PickupRecord = typeof pickups.$inferSelect;

/** The pickups as lists show them; only tickets that the person may see are counted. */
export async function pickupRows(
  { db, user }: Reading<'db' | 'user'>,
  rows: readonly PickupRecord[],
): Promise<PickupRow[]> {
  if (rows.length === 0) return [];
  const [partyOf, held, names] = await Promise.all([
    partiesOf(db, rows),
    ticketsOf(db, user, rows),
    namesOf(
      db,
      rows.map(({ createdBy }) => createdBy),
    ),
  ]);
  return rows.map((row) => {
    const own = (held.get(row.id) ?? []).filter(({ active }) => active || row.status === 'CANCELADA');
    return {
      id: row.id,
      status: row.status,
      responsavel: partyOf(row),
      totalTickets: own.length,
      clientes: [...new Set(own.map(({ customer }) => customer))],
      agendadaPara: row.scheduledFor,
      criador: { id: row.createdBy, nome: names.get(row.createdBy) ?? '' },
      datahora_criacao: row.createdAt.toISOString(),
      datahora_confirmacao: row.confirmedAt?.toISOString() ?? null,
    };
  });
}

async function ticketsOf(db: Executor, user: User, rows: readonly PickupRecord[]) {
  const found = await db
    .select({
      pickupId: pickupTickets.pickupId,
      active: pickupTickets.active,
      customer: customers.tradeName,
    })
    .from(pickupTickets)
    .innerJoin(tickets, eq(tickets.id, pickupTickets.ticketId))
    .innerJoin(customers, eq(customers.id, tickets.customerId))
    .where(
      and(
        inArray(
          pickupTickets.pickupId,
          rows.map(({ id }) => id),
        ),
        ticketScope(user),
      ),
    )
    .orderBy(asc(pickupTickets.ticketId));
  return groupsOf(found, ({ pickupId }) => pickupId);
}

export async function namesOf(db: Executor, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const given = [...new Set(ids.filter((id) => id !== null))];
  if (given.length === 0) return new Map();
  const rows = await db
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(inArray(people.id, given));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const query = new QueryBuilder();

/** The pickup has a ticket that meets the condition and that the person may see. */
export const holdsTicket = (user: User, condition?: SQL): SQL =>
  exists(
    query
      .select({ one: sql`1` })
      .from(pickupTickets)
      .innerJoin(tickets, eq(tickets.id, pickupTickets.ticketId))
      .where(and(eq(pickupTickets.pickupId, pickups.id), ticketScope(user), condition)),
  );

/** A condition on `pickups`: a person sees those with at least one ticket in their scope. */
export const pickupScope = (user: User): SQL | undefined =>
  ticketScope(user) === undefined ? undefined : holdsTicket(user);

const open = ticketStatus.flatMap(({ value, closed }) => (closed ? [] : [value]));

const pickupSteps = sql`from ${flows}, jsonb_array_elements(${flows.content} -> 'etapas') as step
  where step ->> 'exigencia' = 'COLETA'`;

/** A condition on `tickets`: open, and at a step that requires a pickup in the ticket's own version of its flow. */
export const waitsOnPickupStep: SQL | undefined = and(
  eq(tickets.archived, false),
  inArray(tickets.status, open),
  // First the few step keys, for which there is an index; then the flow version, since a key may have meant another step in
  // it.
  sql`${tickets.stepKey} = any(array(select step ->> 'chave' ${pickupSteps}))`,
  sql`(${tickets.flowKey}, ${tickets.flowVersion}, ${tickets.stepKey}) in (
    select ${flows.key}, ${flows.version}, step ->> 'chave' ${pickupSteps})`,
);

/** Notifies the lists of all branches whose tickets the pickup holds or held that it was written. */
export async function publishPickup(tx: Tx, pickupId: number, at: Date): Promise<void> {
  const branches = await tx
    .selectDistinct({ id: tickets.branchId })
    .from(pickupTickets)
    .innerJoin(tickets, eq(tickets.id, pickupTickets.ticketId))
    .where(eq(pickupTickets.pickupId, pickupId));
  await publish(tx, {
    channels: [listChannel('coletas'), ...branches.map(({ id }) => branchListChannel('coletas', id))],
    event: PICKUPS_CHANGED,
    data: {},
    at,
  });
}
