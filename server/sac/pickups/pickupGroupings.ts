import { and, eq, or, sql } from 'drizzle-orm';
import { pickupStatus } from '#contract/catalogs/transport.ts';
import type { Reading, User } from '../../context.ts';
import { carriers, pickups, pickupTickets, tickets } from '../../db/tables/index.ts';
import {
  byDateColumn,
  byExpression,
  byInstantColumn,
  byText,
  type Grouping,
  inCatalog,
  namedIn,
  representativeNames,
} from '../../paging/groupings.ts';
import type { SummedColumn } from '../../paging/listSums.ts';
import { ticketScope } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';

/** The tickets of a pickup as its row counts them: those that the person may see, of a cancelled one also the released. */
export const pickupSums = (user: User): SummedColumn[] => [
  {
    id: 'tickets',
    format: 'INTEIRO',
    value: sql`(select count(*) from ${pickupTickets} join ${tickets} on ${tickets.id} = ${pickupTickets.ticketId}
      where ${and(
        eq(pickupTickets.pickupId, pickups.id),
        or(eq(pickupTickets.active, true), eq(pickups.status, 'CANCELADA')),
        ticketScope(user),
      )})`,
  },
];

/** How the list of pickups may be grouped. */
export async function pickupGroupings({ db, user }: Reading<'db' | 'user'>): Promise<Grouping[]> {
  const zone = await zoneOf(db, user);
  return [
    byText('status', pickups.status, inCatalog(pickupStatus)),
    byExpression('responsavel', PARTY, partyNames),
    ...byDateColumn('agendadaPara', pickups.scheduledFor),
    ...byInstantColumn('dtCriacao', pickups.createdAt, zone),
  ];
}

/** A carrier and a representative may have one number. */
const PARTY = sql`(case ${pickups.type} when 'TRANSPORTADORA' then 'T' || ${pickups.carrierId} else 'R' || ${pickups.representativeId} end)`;

const carrierNames = namedIn(carriers, carriers.id, carriers.tradeName);

const partyNames: Grouping['names'] = async (db, values) => {
  const idsOf = (letter: string) =>
    values.flatMap((value) => (value.startsWith(letter) ? [value.slice(1)] : []));
  const [byCarrier, byRepresentative] = await Promise.all([
    carrierNames(db, idsOf('T')),
    representativeNames(db, idsOf('R')),
  ]);
  const named = (letter: string, names: ReadonlyMap<string, string>) =>
    [...names].map(([id, name]) => [`${letter}${id}`, name] as const);
  return new Map([...named('T', byCarrier), ...named('R', byRepresentative)]);
};
