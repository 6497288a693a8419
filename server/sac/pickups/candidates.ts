import { and, asc, eq, notExists, sql } from 'drizzle-orm';
import type { PickupType } from '#contract/catalogs/transport.ts';
import type { Output } from '#contract/route.ts';
import type { PickupCandidate, PickupCandidateGroups, pickupRoutes } from '#contract/sac/pickups.ts';
import type { Context } from '../../context.ts';
import { branches, customers, pickupTickets, ticketItems, tickets } from '../../db/tables/index.ts';
import { COUNT_CAP, countOf } from '../../paging/paging.ts';
import { ticketScope } from '../../session/scope.ts';
import { quantityInForceSql } from '../tickets/queries.ts';
import { activeParties, carrierOfTicket, partiesOfType, unknownCarrierOfTicket } from './parties.ts';
import { waitsOnPickupStep } from './rows.ts';
import { groupsOf } from './rules.ts';

/** How many are shown at once; the others move up as pickups are generated. */
const MAX_CANDIDATES = 500;

/** Tickets in the person's scope that wait for a pickup and are not in one, those waiting longest first. */
export async function candidates(ctx: Context): Promise<Output<typeof pickupRoutes.candidates>> {
  const { db, user } = ctx;
  const waiting = and(
    ticketScope(user),
    waitsOnPickupStep,
    notExists(
      db
        .select({ one: sql`1` })
        .from(pickupTickets)
        .where(and(eq(pickupTickets.ticketId, tickets.id), eq(pickupTickets.active, true))),
    ),
  );
  const [rows, total] = await Promise.all([
    selectCandidates(ctx)
      .where(waiting)
      .orderBy(asc(tickets.stepEnteredAt), asc(tickets.id))
      .limit(MAX_CANDIDATES),
    countOf(db, db.select({ id: tickets.id }).from(tickets).where(waiting).limit(COUNT_CAP)),
  ]);
  const [carriers, representatives] = await Promise.all([
    partiesOfType(db, 'TRANSPORTADORA', distinct(rows.map(({ carrierId }) => carrierId)), ACTIVE),
    partiesOfType(
      db,
      'REPRESENTANTE',
      distinct(rows.map(({ representativeId }) => representativeId)),
      ACTIVE,
    ),
  ]);
  const named = (parties: typeof carriers, id: number | null) => {
    const party = parties.get(id ?? 0);
    return party ? { id: party.id, nome: party.nome } : null;
  };
  const itens = rows.map(
    (row): PickupCandidate => ({
      id: row.id,
      cliente: { id: row.customerId, fant: row.tradeName, razSoc: row.legalName },
      filial: { idFil: row.branchId, razSoc: row.branchName },
      cidade: row.address.cidade ?? '',
      uf: row.address.uf ?? '',
      volumes: row.volumes,
      desde: row.since.toISOString(),
      transportadora: named(carriers, row.carrierId),
      transportadoraDaNota: row.carrierId === null ? row.unknownCarrier : null,
      representante: named(representatives, row.representativeId),
    }),
  );
  return { itens, total };
}

/** The same tickets grouped by who would collect them; those without anyone need a choice. */
export async function groupedCandidates(type: PickupType, ctx: Context): Promise<PickupCandidateGroups> {
  const [{ itens, total }, responsaveis] = await Promise.all([candidates(ctx), activeParties(ctx.db, type)]);
  const idOf = (row: PickupCandidate) =>
    (type === 'TRANSPORTADORA' ? row.transportadora : row.representante)?.id ?? 0;
  const groups = groupsOf(itens, idOf);
  const parties = await partiesOfType(
    ctx.db,
    type,
    [...groups.keys()].filter((id) => id > 0),
  );
  const grupos = [...groups].map(([id, tickets]) => ({ responsavel: parties.get(id) ?? null, tickets }));
  return { grupos: grupos.sort(byName), responsaveis, total };
}

type Group = PickupCandidateGroups['grupos'][number];

/** The group without anyone comes first, since it needs a choice. */
const byName = (one: Group, other: Group) =>
  Number(one.responsavel !== null) - Number(other.responsavel !== null) ||
  (one.responsavel?.nome ?? '').localeCompare(other.responsavel?.nome ?? '', 'pt-BR');

const ACTIVE = { activeOnly: true };
const distinct = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];

const selectCandidates = ({ db }: Context) =>
  db
    .select({
      id: tickets.id,
      since: tickets.stepEnteredAt,
      customerId: customers.id,
      tradeName: customers.tradeName,
      legalName: customers.legalName,
      address: customers.address,
      branchId: branches.id,
      branchName: branches.legalName,
      representativeId: tickets.representativeId,
      carrierId: carrierOfTicket,
      unknownCarrier: unknownCarrierOfTicket,
      volumes: sql<string>`(select coalesce(sum(${quantityInForceSql}), 0)::text
        from ${ticketItems} where ${ticketItems.ticketId} = ${tickets}.id)`,
    })
    .from(tickets)
    .innerJoin(customers, eq(customers.id, tickets.customerId))
    .innerJoin(branches, eq(branches.id, tickets.branchId));
