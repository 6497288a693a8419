import { and, asc, eq, inArray } from 'drizzle-orm';
import type { PickupRow } from '../../../contract/sac/pickups.ts';
import type { Context, User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { customers, people, type pickups, pickupTickets, tickets } from '../../db/tables/index.ts';
import { ticketScope } from '../../session/scope.ts';
import { partiesOf } from './parties.ts';
import { groupsOf } from './rules.ts';

export type PickupRecord = typeof pickups.$inferSelect;

/** The pickups as lists show them; of their tickets only those that the person may see count. */
export async function pickupRows(
  { db, user }: Pick<Context, 'db' | 'user'>,
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
