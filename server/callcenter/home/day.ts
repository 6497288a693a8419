import { and, asc, desc, eq, gte, inArray, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import { OPEN_QUOTES } from '#contract/catalogs/orderStatus.ts';
import { allows } from '#contract/permissions.ts';
import { NEVER_BOUGHT } from '#contract/rules/orders/orderActions.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate, type TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { Context, User } from '../../context.ts';
import { agendas, branches, customers, orders, paymentLinks } from '../../db/tables/index.ts';
import { orderScope, seesOthersAgendas } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { agendaCondition } from '../agendas/queries.ts';
import { orderCondition } from '../orders/queries.ts';
import { SOON_DAYS } from './figures.ts';

/** Months whose orders say what a customer usually buys. */
const USUAL_MONTHS = 12;
/** Calls of one day that are weighed; nobody makes more. */
export const MOST_CALLS = 300;
/** Links that ended unpaid are shown for so long. */
const LINK_DAYS = 7;

const customer = { name: customers.tradeName, legalName: customers.legalName };
const named = ({ name, legalName }: { name: string; legalName: string }) => name || legalName;

export interface OwnCall {
  id: number;
  customerId: number;
  customer: string;
  phone: string;
  subject: string;
  at: Date;
  /** Of the branch that makes it. */
  zone: TimeZone;
  /** Of the quote or order that the call is about, otherwise the mean order of the last year; `null` without one to be read. */
  value: string | null;
}

/** The person's own calls up to the end of today that nobody made yet, those of the largest value first. */
export async function ownCalls(ctx: Context, most: number): Promise<OwnCall[]> {
  const { db, user } = ctx;
  const today = localDate(ctx.now(), await zoneOf(db, user));
  const open = await agendaCondition(ctx, {
    idColab: user.id,
    situacao: ['PENDENTE', 'ATRASADA'],
    dtFim: today,
  });
  const due = db
    .select({
      id: agendas.id,
      customerId: agendas.customerId,
      orderId: agendas.orderId,
      branchId: agendas.branchId,
      subject: agendas.subject,
      at: agendas.scheduledAt,
    })
    .from(agendas)
    .where(open)
    .orderBy(desc(agendas.scheduledAt), asc(agendas.id))
    .limit(MOST_CALLS)
    .as('due');
  const readable = readableOrders(user);
  const usual = sql`(select round(avg(${orders.total}), 2) from ${orders}
    where ${orders.customerId} = ${due.customerId} and ${orders.stage} = 'PEDIDO' and ${readable}
      and ${notInArray(orders.status, [...NEVER_BOUGHT])}
      and ${orders.createdAt} >= ${ctx.now().toISOString()}::timestamptz - make_interval(months => ${USUAL_MONTHS}))`;
  const about = sql`(select nullif(${orders.total}, 0) from ${orders}
    where ${orders.id} = ${due.orderId} and ${readable})`;
  const value = sql<string | null>`coalesce(${about}, ${usual})`.as('value');
  const rows = await db
    .select({
      ...{ id: due.id, customerId: due.customerId, subject: due.subject, at: due.at, ...customer, value },
      ...{ phone: customers.phone, zone: branches.timeZone },
    })
    .from(due)
    .innerJoin(customers, eq(customers.id, due.customerId))
    .innerJoin(branches, eq(branches.id, due.branchId))
    .orderBy(sql`value desc nulls last`, asc(due.at), asc(due.id))
    .limit(most);
  return rows.map(({ name, legalName, ...row }) => ({ ...row, customer: named({ name, legalName }) }));
}

/** Orders and quotes whose value the person may read. */
function readableOrders(user: User): SQL | undefined {
  const stages = (['ORCAMENTO', 'PEDIDO'] as const).filter((stage) => allows(user.grants, stage));
  return and(inArray(orders.stage, stages), orderScope(user));
}

export interface ExpiringQuote {
  id: number;
  customer: string;
  total: string;
  validUntil: string | null;
}

/** Open quotes that end within days, of the person or of everyone they lead: the next first. */
export async function expiringQuotes(ctx: Context, most: number): Promise<ExpiringQuote[]> {
  const { db, user } = ctx;
  const zone = await zoneOf(db, user);
  const today = localDate(ctx.now(), zone);
  const open = await orderCondition(ctx, zone, 'ORCAMENTO', {
    st: OPEN_QUOTES,
    ...(!seesOthersAgendas(user) && { idColab: [user.id] }),
  });
  const rows = await db
    .select({ id: orders.id, ...customer, total: orders.total, validUntil: orders.validUntil })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(open, gte(orders.validUntil, today), lte(orders.validUntil, addDays(today, SOON_DAYS))))
    .orderBy(asc(orders.validUntil), desc(orders.total), asc(orders.id))
    .limit(most);
  return rows.map(({ name, legalName, ...row }) => ({ ...row, customer: named({ name, legalName }) }));
}

export interface OpenLink {
  id: number;
  stage: string;
  customer: string;
  amount: string;
  expiresAt: Date;
}

/** Payment links that wait to be paid, or ended a few days ago, of the person or of everyone they lead. */
export async function openLinks(ctx: Context, most: number): Promise<OpenLink[]> {
  const { db, user } = ctx;
  const since = new Date(ctx.now().getTime() - LINK_DAYS * 86_400_000);
  const whose: SQL | undefined = seesOthersAgendas(user) ? undefined : eq(orders.sellerId, user.id);
  // The newest link of an order counts, and none of one that was paid by another.
  const last = sql`not exists (select from payment_links n where n.order_id = ${paymentLinks.orderId}
    and (n.status = 'PAGO' or n.id > ${paymentLinks.id}))`;
  const rows = await db
    .select({
      ...{ id: orders.id, stage: orders.stage, ...customer },
      ...{ amount: paymentLinks.amount, expiresAt: paymentLinks.expiresAt },
    })
    .from(paymentLinks)
    .innerJoin(orders, eq(orders.id, paymentLinks.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(
      and(
        sql`${paymentLinks.status} in ('AGUARDANDO', 'EXPIRADO')`,
        sql`${paymentLinks.expiresAt} >= ${since.toISOString()}::timestamptz`,
        notInArray(orders.status, [...NEVER_BOUGHT]),
        ...[last, orderScope(user), whose],
      ),
    )
    .orderBy(asc(paymentLinks.expiresAt), asc(paymentLinks.id))
    .limit(most);
  return rows.map(({ name, legalName, ...row }) => ({ ...row, customer: named({ name, legalName }) }));
}
