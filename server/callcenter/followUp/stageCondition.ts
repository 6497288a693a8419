import { and, eq, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { OrderStatus } from '#contract/catalogs/orderStatus.ts';
import { type DaySpan, readStageRule, type StageRule } from '#contract/rules/customers/stageRule.ts';
import { lateUntil } from '#contract/rules/sales/titleDue.ts';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import {
  agendas,
  customers,
  invoices,
  invoiceTitles,
  orders,
  serviceRecords,
} from '../../db/tables/index.ts';

const query = new QueryBuilder();

/** The condition for a stage; an invalid rule matches no customer. `today` is the viewer's date. */
export function stageCondition(stored: unknown, today: CalendarDate): SQL {
  const rule = readStageRule(stored);
  if (!rule) return sql`false`;
  const parts = (Object.keys(rule) as (keyof StageRule)[]).map((key) => CONDITIONS[key](rule, today));
  return and(...parts) ?? sql`true`;
}

/**
 * Each part of the rule language in SQL. Subqueries do not refer to a customer, so each is evaluated once for all of them.
 */
const CONDITIONS: Record<keyof StageRule, (rule: StageRule, today: CalendarDate) => SQL | undefined> = {
  prospect: ({ prospect }) => eq(customers.prospect, prospect === true),
  bloqueado: ({ bloqueado }) => eq(customers.blocked, bloqueado === true),
  naoContatar: ({ naoContatar }) => eq(customers.doNotContact, naoContatar === true),
  comprou: ({ comprou }) =>
    comprou ? isNotNull(customers.lastPurchaseOn) : isNull(customers.lastPurchaseOn),
  orcamentosAbertos: ({ orcamentosAbertos }, today) =>
    isAmong(
      orcamentosAbertos,
      and(
        eq(orders.stage, 'ORCAMENTO'),
        inArray(orders.status, OPEN_QUOTES),
        sql`(${orders.status} <> 'ATIVO' or ${orders.validUntil} is null or ${orders.validUntil} >= ${today}::date)`,
      ),
    ),
  pedidosEmAndamento: ({ pedidosEmAndamento }) =>
    isAmong(pedidosEmAndamento, and(eq(orders.stage, 'PEDIDO'), inArray(orders.status, UNDERWAY))),
  titulosVencidos: ({ titulosVencidos }, today) =>
    when(titulosVencidos, and(customers.openTitles, inArray(customers.id, lateCustomers(today)))),
  agendaAberta: ({ agendaAberta }) =>
    when(
      agendaAberta,
      inArray(
        customers.id,
        query.select({ id: agendas.customerId }).from(agendas).where(isNull(agendas.finishedAt)),
      ),
    ),
  diasSemCompra: ({ diasSemCompra = {} }, today) => boughtWithin(diasSemCompra, today),
  diasSemContato: ({ diasSemContato = 0 }, today) => not(contactedSince(addDays(today, -diasSemContato))),
  classes: ({ classes = [] }) => inArray(customers.salesClass, classes),
  categorias: ({ categorias = [] }) => inArray(customers.category, categorias),
};

const OPEN_QUOTES: OrderStatus[] = ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO'];
const UNDERWAY: OrderStatus[] = [
  'AGUARDANDO',
  'ANALISE',
  'BLOQUEADO',
  'DEPOSITO',
  'LIBERADO',
  'SEPARACAO',
  'FATURADO',
  'TRANSPORTE',
  'PAGAMENTO_PENDENTE',
  'PAGAMENTO_REALIZADO',
];

/** The condition or its negation; an unknown result counts as false. */
const when = (wanted: boolean | undefined, condition: SQL | undefined): SQL =>
  wanted ? sql`(${condition})` : sql`(${condition}) is not true`;

const isAmong = (wanted: boolean | undefined, which: SQL | undefined): SQL =>
  when(wanted, inArray(customers.id, query.select({ id: orders.customerId }).from(orders).where(which)));

const lateCustomers = (today: CalendarDate) =>
  query
    .select({ id: invoices.customerId })
    .from(invoiceTitles)
    .innerJoin(invoices, eq(invoices.id, invoiceTitles.invoiceId))
    .where(and(isNull(invoiceTitles.paidOn), sql`${invoiceTitles.dueOn} <= ${lateUntil(today)}::date`));

function boughtWithin({ de, ate }: DaySpan, today: CalendarDate): SQL | undefined {
  return and(
    isNotNull(customers.lastPurchaseOn),
    de === undefined ? undefined : sql`${customers.lastPurchaseOn} <= ${addDays(today, -de)}::date`,
    ate === undefined ? undefined : sql`${customers.lastPurchaseOn} >= ${addDays(today, -ate)}::date`,
  );
}

/** A recorded conversation or a completed agenda. */
const contactedSince = (day: CalendarDate): SQL =>
  sql`(${inArray(
    customers.id,
    query
      .select({ id: serviceRecords.customerId })
      .from(serviceRecords)
      .where(sql`${serviceRecords.startedAt} >= ${day}::date`),
  )} or ${inArray(
    customers.id,
    query.select({ id: agendas.customerId }).from(agendas).where(sql`${agendas.finishedAt} >= ${day}::date`),
  )})`;
