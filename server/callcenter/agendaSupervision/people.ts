import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { agendaSupervisionRoutes } from '../../../contract/callcenter/agendaSupervision.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { agendaCapacities, agendas, people } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { agendaScope } from '../../session/scope.ts';
import { requireLead } from './leads.ts';

type Routes = typeof agendaSupervisionRoutes;

export interface Seller {
  id: number;
  name: string;
  perDay: number;
  own: boolean;
  version: number;
}

/** Who makes contacts: operators, sellers and representatives. */
const SELLING = ['OPERADOR', 'VENDEDOR', 'REPRESENTANTE'] as const;

export const standardCapacity = async (db: Executor): Promise<number> =>
  (await serviceParameters(db)).capacidadeAgendas;

/** What each person can make in a day. */
export async function capacityOf(db: Executor): Promise<(personId: number) => number> {
  const standard = await standardCapacity(db);
  const rows = await db
    .select({ id: agendaCapacities.personId, perDay: agendaCapacities.perDay })
    .from(agendaCapacities);
  const own = new Map(rows.map(({ id, perDay }) => [id, perDay]));
  return (personId) => own.get(personId) ?? standard;
}

/** Active ones with what they can make in a day, by name. */
export async function sellersWith(db: Executor, condition?: SQL): Promise<Seller[]> {
  const standard = await standardCapacity(db);
  const rows = await db
    .select({
      id: people.id,
      name: people.name,
      perDay: agendaCapacities.perDay,
      version: agendaCapacities.version,
    })
    .from(people)
    .leftJoin(agendaCapacities, eq(agendaCapacities.personId, people.id))
    .where(and(eq(people.active, true), inArray(people.type, [...SELLING]), condition))
    .orderBy(sql`${people.name} collate pt_br`, asc(people.id));
  return rows.map(({ id, name, perDay, version }) => ({
    id,
    name,
    perDay: perDay ?? standard,
    own: perDay !== null,
    version: version ?? 0,
  }));
}

export async function receivers(
  { params }: Input<Routes['receivers']>,
  { db, user }: Context,
): Promise<Output<Routes['receivers']>> {
  requireLead(user);
  const [owner] = await db.select({ id: people.id }).from(people).where(eq(people.id, params.idColab));
  if (!owner) throw notFound();
  const [sellers, open] = await Promise.all([
    sellersWith(db, ne(people.id, params.idColab)),
    db
      .select({ id: agendas.personId, total: sql<number>`count(*)::int` })
      .from(agendas)
      .where(and(isNull(agendas.finishedAt), agendaScope(user)))
      .groupBy(agendas.personId),
  ]);
  const openOf = new Map(open.map(({ id, total }) => [id, total]));
  return sellers
    .map(({ id, name, perDay }) => ({ id, nome: name, abertas: openOf.get(id) ?? 0, porDia: perDay }))
    .sort((a, b) => a.abertas - b.abertas);
}
