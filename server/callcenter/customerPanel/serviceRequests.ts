import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { customerPanelRoutes } from '../../../contract/callcenter/customerPanel.ts';
import type { Output } from '../../../contract/route.ts';
import type { Context } from '../../context.ts';
import { people, serviceReasons, serviceRecords, tickets, ticketTypes } from '../../db/tables/index.ts';
import { ticketScope } from '../../session/scope.ts';

type Requests = Output<typeof customerPanelRoutes.requests>;
const MOST = 50;

/**
 * What a customer waits for: open tickets that an end consumer opened themselves, and returns that were promised in
 * a service record and not yet kept by a later one. The oldest first.
 */
export async function serviceRequests(id: number, ctx: Context): Promise<Requests> {
  const found = await Promise.all([ownTickets(id, ctx), promisedReturns(id, ctx)]);
  return found.flat().sort((a, b) => a.solicitadoEm.localeCompare(b.solicitadoEm));
}

async function ownTickets(id: number, { db, user }: Context): Promise<Requests> {
  const operator = sql<
    string | null
  >`(select ${people.name} from ${people} where ${people.id} = ${tickets.operatorId})`;
  const creator = sql`(select ${people.type} from ${people} where ${people.id} = ${tickets.creatorId})`;
  const rows = await db
    .select({ ticket: tickets, type: ticketTypes.description, operator })
    .from(tickets)
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.typeId))
    .where(
      and(
        eq(tickets.customerId, id),
        isNull(tickets.finishedAt),
        sql`not ${tickets.archived}`,
        sql`${creator} = 'CONSUMIDOR_FINAL'`,
        ticketScope(user),
      ),
    )
    .orderBy(asc(tickets.createdAt))
    .limit(MOST);
  return rows.map(({ ticket, type, operator: name }) => ({
    tipo: 'TICKET',
    id: ticket.id,
    descricao: ticket.subject || type,
    solicitadoEm: ticket.createdAt.toISOString(),
    para: ticket.dueAt?.toISOString() ?? null,
    responsavel: ticket.operatorId !== null && name !== null ? { id: ticket.operatorId, nome: name } : null,
  }));
}

async function promisedReturns(id: number, { db }: Context): Promise<Requests> {
  const later = sql`exists (select 1 from service_records later where later.customer_id = ${serviceRecords.customerId}
    and later.registered_at is not null and later.started_at > ${serviceRecords.startedAt})`;
  const rows = await db
    .select({ record: serviceRecords, reason: serviceReasons.name, person: people.name })
    .from(serviceRecords)
    .innerJoin(people, eq(people.id, serviceRecords.personId))
    .leftJoin(serviceReasons, eq(serviceReasons.id, serviceRecords.reasonId))
    .where(
      and(
        eq(serviceRecords.customerId, id),
        isNotNull(serviceRecords.registeredAt),
        isNotNull(serviceRecords.returnAt),
        sql`not ${later}`,
      ),
    )
    .orderBy(asc(serviceRecords.startedAt))
    .limit(MOST);
  return rows.map(({ record, reason, person }) => ({
    tipo: 'RETORNO',
    id: record.id,
    descricao: record.description || reason || 'Retorno prometido',
    solicitadoEm: record.startedAt.toISOString(),
    para: record.returnAt?.toISOString() ?? null,
    responsavel: { id: record.personId, nome: person },
  }));
}
