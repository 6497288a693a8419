import { and, desc, eq, getTableColumns, inArray, not, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { customerPanelRoutes } from '#contract/callcenter/customers/customerPanel.ts';
import type { Output } from '#contract/route.ts';
import type { Context, User } from '../../context.ts';
import {
  agendas,
  type CustomerLogType,
  customerLog,
  orders,
  people,
  tickets,
} from '../../db/tables/index.ts';
import { COUNT_CAP, countOf, type PageRequest, pageOf, paginatorOf } from '../../paging/paging.ts';
import { agendaScope, orderScope, ticketScope } from '../../session/scope.ts';

type Activity = Output<typeof customerPanelRoutes.activity>;

/** A customer's activity, newest first. */
export async function activityLog(id: number, request: PageRequest, ctx: Context): Promise<Activity> {
  const { db, user } = ctx;
  const { page, take, offset } = pageOf(request);
  const condition = and(eq(customerLog.customerId, id), ...visibleConditions(user));
  const limited = db.select({ id: customerLog.id }).from(customerLog).where(condition).limit(COUNT_CAP);
  const [rows, total] = await Promise.all([
    db
      .select({ entry: getTableColumns(customerLog), person: people.name })
      .from(customerLog)
      .leftJoin(people, eq(people.id, customerLog.personId))
      .where(condition)
      .orderBy(desc(customerLog.at), desc(customerLog.id))
      .limit(take)
      .offset(offset),
    countOf(db, limited),
  ]);
  return {
    itens: rows.map(({ entry, person }) => ({
      id: entry.id,
      tipo: entry.type,
      historico: entry.text,
      datahora_criacao: entry.at.toISOString(),
      itemId: entry.itemId,
      colaborador: entry.personId !== null && person !== null ? { id: entry.personId, nome: person } : null,
    })),
    paginator: paginatorOf({ page, take }, total),
  };
}

/** A customer may be served by branches that this user cannot see; their entries are left out. */
function visibleConditions(user: User): SQL[] {
  return [
    excludeInvisible(['ORCAMENTO', 'PEDIDO'], orders, orders.id, orderScope(user)),
    excludeInvisible(['AGENDA'], agendas, agendas.id, agendaScope(user)),
    excludeInvisible(['TICKET'], tickets, tickets.id, ticketScope(user)),
    ofDeletedQuote(user),
    ofDeletedAgenda(user),
  ].filter((each) => each !== undefined);
}

function excludeInvisible(types: CustomerLogType[], table: PgTable, id: AnyPgColumn, scope: SQL | undefined) {
  if (!scope) return undefined;
  return not(
    sql`(${inArray(customerLog.type, types)} and exists (
      select 1 from ${table} where ${id} = ${customerLog.itemId} and not coalesce(${scope}, false)))`,
  );
}

/**
 * A deleted quote has no row left to check, so the entry of its deletion records its owner. Older entries do not, and are
 * shown only to users who see every branch.
 */
function ofDeletedQuote(user: User): SQL | undefined {
  const scope = orderScope(user);
  if (!scope) return undefined;
  return not(
    sql`(${inArray(customerLog.type, ['ORCAMENTO', 'PEDIDO'])} and ${customerLog.itemId} is not null
      and not exists (select 1 from ${orders} where ${orders.id} = ${customerLog.itemId})
      and not exists (
        select 1 from (
          select (gone.data ->> 'idFil')::int as branch_id, (gone.data ->> 'idRep')::int as representative_id
          from ${customerLog} as gone
          where gone.customer_id = ${customerLog.customerId} and gone.type = 'ORCAMENTO'
            and gone.item_id = ${customerLog.itemId} and gone.data ->> 'acao' = 'EXCLUIR'
        ) as ${sql.identifier('orders')} where coalesce(${scope}, false)))`,
  );
}

/** The entry of an agenda's deletion records its owner; earlier entries about it are shown only to their author. */
function ofDeletedAgenda(user: User): SQL | undefined {
  const scope = agendaScope(user);
  if (!scope) return undefined;
  return not(
    sql`(${customerLog.type} = 'AGENDA' and ${customerLog.personId} is distinct from ${user.id}
      and not exists (select 1 from ${agendas} where ${agendas.id} = ${customerLog.itemId})
      and not exists (
        select 1 from (
          select (${customerLog.data} ->> 'idFil')::int as branch_id, (${customerLog.data} ->> 'idRep')::int as representative_id
        ) as ${sql.identifier('agendas')} where coalesce(${scope}, false)))`,
  );
}
