import { and, eq, gte, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { allows, type Permission } from '#contract/permissions.ts';
import { customTabOf, type PanelTab } from '#contract/rules/panel/panelDefinition.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import {
  agendas,
  customerContacts,
  customerDimensions,
  customerEmails,
  customerPhones,
  customerSellers,
  invoices,
  invoiceTitles,
  isOpen,
  orders,
  serviceRecords,
  tickets,
} from '../../db/tables/index.ts';
import { mayRecords } from '../../records/access.ts';
import { customTypes } from '../../records/custom/queries.ts';
import { agendaScope, branchScope, orderScope, ticketScope } from '../../session/scope.ts';

/** Counters stop here and show "99+". */
const MAX_COUNTED = 100;
/** The tab's default period (document 001 section 2). */
const INVOICE_DAYS = 45;

interface Counter {
  permission: Permission;
  from: PgTable;
  where: (ctx: Context, id: number) => SQL | undefined;
}

type OwnedTable = PgTable & { customerId: AnyPgColumn };

/** What each tab counts: open agendas, quotes, titles and tickets; all entries for the others. */
const COUNTERS = {
  'informacoes-adicionais': own('CLIENTE_INFORMACOES_ADICIONAIS', customerDimensions),
  contatos: own('CLIENTE_CONTATOS', customerContacts),
  telefones: own('CLIENTE_TELEFONES', customerPhones),
  emails: own('CLIENTE_EMAILS', customerEmails),
  vendedores: own('CLIENTE_VENDEDORES', customerSellers),
  historico: own('CLIENTE_HISTORICO_ATENDIMENTO', serviceRecords),
  agendas: openAgendas('CLIENTE_AGENDAS', 'A'),
  'agendas-cobranca': openAgendas('CLIENTE_AGENDAS_COBRANCA', 'C'),
  orcamentos: openOrders('CLIENTE_ORCAMENTOS', 'ORCAMENTO', ['PERDIDO', 'VENCIDO', 'REJEITADO', 'CANCELADO']),
  pedidos: openOrders('CLIENTE_PEDIDOS', 'PEDIDO', ['ENTREGUE', 'CANCELADO', 'DEVOLUCAO', 'REJEITADO']),
  tickets: {
    permission: 'CLIENTE_TICKETS_SAC',
    from: tickets,
    where: ({ user }, id) => and(eq(tickets.customerId, id), isOpen(tickets), ticketScope(user)),
  },
  boletos: {
    permission: 'CLIENTE_BOLETOS',
    from: invoiceTitles,
    where: ({ user }, id) =>
      and(
        isNull(invoiceTitles.paidOn),
        sql`${invoiceTitles.invoiceId} in (select ${invoices.id} from ${invoices}
          where ${and(eq(invoices.customerId, id), branchScope(user, invoices.branchId))})`,
      ),
  },
  'notas-fiscais': {
    permission: 'CLIENTE_NOTAS_FISCAIS',
    from: invoices,
    where: ({ user, now }, id) =>
      and(
        eq(invoices.customerId, id),
        gte(invoices.issuedOn, addDays(localDate(now(), DEFAULT_TIME_ZONE), -INVOICE_DAYS)),
        branchScope(user, invoices.branchId),
      ),
  },
} satisfies Partial<Record<PanelTab, Counter>>;

/** The condition for what a tab's number counts, so that figures shown elsewhere agree with it. */
export const countedBy = (tab: 'orcamentos' | 'tickets', ctx: Context, id: number): SQL | undefined =>
  COUNTERS[tab].where(ctx, id);

/** The counts for each tab that the user may see, in one query. */
export async function panelCounts(id: number, ctx: Context): Promise<Record<string, number>> {
  const visible = [
    ...Object.entries(COUNTERS).filter(([, { permission }]) => allows(ctx.user.grants, permission)),
    ...(await ownCounters(ctx)),
  ];
  if (visible.length === 0) return {};
  const counts = visible.map(
    ([, { from, where }], index) =>
      sql`(select count(*)::int from (select 1 from ${from} where ${where(ctx, id)} limit ${MAX_COUNTED}) counted)
        as ${sql.identifier(`c${index}`)}`,
  );
  const { rows } = await ctx.db.execute<Record<string, number>>(sql`select ${sql.join(counts, sql`, `)}`);
  return Object.fromEntries(visible.map(([tab], index) => [tab, rows[0]?.[`c${index}`] ?? 0]));
}

/** Counters for the company's custom record types that are tabs here and readable by the user. */
async function ownCounters({ db, user }: Context): Promise<[string, Pick<Counter, 'from' | 'where'>][]> {
  const types = await customTypes(db);
  return types.flatMap(({ type, mapping }) => {
    const { ofCustomer, scope } = mapping;
    if (!type.noPainelDoCliente || !ofCustomer || !mayRecords(user, type, 'ler')) return [];
    const where = (_: Context, id: number) => and(scope?.(user), eq(ofCustomer, id));
    return [[customTabOf(type.chave), { from: mapping.table, where }]];
  });
}

function own(permission: Permission, table: OwnedTable): Counter {
  return { permission, from: table, where: (_, id) => eq(table.customerId, id) };
}

function openAgendas(permission: Permission, kind: 'A' | 'C'): Counter {
  return {
    permission,
    from: agendas,
    where: ({ user }, id) =>
      and(eq(agendas.customerId, id), eq(agendas.kind, kind), isNull(agendas.finishedAt), agendaScope(user)),
  };
}

function openOrders(
  permission: Permission,
  stage: 'ORCAMENTO' | 'PEDIDO',
  ended: (typeof orders.$inferSelect)['status'][],
): Counter {
  return {
    permission,
    from: orders,
    where: ({ user }, id) =>
      and(
        eq(orders.customerId, id),
        eq(orders.stage, stage),
        notInArray(orders.status, ended),
        orderScope(user),
      ),
  };
}
