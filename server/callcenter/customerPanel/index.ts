import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Static } from '@sinclair/typebox';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { customerPanelRoutes, type Supervisor } from '#contract/callcenter/customers/customerPanel.ts';
import type { Output } from '#contract/route.ts';
import { type PanelDefinition, withNowTab } from '#contract/rules/panel/panelDefinition.ts';
import { isMobile } from '#contract/rules/phone.ts';
import { publishedDefinition } from '../../config/definitions/queries.ts';
import { schemasFolder } from '../../config/definitions/rules.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import {
  customerSellers,
  customers,
  isOpen,
  people,
  representatives,
  serviceReasons,
  serviceRecords,
  tickets,
  ticketTypes,
} from '../../db/tables/index.ts';
import { implement } from '../../implement.ts';
import { type CustomerRow, customerSums, listCustomers, noteOf } from '../../sac/customers/queries.ts';
import { listTickets } from '../../sac/tickets/queries.ts';
import { ticketScope } from '../../session/scope.ts';
import { activityLog } from './activityLog.ts';
import { bulkCustomers } from './bulkCustomers.ts';
import { customerNow } from './customerNow.ts';
import { latestOrders, openOrders } from './latestOrders.ts';
import { panelCustomer, panelRow } from './queries.ts';

/** The customer panel. A user who may not see the customer gets the same 404 as for an unknown one, on every route. */
export const customerPanelImplementation = implement(customerPanelRoutes, {
  bulk: bulkCustomers,
  list: listCustomers,
  sums: customerSums,
  layout: (_, { db }) => publishedPanel(db),
  get: async ({ params }, ctx) => ({ data: await panelCustomer(params.idCli, ctx) }),
  now: async ({ params: { idCli } }, ctx) => {
    await panelRow(idCli, ctx);
    return { data: await customerNow(idCli, ctx) };
  },
  supervisors: async ({ params: { idCli } }, ctx) => {
    await panelRow(idCli, ctx);
    return supervisorsOf(ctx.db, idCli);
  },
  sellers: async ({ params: { idCli } }, ctx) => {
    await panelRow(idCli, ctx);
    return sellersOf(ctx.db, idCli);
  },
  tickets: async ({ params: { idCli }, query }, ctx) => {
    await panelRow(idCli, ctx);
    return listTickets({ ...query, idCli }, ctx);
  },
  activity: async ({ params: { idCli }, query }, ctx) => {
    await panelRow(idCli, ctx);
    return activityLog(idCli, { take: 5, ...query }, ctx);
  },
  requests: async ({ params: { idCli } }, ctx) => {
    await panelRow(idCli, ctx);
    return serviceRequests(idCli, ctx);
  },
  notes: async ({ params }, ctx) => customerNotes(await panelRow(params.idCli, ctx)),
  latestOrders: async ({ params: { idCli } }, ctx) => {
    await panelRow(idCli, ctx);
    return latestOrders(idCli, ctx);
  },
  openOrders: async ({ params: { idCli } }, ctx) => {
    await panelRow(idCli, ctx);
    return openOrders(idCli, ctx);
  },
});

/** The notes about a customer by their source; empty ones are left out. */
const customerNotes = (row: CustomerRow): { tipo: string; texto: string }[] =>
  [
    { tipo: 'Cadastro', texto: noteOf(row.registration) },
    { tipo: 'Classificação', texto: row.classificationNote },
    { tipo: 'Logística', texto: row.logisticsNote },
    { tipo: 'Bloqueio', texto: row.blocked ? row.blockReason : '' },
  ].filter(({ texto }) => texto.trim() !== '');

/** The published customer panel, or the default one if no definition has been loaded yet. */
async function publishedPanel(db: Executor): Promise<PanelDefinition> {
  const published = await publishedDefinition<PanelDefinition>(db, 'panels', 'cliente');
  if (published) return withNowTab(published.content);
  return JSON.parse(await readFile(path.join(schemasFolder, 'panels', 'cliente.json'), 'utf8'));
}

/** A customer's representative and that representative's supervisor. */
async function supervisorsOf(db: Executor, id: number): Promise<Static<typeof Supervisor>[]> {
  const [found] = await db
    .select({ representative: representatives, supervisor: people })
    .from(customers)
    .innerJoin(representatives, eq(representatives.id, customers.representativeId))
    .leftJoin(people, eq(people.id, representatives.supervisorId))
    .where(eq(customers.id, id));
  if (!found) return [];
  const { representative, supervisor } = found;
  return [
    {
      id: supervisor?.id ?? null,
      nome: supervisor?.name ?? '',
      email: supervisor?.email ?? '',
      ...phonesOf(supervisor?.phone ?? ''),
      representantes: [
        {
          id: representative.id,
          nome: representative.name,
          email: representative.email,
          telefone: representative.phone,
          celular: representative.mobile,
        },
      ],
    },
  ];
}

/** A person has one number. */
const phonesOf = (number: string) =>
  isMobile(number) ? { telefone: '', celular: number } : { telefone: number, celular: '' };

const sellersOf = (db: Executor, id: number) =>
  db
    .select({ codOp: people.id, nome: people.name, email: people.email, matErp: people.employeeNumber })
    .from(customerSellers)
    .innerJoin(people, eq(people.id, customerSellers.personId))
    .where(and(eq(customerSellers.customerId, id), eq(people.active, true)))
    .orderBy(sql`${people.name} collate pt_br`, asc(people.id));

type Requests = Output<typeof customerPanelRoutes.requests>;
const MAX_ROWS = 50;

/**
 * A customer's open requests: tickets opened by the end consumer, and returns promised in a service record that no later
 * record has fulfilled. Oldest first.
 */
async function serviceRequests(id: number, ctx: Context): Promise<Requests> {
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
        isOpen(tickets),
        sql`${creator} = 'CONSUMIDOR_FINAL'`,
        ticketScope(user),
      ),
    )
    .orderBy(asc(tickets.createdAt))
    .limit(MAX_ROWS);
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
    .limit(MAX_ROWS);
  return rows.map(({ record, reason, person }) => ({
    tipo: 'RETORNO',
    id: record.id,
    descricao: record.description || reason || 'Retorno prometido',
    solicitadoEm: record.startedAt.toISOString(),
    para: record.returnAt?.toISOString() ?? null,
    responsavel: { id: record.personId, nome: person },
  }));
}
